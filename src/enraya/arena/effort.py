"""What moves cost: mean time and nodes of each agent, move by move."""

import json
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from enraya.arena.rows import GameRow
from enraya.kernels.board import mover
from enraya.rules import RuleSet

_Floats = NDArray[np.float64]
SECONDS_PER_MICRO = 1e-6


class Effort:
    """Adds up the notes of games, batch by batch.

    Args:
        rules: of all games.
        agents: how many there are.
        longest: the number of moves of the longest game.
    """

    def __init__(self, rules: RuleSet, agents: int, longest: int) -> None:
        self._movers = np.array([mover(rules.numbers, ply) for ply in range(longest)], dtype=bool)
        self._shape = agents, longest
        self._sums = {name: np.zeros(agents * longest) for name in ("micros", "nodes")}
        self._counts = {name: np.zeros(agents * longest) for name in ("micros", "nodes")}

    def add(self, games: Sequence[GameRow], openings: Sequence[int]) -> None:
        """Adds some games, given how many moves belong to the opening of each."""
        notes = [json.loads(game.notes) if game.notes else {} for game in games]
        for name, sums in self._sums.items():
            lists = [note.get(name, ()) for note in notes]
            sizes = np.array([len(values) for values in lists], dtype=np.int64)
            values = np.array([value for values in lists for value in values], dtype=np.float64)
            cells = self._cells(games, np.array(openings, dtype=np.int64), sizes)
            noted = ~np.isnan(values)
            cells, values = cells[noted], values[noted]
            sums += np.bincount(cells, values, len(sums))
            self._counts[name] += np.bincount(cells, minlength=len(sums))

    def _cells(
        self, games: Sequence[GameRow], openings: NDArray[np.int64], sizes: NDArray[np.int64]
    ) -> NDArray[np.int64]:
        """For each noted move of each game, the place of its agent and ply in the sums."""
        game = np.repeat(np.arange(len(games)), sizes)
        starts = np.repeat(sizes.cumsum() - sizes, sizes)
        plies = np.arange(len(game)) - starts + openings[game]
        first, second = (np.array([row[side] for row in games], dtype=np.int64) for side in (0, 1))
        agents = np.where(self._movers[plies], second[game], first[game])
        return np.asarray(agents * self._shape[1] + plies)

    def seconds(self) -> _Floats:
        """The mean time of the moves of each agent (rows) at each ply; NaN where there is none."""
        return self._means("micros") * SECONDS_PER_MICRO

    def nodes(self) -> _Floats:
        """The mean number of nodes, in the same places."""
        return self._means("nodes")

    def _means(self, name: str) -> _Floats:
        counts = self._counts[name]
        means = np.full(len(counts), np.nan)
        np.divide(self._sums[name], counts, out=means, where=counts > 0)
        return means.reshape(self._shape)
