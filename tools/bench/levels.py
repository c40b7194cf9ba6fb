"""A class whose strengths are known: the ten levels join a league as programs.

Each team is a level. It joins at a random time, with the program of a random lower level first and
its own later, as students do who improve. Their programs run in the sandbox like any other's. Games
take about a second each.

    python -m tools.bench.levels --highest 3 --games 40
"""

import json
import tempfile
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import typer
from rich.console import Console
from rich.table import Column, Table

from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.ranking import ranking_rows
from enraya.league.rank.results import read_results
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import receive
from enraya.league.work.worker import Worker
from tools.bench.servers import JsonOption

BASELINES = ("random", "level(4)", "level(7)")
SOURCE = """\
import enraya

_agent = enraya.agent("level({level})")


def choose(position, limit):
    return _agent.choose(position, limit).move
"""
SECONDS = 60.0
"""The limit of a move: more than any level takes."""
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
) -> LevelOrder:
    """Plays a league of levels.

    Args:
        folder: for the league; must not exist.
        levels: who takes part.
        games: of the ladder, in which all submissions come during the first half.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many at once; every core by default.
        seed: of times and openings.
    """
    rng = np.random.default_rng(seed)
    settings = LeagueSettings(
        "levels", seconds=SECONDS, baselines=BASELINES, openings=OPENINGS, seed=seed,
        grading={"bands": [], "pairs": 5},
    )  # fmt: skip
    with LeagueStore.create(folder, settings) as store:
        for submission in _submissions(levels, games, rng):
            _work(store, submission.after, engine, workers)
            _submit(store, submission)
        _work(store, games, engine, workers)
        names = {team.id: int(team.name.removeprefix("level ")) for team in store.teams.all()}
        rows = [
            LevelRow(names[row["team"]], row["elo"], row["low"], row["high"], row["games"])
            for row in ranking_rows(store, read_results(store))
            if row["team"]
        ]
        return LevelOrder(store.arena.count(LADDER), rows)


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


def _work(store: LeagueStore, games: int, engine: str, workers: int | None) -> None:
    """Tries what was submitted, and plays until there are this many games."""

    def is_done() -> bool:
        return store.arena.count(LADDER) >= games and not store.versions.queue()

    Worker(store, engine=engine, workers=workers).run(until=is_done)


def main(
    games: Annotated[
        int, typer.Option(min=10, max=100_000, help="Games of the ladder to play.")
    ] = 600,
    highest: Annotated[int, typer.Option(min=2, max=10, help="The levels from 1 to this.")] = 10,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that play.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Of times and openings.")] = 1,
    as_json: JsonOption = False,
) -> None:
    """Let the levels join a league as programs, and see whether the ladder finds their order."""
    with tempfile.TemporaryDirectory(prefix="enraya-levels-") as scratch:
        folder = Path(scratch) / "league"
        order = measure_levels(folder, range(1, highest + 1), games, workers=workers, seed=seed)
    apart, wrong = order.told_apart, order.reversed_pairs
    if as_json:
        rows = [row._asdict() for row in order.levels]
        found = {"games": order.games, "told_apart": apart, "reversed": wrong, "levels": rows}
        print(json.dumps(found))
        return
    right = [Column(title, justify="right") for title in ("level", "rating", "interval", "games")]
    table = Table(*right)
    for row in order.levels:
        interval = f"{row.low:.0f} – {row.high:.0f}"
        table.add_row(str(row.level), f"{row.elo:.0f}", interval, str(row.games))
    Console().print(table)
    print(f"{order.games} games: {apart} pairs of levels told apart, {wrong} the wrong way round")


if __name__ == "__main__":
    typer.run(main)
