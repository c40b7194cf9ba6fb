"""Snapshots of runs: each is made once for all who look at the same time."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

from enraya.web.laboratory.runs.runs import Run

FRESH_SECONDS = 0.9
"""How long a snapshot is reused, unless its run has changed."""
_MOST = 200
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class _Snapshot:
    run: Run
    made: float
    finding: "asyncio.Task[Any]"


class Snapshots:
    """The latest snapshot of each run; used in the event loop only."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._latest: dict[int, _Snapshot] = {}

    async def get(self, run: Run, find: Callable[[], _Result]) -> _Result:
        """What ``find`` returns for a run: called in another thread, or reused if just called."""
        latest, now = self._latest.get(run.id), self._clock()
        if latest is None or latest.run != run or now - latest.made >= FRESH_SECONDS:
            if len(self._latest) >= _MOST:
                self._latest.clear()
            finding = asyncio.ensure_future(asyncio.to_thread(find))
            latest = self._latest[run.id] = _Snapshot(run, now, finding)
        found: _Result = await asyncio.shield(latest.finding)
        return found
