"""How much the games of a tournament repeat each other.

Agents without randomness play the same game whenever they start from the same position. Repeated
games add nothing to what is known, however many there are.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from enraya.arena.store.game_row import GameRow
from enraya.game.notation import BOOM, COLUMN_NAMES
from enraya.kernels.games.position_keys import EXPLOSION, position_keys
from enraya.rules import RuleSet

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
        """One minus the share of distinct positions among all; 0 when there is none."""
        if not self.positions:
            return 0.0
        keys = np.sort(np.concatenate(self._keys))
        distinct = 1 + int(np.count_nonzero(keys[1:] != keys[:-1]))
        return 1 - distinct / self.positions
