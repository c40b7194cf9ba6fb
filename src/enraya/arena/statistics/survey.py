"""Everything the games of a tournament show besides who won, gathered in one pass."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.arena.statistics.move_costs import MoveCosts
from enraya.arena.statistics.redundancy import Repetition
from enraya.arena.store.game_row import GameRow
from enraya.arena.store.store import Tournament

BATCH = 4096
"""Games looked at together: enough to be quick, few enough to need little memory."""


class Fault(NamedTuple):
    """How an agent lost by failing."""

    agent: int
    termination: str
    reason: str


@dataclass(frozen=True, slots=True)
class Survey:
    """What the games of a tournament were like."""

    games: int
    lengths: dict[int, int]
    """Number of games by their number of moves, the opening included."""
    terminations: dict[str, int]
    faults: dict[Fault, int]
    seconds: NDArray[np.float64]
    """The mean time of an agent's move (rows) at each ply (columns); NaN where there is none."""
    nodes: NDArray[np.float64]
    positions: int
    """How many positions the agents' moves led to."""
    redundancy: float
    repeated_games: int


def survey(tournament: Tournament, rows: Iterable[GameRow]) -> Survey:
    """What these games were like."""
    rules = tournament.settings.rule_set
    costs = MoveCosts(rules, len(tournament.names))
    repetition = Repetition(rules)
    lengths: Counter[int] = Counter()
    terminations: Counter[str] = Counter()
    faults: Counter[Fault] = Counter()
    for games in _batches(rows):
        openings = [len(tournament.opening(game.opening)) for game in games]
        costs.add(games, openings)
        repetition.add(games, openings)
        lengths.update(game.plies for game in games)
        terminations.update(game.termination for game in games)
        faults.update(_fault(game) for game in games if game.reason)
    return Survey(
        games=lengths.total(),
        lengths=dict(sorted(lengths.items())),
        terminations=dict(terminations.most_common()),
        faults=dict(faults.most_common()),
        seconds=costs.seconds(),
        nodes=costs.nodes(),
        positions=repetition.positions,
        redundancy=repetition.redundancy(),
        repeated_games=repetition.repeated_games,
    )


def _fault(game: GameRow) -> Fault:
    loser = game.first if game.winner == 2 else game.second
    return Fault(loser, game.termination, game.reason)


def _batches(rows: Iterable[GameRow]) -> Iterator[list[GameRow]]:
    waiting = iter(rows)
    while batch := list(islice(waiting, BATCH)):
        yield batch
