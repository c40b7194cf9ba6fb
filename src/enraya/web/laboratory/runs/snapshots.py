"""What runs have found, found once for all who look at the same time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from enraya.web.laboratory.runs.runs import Run

FRESH_SECONDS = 0.9
"""How long a snapshot is shown, unless its run has changed."""
_MOST = 200
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class _Snapshot:
    run: Run
    made: float
    finding: "asyncio.Task[Any]"

    def is_of(self, run: Run, now: float) -> bool:
        """Whether it shows the run as it is now."""
        return self.run == run and now - self.made < FRESH_SECONDS


class Snapshots:
    """The latest snapshot of each run; for the event loop."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._latest: dict[tuple[str, int], _Snapshot] = {}

    async def get(self, key: tuple[str, int], run: Run, find: Callable[[], _Result]) -> _Result:
        """What ``find`` returns for a run, in another thread, or has returned just now."""
        latest = self._latest.get(key)
        if latest is None or not latest.is_of(run, self._clock()):
            self._tidy()
            finding = asyncio.ensure_future(asyncio.to_thread(find))
            latest = self._latest[key] = _Snapshot(run, self._clock(), finding)
        found: _Result = await asyncio.shield(latest.finding)
        return found

    def _tidy(self) -> None:
        if len(self._latest) >= _MOST:
            self._latest.clear()
