"""What moves cost: mean time and nodes of each agent, move by move."""

import json
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from enraya.arena.store.game_row import GameRow
from enraya.kernels.core.board import mover
from enraya.rules import RuleSet

_Floats = NDArray[np.float64]
SECONDS_PER_MICRO = 1e-6


class MoveCosts:
    """Adds up the notes of games, batch by batch.

    Args:
        rules: of all games.
        agents: how many there are.
    """

    def __init__(self, rules: RuleSet, agents: int) -> None:
        self._rules = rules
        self._agents = agents
        self._sums = {name: np.zeros((agents, 0)) for name in ("micros", "nodes")}
        self._counts = {name: np.zeros((agents, 0)) for name in ("micros", "nodes")}

    def add(self, games: Sequence[GameRow], openings: Sequence[int]) -> None:
        """Adds some games, given how many moves belong to the opening of each."""
        together = ",".join(game.notes or "{}" for game in games)  # parsed in one go: twice as fast
        notes = json.loads(f"[{together}]")
        longest = max((game.plies for game in games), default=0)
        given = np.array(openings, dtype=np.int64)
        for name in self._sums:
            lists = [note.get(name, ()) for note in notes]
            sizes = np.array([len(values) for values in lists], dtype=np.int64)
            values = np.array([value for values in lists for value in values], dtype=np.float64)
            noted = ~np.isnan(values)
            cells, values = self._cells(games, given, sizes, longest)[noted], values[noted]
            size = self._agents * longest
            for totals, weights in ((self._sums, values), (self._counts, np.ones(len(cells)))):
                found = np.asarray(np.bincount(cells, weights, size), dtype=np.float64)
                table = found.reshape(self._agents, longest)
                totals[name] = _widened_sum(totals[name], table)

    def _cells(
        self,
        games: Sequence[GameRow],
        openings: NDArray[np.int64],
        sizes: NDArray[np.int64],
        longest: int,
    ) -> NDArray[np.int64]:
        """For each noted move of each game, the place of its agent and ply in the sums."""
        movers = np.array([mover(self._rules.numbers, ply) for ply in range(longest)], dtype=bool)
        game = np.repeat(np.arange(len(games)), sizes)
        starts = np.repeat(sizes.cumsum() - sizes, sizes)
        plies = np.arange(len(game)) - starts + openings[game]
        first, second = (np.array([row[side] for row in games], dtype=np.int64) for side in (0, 1))
        agents = np.where(movers[plies], second[game], first[game])
        return np.asarray(agents * longest + plies)

    def seconds(self) -> _Floats:
        """The mean time of the moves of each agent (rows) at each ply; NaN where there is none."""
        return self._means("micros") * SECONDS_PER_MICRO

    def nodes(self) -> _Floats:
        """The mean number of nodes, in the same places."""
        return self._means("nodes")

    def _means(self, name: str) -> _Floats:
        sums, counts = self._sums[name], self._counts[name]
        means = np.full(sums.shape, np.nan)
        np.divide(sums, counts, out=means, where=counts > 0)
        return means


def _widened_sum(one: _Floats, other: _Floats) -> _Floats:
    """The sum of two tables; the narrower counts as zero beyond its end."""
    total = np.zeros((len(one), max(one.shape[1], other.shape[1])))
    for part in (one, other):
        total[:, : part.shape[1]] += part
    return total
