"""A class whose strengths are known: the ten levels join a league as programs.

Every team is a level. It joins at a random time, with the program of a random lower level first and
its own later, as students do who improve. Their programs run in the sandbox like any other's.
"""

from collections.abc import Callable, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.ratings import LadderRow, ladder_table
from enraya.league.rank.results import read_results
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import receive
from enraya.league.work.worker import Worker

BASELINES = ("random", "level(4)", "level(7)")
SOURCE = """\
import enraya

_agent = enraya.agent("level({level})")


def choose(position, limit):
    return _agent.choose(position, limit).move
"""
SECONDS = 60.0
"""For a move: more than any level takes."""
OPENINGS = 50


class LevelRow(NamedTuple):
    """A level in the table of the ladder."""

    level: int
    elo: float
    low: float
    high: float
    games: int


class LevelOrder(NamedTuple):
    """What the ladder says of the levels."""

    games: int
    levels: list[LevelRow]
    """The strongest by rating first."""

    @property
    def reversed_pairs(self) -> int:
        """How many pairs of levels stand the other way round, with intervals that do not touch."""
        pairs = combinations(sorted(self.levels), 2)
        return sum(weaker.low > stronger.high for weaker, stronger in pairs)

    @property
    def told_apart(self) -> int:
        """How many pairs of levels stand in their order, with intervals that do not touch."""
        pairs = combinations(sorted(self.levels), 2)
        return sum(weaker.high < stronger.low for weaker, stronger in pairs)


class _Submission(NamedTuple):
    after: int
    """Games of the ladder."""
    team: int
    level: int


def measure_levels(
    folder: Path,
    levels: Sequence[int],
    games: int,
    *,
    engine: str = "processes",
    workers: int | None = None,
    seed: int = 1,
    on_games: Callable[[int], None] | None = None,
) -> LevelOrder:
    """Plays a league of levels.

    Args:
        folder: for the league; must not exist.
        levels: who takes part.
        games: of the ladder, in which all submissions come during the first half.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many at once; every core by default.
        seed: of times and openings.
        on_games: called with the number of games so far.
    """
    rng = np.random.default_rng(seed)
    settings = LeagueSettings(
        "levels", seconds=SECONDS, baselines=BASELINES, openings=OPENINGS, seed=seed,
        grading={"bands": [], "pairs": 5},
    )  # fmt: skip
    with LeagueStore.create(folder, settings) as store:
        for submission in _submissions(levels, games, rng):
            _work(store, submission.after, engine, workers, on_games)
            _submit(store, submission)
        _work(store, games, engine, workers, on_games)
        names = {team.id: int(team.name.removeprefix("level ")) for team in store.teams.all()}
        table = ladder_table(store.players.all(), read_results(store))
        rows = [_row(names[row.player.team], row) for row in table if row.player.team]
        return LevelOrder(store.arena.count(LADDER), rows)


def _row(level: int, row: LadderRow) -> LevelRow:
    return LevelRow(level, row.rating.elo, row.rating.low, row.rating.high, row.games)


def _submissions(levels: Sequence[int], games: int, rng: np.random.Generator) -> list[_Submission]:
    """Who sends what after how many games, in that order; a team's own level comes last."""
    found = []
    for team in levels:
        early, late = sorted(int(time) for time in rng.integers(0, games // 2, 2))
        found.append(_Submission(early, team, int(rng.integers(1, team + 1))))
        found.append(_Submission(late, team, team))
    return sorted(found)


def _submit(store: LeagueStore, submission: _Submission) -> None:
    name = f"level {submission.team}"
    known = {team.name: team.id for team in store.teams.all()}
    if name not in known:
        with store.database.transaction():
            team = store.teams.add(name, "", [], most=len(known) + 1, who="bench")
        known[name] = team.id
    content = SOURCE.format(level=submission.level).encode()
    request = f"{submission.after} {submission.level}"
    receive(store, known[name], "agent.py", content, request)


def _work(
    store: LeagueStore,
    games: int,
    engine: str,
    workers: int | None,
    on_games: Callable[[int], None] | None,
) -> None:
    """Tries what was submitted, and plays until there are this many games."""

    def is_done() -> bool:
        count = store.arena.count(LADDER)
        if on_games:
            on_games(count)
        return count >= games and not store.versions.queue()

    Worker(store, engine=engine, workers=workers).run(until=is_done)
