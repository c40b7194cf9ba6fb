"""Tournaments: the same games in every engine and after every interruption."""

from pathlib import Path

import pytest

from enraya.agents import parse_agent
from enraya.arena.plan.openings import random_openings
from enraya.arena.plan.presets import PRESETS
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.results.summary import summarise
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from enraya.game.record import GameRecord, Termination
from tests.arena.support import played, records_of, settings_of, timeless

AGENTS = ("random", "level(3)", "mcts(iterations=30)", "genes(0.9, 0.6, 1, 0.5)")


SLOW = [pytest.param(kind, marks=pytest.mark.slow) for kind in ("gauntlet", "knockout", "swiss")]


@pytest.mark.parametrize("kind", ["round-robin", *SLOW])
def test_every_engine_plays_the_same_moves(tmp_path: Path, kind: str) -> None:
    settings = settings_of(*AGENTS, kind=kind)
    for engine in ("serial", "processes"):
        tournament = played(tmp_path / engine, settings, engine)
        assert tournament.finished
    assert timeless(tmp_path / "serial") == timeless(tmp_path / "processes")


def test_another_seed_plays_other_games(tmp_path: Path) -> None:
    played(tmp_path / "one", settings_of("random", "level(2)", games=6))
    played(tmp_path / "two", settings_of("random", "level(2)", games=6, seed=2))
    assert timeless(tmp_path / "one") != timeless(tmp_path / "two")


def test_a_game_does_not_depend_on_the_other_entrants(tmp_path: Path) -> None:
    played(tmp_path / "few", settings_of("random", "level(3)", games=4))
    played(tmp_path / "many", settings_of("greedy", "level(3)", "random", games=4))
    few = {game[1:3]: game for game in timeless(tmp_path / "few")}
    many = {game[1:3]: game for game in timeless(tmp_path / "many")}
    assert len(few) == 4
    assert all(many[key] == game for key, game in few.items())


def test_an_agent_may_play_itself(tmp_path: Path) -> None:
    tournament = played(tmp_path / "store", settings_of("random", "random", games=6))
    assert tournament.names == ["random", "random #2"]
    games = timeless(tmp_path / "store")
    assert len({game[3] for game in games}) == 6  # the side is part of the seed


def test_games_in_the_store_are_not_played_again(tmp_path: Path) -> None:
    path, settings = tmp_path / "store", settings_of(*AGENTS)
    first = played(path, settings)
    seen: list[tuple[int, int]] = []
    with Store(path) as store:
        again = enter(settings, store)
        assert again == first
        run_tournament(again, store, on_games=lambda *counts: seen.append(counts))
        assert seen == []
        second = enter(settings, store, again=True)
        assert second.id == 2


def test_an_interrupted_tournament_loses_no_finished_game(tmp_path: Path) -> None:
    settings = settings_of(*AGENTS, kind="knockout", games=4)
    played(tmp_path / "whole", settings)
    path = tmp_path / "broken"

    def stop_late(done: int, _: int) -> None:
        if done >= 7:
            raise KeyboardInterrupt

    with Store(path) as store, pytest.raises(KeyboardInterrupt):
        run_tournament(enter(settings, store), store, engine="serial", on_games=stop_late)
    with Store(path) as store:
        assert 7 <= store.count(1) < len(timeless(tmp_path / "whole"))
    played(path, settings)
    assert timeless(path) == timeless(tmp_path / "whole")


def test_a_knockout_has_a_champion_when_it_is_over(store: Store) -> None:
    settings = settings_of("random", "alphabeta(depth=4)", "level(1)", kind="knockout")
    tournament = enter(settings, store)
    assert summarise(store, tournament).champion is None
    run_tournament(tournament, store, engine="serial")
    assert summarise(store, tournament).champion == "alphabeta(depth=4)"


SPY = """
from pathlib import Path
SEEN = len(list(Path(__file__).parent.iterdir()))

def choose(position, limit):
    return SEEN if position.plies < 2 else position.legal_moves[-1]
"""


@pytest.mark.parametrize(
    ("folders", "alone", "seen"),
    [(("anna", "bert"), False, 2), (("anna", "bert"), True, 1), (("class", "class"), False, 1)],
)
def test_an_agent_sees_only_its_file_if_alone_or_sharing_a_folder(
    folders: tuple[str, str], alone: bool, seen: int, tmp_path: Path
) -> None:
    specs = []
    for folder, name in zip(folders, ("anna.py", "bert.py"), strict=True):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / name).write_text(SPY)
        (tmp_path / folder / "notes.txt").touch()
        specs.append(f"file:{tmp_path / folder / name}")
    settings = settings_of(*specs, openings=("",))
    for record in records_of(tmp_path / "store.sqlite", settings, alone=alone):
        assert (record.moves[:2], record.reason) == (f"{seen}{seen}", "")


def test_games_are_stored_before_they_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with Store(path) as store, Store(path) as reader:
        tournament = enter(settings_of("random", "level(2)", games=40), store)

        def check(done: int, _: int) -> None:
            assert reader.count(tournament.id) >= done

        run_tournament(tournament, store, engine="serial", on_games=check)
        assert reader.count(tournament.id) == 40


def test_all_missing_agents_are_named_before_the_first_game(store: Store) -> None:
    specs = [*(f"level({n % 10 + 1})" for n in range(48)), "levle(3)", "perfect(depth=2)"]
    with pytest.raises(InvalidSetting) as refused:
        enter(settings_of(*specs), store)
    assert "unknown agent 'levle'; did you mean 'level'?" in str(refused.value)
    assert "'perfect' has no parameter 'depth'" in str(refused.value)
    assert store.tournaments() == []


def test_a_changed_file_is_another_tournament(store: Store, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("def choose(position, limit):\n    return position.legal_moves[0]\n")
    spec = f"file:{mine}"
    before = enter(settings_of(spec, "random"), store)
    mine.write_text("def choose(position, limit):\n    return position.legal_moves[-1]\n")
    with pytest.raises(InvalidSetting, match="changed"):
        run_tournament(before, store, engine="serial")
    assert enter(settings_of(spec, "random"), store).id == 2


def test_openings_are_shared_by_all_pairs(tmp_path: Path) -> None:
    settings = settings_of("random", "greedy", "level(2)", games=4, opening_plies=6)
    tournament = played(tmp_path / "store", settings)
    assert list(tournament.openings) == random_openings(settings.rule_set, 6, 2, settings.seed)
    for game in timeless(tmp_path / "store"):
        assert game[3].startswith(game[2])
        assert game[2] in tournament.openings


@pytest.mark.parametrize("name", PRESETS)
def test_presets_can_be_entered(store: Store, name: str) -> None:
    preset = PRESETS[name]
    settings = settings_of(*preset.agents, rules=preset.rules)
    assert len(enter(settings, store).names) == len(set(preset.agents))


def test_an_in_process_agent_plays_under_its_specification(tmp_path: Path) -> None:
    settings, here = settings_of("random", "here:mine"), {"here:mine": parse_agent("greedy")}
    with Store(tmp_path / "store") as store:
        tournament = enter(settings, store, here=here)
        run_tournament(tournament, store, engine="serial", here=here)
        played = [(record.agents, record.reason) for _, record in store.records(tournament)]
    assert played == [(("random", "here:mine"), ""), (("here:mine", "random"), "")]


def test_an_in_process_agent_cannot_play_in_another_process(store: Store) -> None:
    settings, here = settings_of("random", "here:mine"), {"here:mine": parse_agent("greedy")}
    with pytest.raises(InvalidSetting, match="unknown agent 'here:mine'"):
        enter(settings, store)
    tournament = enter(settings, store, here=here)
    with pytest.raises(InvalidSetting, match="cannot play in the engine 'processes'"):
        run_tournament(tournament, store, engine="processes", here=here)


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A user's agent that leaves a trace when it is run."""
    file = tmp_path / "mine.py"
    trace = f"from pathlib import Path\nPath({str(tmp_path / 'was run')!r}).touch()\n"
    file.write_text(f"{trace}def choose(position, limit):\n    return position.legal_moves[0]\n")
    return file


def test_a_file_over_the_size_limit_is_not_run_and_loses_every_game(
    mine: Path, tmp_path: Path
) -> None:
    size = mine.stat().st_size
    settings = settings_of(f"file:{mine}", "random", "greedy", games=4, max_bytes=size - 1)
    records = records_of(tmp_path / "store", settings)
    assert not (tmp_path / "was run").exists()
    reason = f"its file has {size} bytes, allowed {size - 1}"
    with Store(tmp_path / "store") as store:
        summary = summarise(store, store.tournament(1))
    unplayed = [record for record in records if record.termination is Termination.FILE_SIZE]
    assert len(unplayed) == 8
    for record in unplayed:
        assert record.winner is not None
        assert record.agents[2 - record.winner] == f"file:{mine}"
        assert (record.reason, record.moves) == (reason, record.opening)
        assert GameRecord.from_json(record.to_json()) == record
    last = summary.agents[-1]
    assert (last.spec, last.faults, last.barred) == (f"file:{mine}", {"file size": 8}, reason)
    assert [row.barred for row in summary.agents[:-1]] == ["", ""]


def test_a_sequential_test_can_be_decided_by_forfeited_games(mine: Path, store: Store) -> None:
    test = Sprt(0, 100)
    settings = settings_of(f"file:{mine}", "random", kind="sprt", games=400, test=test, max_bytes=1)
    tournament = run_tournament(enter(settings, store), store, engine="serial")
    assert summarise(store, tournament).agents[0].standing.agent == "random"
