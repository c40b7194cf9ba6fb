"""Games are shown while they are played, and not after."""

from pathlib import Path
from typing import Any

from enraya.arena.plan.schedule import Pairing
from enraya.arena.play.live_games import LiveFile, LiveGame
from enraya.game.position import Position
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.comparisons import begin_comparison
from enraya.league.work.event_source import ComparisonSource
from enraya.league.work.jobs import perform
from enraya.league.work.ladder_source import LadderSource
from enraya.league.work.watched_games import (
    FOLDER,
    WatchedGame,
    forget_watched,
    watchable,
    watched_games,
)
from tests.league.making import add_version, enter_agent, make_league, next_job


def show(folder: Path, tournament: int, pairing: Pairing, moves: str = "11") -> None:
    """A game as a process of the worker shows it."""
    live_folder = folder / FOLDER / str(tournament)
    live_folder.mkdir(parents=True, exist_ok=True)
    file = LiveFile(live_folder / f"{pairing.first}.game")
    file.show(pairing, Position.parse(moves, "classic(columns=5, rows=4)"))


def test_a_game_can_be_watched_until_it_is_stored(store: LeagueStore) -> None:
    source = LadderSource(store)
    job = next_job(source)
    assert job.game.live_folder == str(store.folder / FOLDER / str(LADDER))
    (order,) = job.game.orders
    show(store.folder, LADDER, order.pairing, "12")
    first, second, opening = order.pairing
    assert watched_games(store) == [
        WatchedGame(LADDER, LiveGame(first, second, "12", opening))
    ]  # fmt: skip
    answer: Any = perform(job).answer
    left = list((store.folder / FOLDER).rglob(f"{first}.game"))
    assert len(list((store.folder / FOLDER).rglob("*.game"))) == len(left) == 1
    source.keep(job, answer)
    assert watched_games(store) == [], "a file that a sudden end has left means nothing"
    forget_watched(store.folder)
    assert not (store.folder / FOLDER).exists()


def test_games_of_events_are_shown_before_those_of_the_ladder(store: LeagueStore) -> None:
    for tournament in (LADDER, 12, 3):
        show(store.folder, tournament, Pairing(0, 1, 0))
    assert [game.tournament for game in watched_games(store)] == [12, 3, LADDER]


def test_comparisons_of_a_team_are_not_shown(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    add_version(store, team, "level(1)")
    begin_comparison(store, *store.versions.all(team))
    job = next_job(ComparisonSource(store))
    assert job.game.live_folder == ""


def test_a_game_that_cannot_be_shown_is_played(tmp_path: Path) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    with make_league(tmp_path / "ia") as store:
        job = next_job(LadderSource(store))
        hidden = job._replace(game=job.game._replace(live_folder=""))
        assert watchable(hidden, tmp_path) == hidden
