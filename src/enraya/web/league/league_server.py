"""Everything that a running server of a league holds."""

import asyncio
import json
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from time import monotonic
from typing import Any, Concatenate, ParamSpec, TypeVar

from enraya.league.rank.grades import Grade, make_grades
from enraya.league.rank.ranking import RANKING
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import WorkerProcess
from enraya.web.league.judged_games import Turns
from enraya.web.server.limits import InUse
from enraya.web.server.settings import ServerSettings
from enraya.web.server.solving.reviews import Reviews
from enraya.web.server.threads import StoringThread

PULSE_SECONDS = 2.0
"""How often the server looks for what the worker has done."""
READ_SECONDS = 10.0
"""How old grades and reports may be that people are shown."""
_READERS = 2
"""How many may read for longer than a moment at once."""
MOST_COMPLAINTS = 50
_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")


@dataclass(slots=True)
class Pulse:
    """What everybody who follows the league is told about, for the event loop.

    Hundreds may wait, so a change is made a text once and wakes them without a lock to pass on.
    """

    state: dict[str, Any] = field(default_factory=dict)
    text: str = "{}"
    """The state as JSON."""
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when there is another state; then there is a new one for the next."""

    def beat(self, state: dict[str, Any]) -> None:
        """Tells everybody who waits if something has changed."""
        if state != self.state:
            self.state, self.text = state, json.dumps(state)
            waking, self.changed = self.changed, asyncio.Event()
            waking.set()

    async def wait(self, known: str, seconds: float) -> str:
        """The state once it is another than the known one, or after some seconds the same."""
        if self.text == known:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.changed.wait()
        return self.text


@dataclass(slots=True)
class Watch:
    """Games that are being played, for those who watch them; looked for while somebody does."""

    pulse: Pulse = field(default_factory=Pulse)
    watchers: int = 0
    seen: set[object] = field(default_factory=set)
    """The games of the last look: who is gone before the next was too quick to be watched."""


@dataclass(frozen=True, slots=True)
class Hall:
    """The parts of the server."""

    settings: ServerSettings
    store: LeagueStore
    streams: InUse
    reviews: Reviews
    turns: Turns
    storing: StoringThread
    worker: WorkerProcess | None = None
    pulse: Pulse = field(default_factory=Pulse)
    watch: Watch = field(default_factory=Watch)
    attempts: "Attempts" = field(default_factory=lambda: Attempts())
    complaints: deque[str] = field(default_factory=lambda: deque(maxlen=MOST_COMPLAINTS))
    kept: dict[str, tuple[float, Any]] = field(default_factory=dict)
    """What was found a moment ago, and when."""
    closing: Event = field(default_factory=Event)
    readers: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_READERS))
    reading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def stored(self, function: Callable[..., _Result], *arguments: object) -> _Result:
        """What a function returns that uses the store, run in its one thread.

        Raises:
            Busy: when too many changes are waiting.
        """
        return await self.storing.run(function, *arguments)

    async def read(
        self,
        function: Callable[Concatenate[LeagueStore, _Given], _Result],
        *arguments: _Given.args,
        **named: _Given.kwargs,
    ) -> _Result:
        """What a function returns that uses the store for longer than a moment.

        It has a connection and a thread of its own, so that nobody else waits for it.
        """

        def work() -> _Result:
            with LeagueStore(self.store.folder) as store:
                return function(store, *arguments, **named)

        async with self.readers:
            return await asyncio.to_thread(work)

    async def read_once(
        self,
        what: str,
        function: Callable[Concatenate[LeagueStore, _Given], _Result],
        *arguments: _Given.args,
        **named: _Given.kwargs,
    ) -> _Result:
        """The same, or what it returned a moment ago: a whole class may ask at once."""
        async with self.reading:
            known = self.kept.get(what)
            if known is None or monotonic() - known[0] > READ_SECONDS:
                found = await self.read(function, *arguments, **named)
                known = self.kept[what] = monotonic(), found
        result: _Result = known[1]
        return result

    async def grades(self) -> list[Grade]:
        """Everybody's grades as they were a moment ago."""
        return await self.read_once("grades", make_grades)

    def look(self) -> dict[str, Any]:
        """What has happened, in a few numbers."""
        store = self.store
        return {
            "games": store.arena.count(LADDER),
            "queue": len(store.versions.queue()),
            "teams": sum(team.is_playing for team in store.teams.all()),
            "latest": store.database.number("SELECT coalesce(max(id), 0) FROM log"),
            "events": dict(store.database.query("SELECT id, state FROM events")),
        }

    def recent(self, what: str, make: Callable[[], _Result]) -> _Result:
        """What a function returned a moment ago, or returns now; for the store's thread.

        A whole class looks at the same few things.
        """
        known = self.kept.get(what)
        if known is None or monotonic() - known[0] > PULSE_SECONDS:
            known = self.kept[what] = monotonic(), make()
        found: _Result = known[1]
        return found

    def ranking(self) -> list[dict[str, Any]]:
        """The ranking as the worker last made it."""
        return self.recent(RANKING, lambda: self.store.published(RANKING) or [])

    def end_streams(self) -> None:
        """Lets live pages end by themselves, for the event loop."""
        self.closing.set()

    def close(self) -> None:
        """Ends the worker and closes the file."""
        self.closing.set()
        if self.worker is not None:
            self.worker.close()
        self.reviews.close()
        self.storing.close()
        self.store.close()


class Attempts:
    """Wrong secrets from each address, which are forgotten after some minutes; for one thread."""

    MOST = 30
    SECONDS = 600.0
    _MOST_ADDRESSES = 10_000

    def __init__(self) -> None:
        self._wrong: dict[str, deque[float]] = {}

    def are_too_many(self, address: str) -> bool:
        """Whether an address has to wait before it may try again."""
        times = self._wrong.get(address)
        while times and monotonic() - times[0] > self.SECONDS:
            times.popleft()
        return times is not None and len(times) >= self.MOST

    def note(self, address: str) -> None:
        """Counts a wrong secret."""
        if len(self._wrong) >= self._MOST_ADDRESSES:
            self._wrong = {
                one: times for one, times in self._wrong.items() if self.are_too_many(one)
            }
        self._wrong.setdefault(address, deque(maxlen=self.MOST)).append(monotonic())
