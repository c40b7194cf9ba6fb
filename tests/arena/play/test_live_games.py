"""Games in progress, watched from other processes."""

from pathlib import Path

from enraya.arena.plan.schedule import Pairing
from enraya.arena.play.live_games import LiveFile, LiveGame, live_games, make_live_folder
from enraya.game.position import Position
from enraya.limit import Limit
from tests.arena.support import records_of, settings_of


def test_a_worker_shows_the_game_it_plays(tmp_path: Path) -> None:
    now = 100.0
    live_file = LiveFile(tmp_path / "1.game", clock=lambda: now)
    live_file.show(Pairing(2, 0, 5), Position.parse("44"))
    live_file.show(Pairing(2, 0, 5), Position.parse("443"))  # too soon after the one before
    assert live_games(tmp_path, 4) == [LiveGame(2, 0, "44", 5)]
    now += 0.2
    live_file.show(Pairing(2, 0, 5), Position.parse("4433"))
    assert live_games(tmp_path, 4) == [LiveGame(2, 0, "4433", 5)]


def test_the_number_of_watched_games_is_limited(tmp_path: Path) -> None:
    for worker in range(5):
        LiveFile(tmp_path / f"{worker}.game").show(Pairing(0, 1, worker), Position.start())
    assert len(live_games(tmp_path, 3)) == 3
    make_live_folder(tmp_path)
    assert live_games(tmp_path, 3) == []


def test_a_game_continues_where_it_cannot_be_shown(tmp_path: Path) -> None:
    LiveFile(tmp_path / "missing" / "1.game").show(Pairing(0, 1, 0), Position.start())
    assert live_games(tmp_path / "missing", 1) == []


def test_games_written_by_another_version_are_not_shown(tmp_path: Path) -> None:
    (tmp_path / "1.game").write_text('[0, 1, "44"]')
    (tmp_path / "2.game").write_text("")
    (tmp_path / "3.game").write_text('[0, 1, "44", 7]')
    assert live_games(tmp_path, 4) == [LiveGame(0, 1, "44", 7)]


def test_games_of_a_tournament_can_be_watched_move_by_move(tmp_path: Path) -> None:
    seen: list[LiveGame] = []
    agents = "mcts(seconds=0.25)", "script(1234567)"
    settings = settings_of(*agents, games=1, limit=Limit(seconds=0.25), opening_plies=0)
    make_live_folder(tmp_path / "window")
    (record,) = records_of(
        tmp_path / "s",
        settings,
        engine="processes",
        workers=1,
        on_wait=lambda: seen.extend(live_games(tmp_path / "window", 4)),
        live_folder=tmp_path / "window",
    )
    assert {(game.first, game.second) for game in seen} == {(0, 1)}
    moves = [game.moves for game in seen]
    assert moves == sorted(moves, key=len)
    assert len(set(moves)) >= 2
    assert all(record.moves.startswith(part) for part in moves)
