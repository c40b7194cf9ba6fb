"""The agent that every other must beat."""

import numpy as np

from enraya.agents.players.agent import Choice
from enraya.game.position import Position
from enraya.limit import Limit


class RandomAgent:
    """Plays every legal move with equal probability.

    >>> agent = RandomAgent(np.random.default_rng(1))
    >>> agent.choose(Position.start(), Limit()).move in range(1, 8)
    True
    """

    def __init__(self, rng: np.random.Generator, name: str = "random") -> None:
        self.name = name
        self._rng = rng

    def choose(self, position: Position, limit: Limit) -> Choice:  # noqa: ARG002  # needs none
        """A legal move, whatever the limit."""
        moves = position.legal_moves
        return Choice(moves[int(self._rng.random() * len(moves))])
