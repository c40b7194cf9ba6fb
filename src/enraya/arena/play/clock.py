"""A clock for a whole game: so many seconds for each player, and some more after every move."""

import math
from dataclasses import dataclass

from enraya.errors import InvalidSetting

LEAST_MOVES_LEFT = 4
"""However near the end is, a move is not given more than this part of the clock."""
MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class Clock:
    """Each player's time for a game, written ``60+1``: a minute, and a second after each move.

    >>> clock = parse_clock("60+1")
    >>> str(clock), clock.allotment(60.0, moves_left=20)
    ('60+1', 4.0)
    """

    seconds: float
    increment: float = 0.0

    def allotment(self, left: float, moves_left: int) -> float:
        """What a player should spend on the next move, who has so much left for so many moves.

        An even share of the clock and the increment that the move will earn.
        """
        return min(left, left / max(moves_left, LEAST_MOVES_LEFT) + self.increment)

    def __str__(self) -> str:
        return f"{self.seconds:g}+{self.increment:g}" if self.increment else f"{self.seconds:g}"


def parse_clock(text: str) -> Clock:
    """The clock that a text such as ``60+1`` or ``30`` writes down.

    Raises:
        InvalidSetting: when it writes down none.
    """
    seconds, _, increment = text.partition("+")
    try:
        clock = Clock(float(seconds), float(increment) if "+" in text else 0.0)
    except ValueError:
        clock = Clock(math.nan)
    if not (0 < clock.seconds <= MOST_SECONDS and 0 <= clock.increment <= MOST_SECONDS):
        raise InvalidSetting(
            f"{text!r} is no clock; write seconds for the game, such as 60 or 60+1"
        )
    return clock
