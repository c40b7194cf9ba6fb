"""The light row that statistics work on: who met whom, and who won."""

from typing import NamedTuple


class GameResult(NamedTuple):
    """The result of one game, without its moves.

    >>> GameResult("perfect", "random", winner=1, pair=0, plies=7).points
    1.0
    """

    first: str
    """The agent that moved first."""
    second: str
    winner: int | None
    """1, 2, 0 for a draw; None when the game was not finished."""
    pair: int
    """The two games of two agents from one opening, with sides swapped, have the same number."""
    plies: int

    @property
    def points(self) -> float | None:
        """What the first agent scored: 1, a half, 0; None when the game was not finished."""
        return None if self.winner is None else POINTS[self.winner]


POINTS = (0.5, 1.0, 0.0)
"""What the first agent scores when the winner is nobody, itself or the other."""
