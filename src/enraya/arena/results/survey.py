"""What the games of a tournament show besides who won, gathered in one pass."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from operator import add
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.arena.store.game_row import GameRow
from enraya.arena.store.store import Tournament
from enraya.game.notation import BOOM, COLUMN_NAMES
from enraya.kernels.core.board import mover
from enraya.kernels.games.replay import EXPLOSION, position_keys
from enraya.rules import RuleSet

_Floats = NDArray[np.float64]


class MoveCosts:
    """Adds up the notes of games, batch by batch.

    Args:
        rules: of all games.
        agents: how many there are.
    """

    def __init__(self, rules: RuleSet, agents: int) -> None:
        self._rules = rules
        self._agents = agents
        self._plies = 0
        """The moves of the longest game; sums and counts have each agent at each ply."""
        self._sums = {name: np.zeros(0) for name in ("micros", "nodes")}
        self._counts = {name: np.zeros(0) for name in ("micros", "nodes")}

    def add(self, games: Sequence[GameRow], openings: Sequence[int]) -> None:
        """Adds some games, given how many moves belong to the opening of each."""
        together = ",".join(game.notes or "{}" for game in games)  # parsed in one go: twice as fast
        notes = json.loads(f"[{together}]")
        self._plies = max([self._plies, *(game.plies for game in games)])
        movers = np.array([mover(self._rules.numbers, ply) for ply in range(self._plies)], np.int64)
        players = np.array([game[:2] for game in games], dtype=np.int64).reshape(-1, 2)
        for name in self._sums:
            lists = [note.get(name, ()) for note in notes]
            sizes = list(map(len, lists))
            own = map(range, openings, map(add, openings, sizes))  # the moves that were chosen
            plies = np.fromiter(chain.from_iterable(own), np.int64)
            agents = np.repeat(players, sizes, axis=0)[np.arange(len(plies)), movers[plies]]
            values = np.array(list(chain.from_iterable(lists)), dtype=np.float64)
            self._add(name, plies * self._agents + agents, values)

    def _add(self, name: str, cells: NDArray[np.int64], values: _Floats) -> None:
        """Adds values to their places in the sums; NaN where nothing was noted."""
        noted = ~np.isnan(values)
        cells, values = cells[noted], values[noted]
        for totals, weights in ((self._sums, values), (self._counts, None)):
            total = np.bincount(cells, weights, self._plies * self._agents).astype(np.float64)
            total[: len(totals[name])] += totals[name]
            totals[name] = total

    def seconds(self) -> _Floats:
        """The mean time of each agent's moves (rows) at each ply; NaN where none was noted."""
        return self._means("micros") * 1e-6

    def nodes(self) -> _Floats:
        """The mean number of nodes, in the same places."""
        return self._means("nodes")

    def _means(self, name: str) -> _Floats:
        sums, counts = self._sums[name], self._counts[name]
        means = np.full(sums.shape, np.nan)
        np.divide(sums, counts, out=means, where=counts > 0)
        return means.reshape(-1, self._agents).T


_CODES = bytes.maketrans(
    f"{COLUMN_NAMES}{BOOM}".encode(), bytes([*range(len(COLUMN_NAMES)), EXPLOSION])
)


class Repetition:
    """Counts the positions that agents reached, batch by batch."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._keys: list[NDArray[np.uint64]] = []
        self._games: set[tuple[int, int, str]] = set()
        self.repeated_games = 0
        """Games that were the same, move for move, as an earlier one of the same agents."""

    def add(self, games: Sequence[GameRow], openings: Sequence[int]) -> None:
        """Counts some games, given how many moves belong to the opening of each."""
        lengths = np.array([len(game.moves) for game in games], dtype=np.int64)
        given = np.array(openings, dtype=np.int64)
        text = "".join(game.moves for game in games).encode().translate(_CODES)
        keys = np.empty(int((lengths - given).sum()), dtype=np.uint64)
        rules, geometry = self._rules.numbers, self._rules.kernel_geometry
        moves = np.frombuffer(text, dtype=np.uint8)
        position_keys(rules, geometry, moves, lengths.cumsum(), given, keys)
        self._keys.append(keys)
        before = len(self._games)
        self._games.update((game.first, game.second, game.moves) for game in games)
        self.repeated_games += len(games) - (len(self._games) - before)

    @property
    def positions(self) -> int:
        """How many positions the agents' moves led to."""
        return sum(map(len, self._keys))

    def redundancy(self) -> float:
        """One minus the share of distinct positions among all; 0 when there are no positions."""
        if not self.positions:
            return 0.0
        keys = np.sort(np.concatenate(self._keys))
        distinct = 1 + int(np.count_nonzero(keys[1:] != keys[:-1]))
        return 1 - distinct / self.positions


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
    """The mean time of an agent's move (rows) at each ply (columns); NaN where there is no time."""
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
    waiting = iter(rows)
    while games := list(islice(waiting, BATCH)):
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
