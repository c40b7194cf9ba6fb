"""Games that came to nothing, such as those whose process ended: tried again, ever more rarely."""

from collections.abc import Callable
from typing import Generic, TypeVar

FIRST_SECONDS = 60.0
"""How long the second attempt that came to nothing is rested; then twice as long, and so on."""
LONGEST_SECONDS = 3600.0
_Work = TypeVar("_Work")


class Retries(Generic[_Work]):
    """What came to nothing, each with the time from which it may be tried again.

    The first time that is at once: whatever was out when a process ended comes back here, and
    most of it is innocent.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._lost: dict[_Work, int] = {}
        self._ready: dict[_Work, float] = {}

    def lose(self, work: _Work) -> int:
        """Takes something back; returns how often it has come to nothing."""
        times = self._lost[work] = self._lost.get(work, 0) + 1
        pause = 0.0 if times == 1 else min(FIRST_SECONDS * 2.0 ** (times - 2), LONGEST_SECONDS)
        self._ready[work] = self._clock() + pause
        return times

    def next(self) -> _Work | None:
        """Something to try again now, if there is anything; it is not given out twice."""
        now = self._clock()
        for work, time in self._ready.items():
            if time <= now:
                del self._ready[work]
                return work
        return None

    def succeed(self, work: _Work) -> None:
        """Forgets what came to nothing before."""
        self._lost.pop(work, None)
