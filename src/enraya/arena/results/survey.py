"""A survey of a tournament's games: lengths, endings, costs of moves, repetition; in one pass."""

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
    """The mean time and nodes of each agent's moves, ply by ply; games are added in batches.

    Args:
        rules: the rules of all games.
        agents: the number of agents.
    """

    def __init__(self, rules: RuleSet, agents: int) -> None:
        self._rules = rules
        self._agents = agents
        self._plies = 0
        """The length of the longest game; sums and counts have an entry per ply and agent."""
        self._sums = {name: np.zeros(0) for name in ("micros", "nodes")}
        self._counts = {name: np.zeros(0) for name in ("micros", "nodes")}

    def add(self, games: Sequence[GameRow], openings: Sequence[int]) -> None:
        """Adds the costs of some games; ``openings`` has the length of each game's opening."""
        together = ",".join(game.notes or "{}" for game in games)  # parsed at once: twice as fast
        notes = json.loads(f"[{together}]")
        self._plies = max([self._plies, *(game.plies for game in games)])
        movers = np.array([mover(self._rules.numbers, ply) for ply in range(self._plies)], np.int64)
        players = np.array([game[:2] for game in games], dtype=np.int64).reshape(-1, 2)
        for name in self._sums:
            lists = [note.get(name, ()) for note in notes]
            sizes = list(map(len, lists))
            own = map(range, openings, map(add, openings, sizes))  # plies after the opening
            plies = np.fromiter(chain.from_iterable(own), np.int64)
            agents = np.repeat(players, sizes, axis=0)[np.arange(len(plies)), movers[plies]]
            values = np.array(list(chain.from_iterable(lists)), dtype=np.float64)
            self._add(name, plies * self._agents + agents, values)

    def _add(self, name: str, cells: NDArray[np.int64], values: _Floats) -> None:
        """Adds values to the cells of the sums, and counts them; NaN values are skipped."""
        noted = ~np.isnan(values)
        cells, values = cells[noted], values[noted]
        for totals, weights in ((self._sums, values), (self._counts, None)):
            total = np.bincount(cells, weights, self._plies * self._agents).astype(np.float64)
            total[: len(totals[name])] += totals[name]
            totals[name] = total

    def seconds(self) -> _Floats:
        """The mean seconds of each agent's moves (rows) at each ply (columns); NaN if unknown."""
        return self._means("micros") * 1e-6

    def nodes(self) -> _Floats:
        """The mean number of nodes of each agent's moves, arranged like `seconds`."""
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
    """How much games repeat each other; games are added in batches."""

    def __init__(self, rules: RuleSet) -> None:
        self._rules = rules
        self._keys: list[NDArray[np.uint64]] = []
        self._games: set[tuple[int, int, str]] = set()
        self.repeated_games = 0
        """The number of games with the same agents and moves as an earlier game."""

    def add(self, games: Sequence[GameRow], openings: Sequence[int]) -> None:
        """Adds the positions of some games; ``openings`` has the length of each game's opening."""
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
        """The number of positions after moves of agents, repeated ones included."""
        return sum(map(len, self._keys))

    def redundancy(self) -> float:
        """The share of positions that repeat an earlier one; 0 if there are no positions."""
        if not self.positions:
            return 0.0
        keys = np.sort(np.concatenate(self._keys))
        distinct = 1 + int(np.count_nonzero(keys[1:] != keys[:-1]))
        return 1 - distinct / self.positions


BATCH = 4096
"""The number of games in a batch: enough to be quick, few enough to need little memory."""


class Fault(NamedTuple):
    """The way in which an agent lost a game by failing."""

    agent: int
    termination: str
    reason: str


@dataclass(frozen=True, slots=True)
class Survey:
    """Statistics of the games of a tournament, besides who won."""

    games: int
    lengths: dict[int, int]
    """The number of games by length in moves, the opening included."""
    terminations: dict[str, int]
    """The number of games by termination, the most frequent first."""
    faults: dict[Fault, int]
    """How often each fault happened, the most frequent first."""
    seconds: NDArray[np.float64]
    """The mean time of each agent's moves (rows) at each ply (columns); NaN if none is noted."""
    nodes: NDArray[np.float64]
    """The mean number of nodes, arranged like ``seconds``."""
    positions: int
    """The number of positions after moves of agents, repeated ones included."""
    redundancy: float
    """The share of these positions that repeat an earlier one."""
    repeated_games: int
    """The number of games with the same agents and moves as an earlier game."""


def survey(tournament: Tournament, rows: Iterable[GameRow]) -> Survey:
    """The survey of a tournament, whose games are ``rows``."""
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
