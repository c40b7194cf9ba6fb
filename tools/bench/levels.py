"""A league whose strengths are known: each of the ten levels joins as a team.

A team joins at a random time, first with the program of a random lower level and later with that of
its own level, like students who improve. The programs run in the sandbox like all others. A game
takes about a second.

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
"""The limit of a move: more than any level needs."""
OPENINGS = 50


class LevelRow(NamedTuple):
    """A level in the table of the ladder."""

    level: int
    elo: float
    low: float
    high: float
    games: int


class LevelOrder(NamedTuple):
    """The order in which the ladder ranks the levels."""

    games: int
    levels: list[LevelRow]
    """The levels, highest rating first."""

    @property
    def reversed_pairs(self) -> int:
        """How many pairs of levels are in the wrong order, with disjoint intervals."""
        pairs = combinations(sorted(self.levels), 2)
        return sum(weaker.low > stronger.high for weaker, stronger in pairs)

    @property
    def told_apart(self) -> int:
        """How many pairs of levels are in the right order, with disjoint intervals."""
        pairs = combinations(sorted(self.levels), 2)
        return sum(weaker.high < stronger.low for weaker, stronger in pairs)


class _Submission(NamedTuple):
    after: int
    """How many games the ladder has played before the submission."""
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
        folder: the folder of the league, which must not exist yet.
        levels: the levels that take part.
        games: how many games the ladder plays; all submissions come in the first half.
        engine: a name from `enraya.work.ENGINES`.
        workers: how many jobs run at once; one per core by default.
        seed: decides the times of submissions and the openings.
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
    """All submissions in order of time; each team submits its own level last."""
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
    """Checks what was submitted, and plays until the ladder has this many games."""

    def is_done() -> bool:
        return store.arena.count(LADDER) >= games and not store.versions.queue()

    Worker(store, engine=engine, workers=workers).run(until=is_done)


def main(
    games: Annotated[
        int, typer.Option(min=10, max=100_000, help="How many games the ladder plays.")
    ] = 600,
    highest: Annotated[int, typer.Option(min=2, max=10, help="The highest level.")] = 10,
    workers: Annotated[int, typer.Option(min=1, max=256, help="How many processes play.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="The random seed.")] = 1,
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
