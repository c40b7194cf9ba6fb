"""Limits on a move or question, and on the players of a whole game."""

import math
from dataclasses import dataclass
from typing import NamedTuple

from enraya.errors import InvalidSetting

MOST_NODES = 10**15
"""The largest limit of nodes: kernels count them in 64-bit words, and no search takes so many."""
DEFAULT_RESERVE = 1.0
"""Seconds by which all moves of a player in a game may exceed their limits together, by default."""
LEAST_MOVES_LEFT = 4
"""The time left is divided among at least this many moves, even near the end of a game."""
MOST_SECONDS = 1e6


@dataclass(frozen=True, slots=True)
class Limit:
    """How much may be spent on one move or question; None means no limit of that kind.

    >>> Limit(seconds=0.5)
    Limit(seconds=0.5, nodes=None, depth=None)
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """Each player's time for a game, written ``60+1``: a minute, and a second after each move.

    >>> clock = parse_clock("60+1")
    >>> clock, clock.allotment(60.0, moves_left=20)
    (Clock(seconds=60.0, increment=1.0), 4.0)
    """

    seconds: float
    increment: float = 0.0

    def allotment(self, left: float, moves_left: int) -> float:
        """What a player with ``left`` seconds for ``moves_left`` moves should spend on the next.

        That is an even share of the time left and the increment that the move will earn, but never
        more than the time left.
        """
        return min(left, left / max(moves_left, LEAST_MOVES_LEFT) + self.increment)


def parse_clock(text: str) -> Clock:
    """The clock that a text such as ``60+1`` or ``30`` describes.

    Raises:
        InvalidSetting: when it is not a clock.
    """
    seconds, _, increment = text.partition("+")
    try:
        clock = Clock(float(seconds), float(increment) if "+" in text else 0.0)
    except ValueError:
        clock = Clock(math.nan)
    if not (0 < clock.seconds <= MOST_SECONDS and 0 <= clock.increment <= MOST_SECONDS):
        raise InvalidSetting(
            f"{text!r} is not a clock; write seconds for the game, such as 60 or 60+1"
        )
    return clock


class Terms(NamedTuple):
    """The limits on the players of a game."""

    limit: Limit = Limit()
    """The limit of each move."""
    clock: Clock | None = None
    """The clock of the whole game."""
    reserve: float = DEFAULT_RESERVE
    """Seconds by which a player's moves may exceed their limits in the whole game."""

    @property
    def are_timed(self) -> bool:
        """Whether there is a clock or a limit of seconds."""
        return self.clock is not None or self.limit.seconds is not None


UNLIMITED = Terms()
