"""Queues in which requests wait for a thread, and are served fairly.

Agents and the solver never run in the event loop. Addresses are served in turn, and so are the
browsers of each address: a visitor who sends a hundred requests delays others by no more than one
of them, and one who pretends to be a hundred browsers delays only their own address.
"""

import asyncio
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from starlette.requests import Request

from enraya.stopping import Stop
from enraya.web.server.limits import PASSING_RETRY_SECONDS, Usage, check_share
from enraya.web.server.problems import Cancelled, TooBusy
from enraya.web.server.settings import Share
from enraya.web.server.threads import go_last
from enraya.web.server.visitor import Visitor

_Result = TypeVar("_Result")


@dataclass(slots=True, eq=False)
class QueuedWork(Generic[_Result]):
    """A request in a queue: what to do for whom, and its result."""

    work: Callable[[Stop], _Result]
    visitor: Visitor
    stop: Stop = field(default_factory=Stop)
    future: "Future[_Result]" = field(default_factory=Future)

    def cancel(self) -> None:
        """Withdraws the request: it is skipped if waiting, and told to stop if running."""
        self.future.cancel()
        self.stop.set()


class FairQueue:
    """Requests that wait, by address and browser, which take turns."""

    def __init__(self, share: Share) -> None:
        self._share = share
        self._waiting: OrderedDict[str, OrderedDict[str, deque[QueuedWork[Any]]]] = OrderedDict()
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._count = 0
        self._changed = threading.Condition()

    def put(self, job: QueuedWork[Any]) -> None:
        """Adds a request at the end of its visitor's queue.

        Raises:
            TooMany: when this browser or its address has too many.
            TooBusy: when too many are waiting in all.
        """
        visitor = job.visitor
        with self._changed:
            self._check_room(visitor)
            self._sessions[visitor.session] += 1
            self._addresses[visitor.address] += 1
            browsers = self._waiting.setdefault(visitor.address, OrderedDict())
            browsers.setdefault(visitor.session, deque()).append(job)
            self._count += 1
            self._changed.notify()

    def _check_room(self, visitor: Visitor) -> None:
        held = self._sessions[visitor.session] if visitor.session else 0
        if held >= self._share.session:  # the operator's, too: no page sends that many
            visitor = replace(visitor, is_operator=False)
        if self._count >= self._share.total:
            raise TooBusy("too many questions are waiting; try again in a moment")
        all_held = Usage(held, self._addresses[visitor.address], self._count)
        check_share("questions", self._share, visitor, all_held, PASSING_RETRY_SECONDS)

    def take(self) -> QueuedWork[Any]:
        """The next request, as soon as there is one; its address and browser go to the end."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            address, browsers = self._waiting.popitem(last=False)
            session, jobs = browsers.popitem(last=False)
            job = jobs.popleft()
            self._count -= 1
            if jobs:
                browsers[session] = jobs
            if browsers:
                self._waiting[address] = browsers
            return job

    def finish(self, job: QueuedWork[Any]) -> None:
        """Stops counting a finished request for its visitor."""
        with self._changed:
            self._sessions -= Counter([job.visitor.session])  # drops counts of zero
            self._addresses -= Counter([job.visitor.address])


class WorkQueue:
    """Threads that take requests from a fair queue.

    If there is something to ``prepare``, they do it first, and run at low priority.

    Threads that must ``prepare`` do long work, so all other threads go first.
    """

    def __init__(
        self,
        name: str,
        workers: int,
        share: Share,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        self.queue = FairQueue(share)
        for number in range(workers):
            thread = threading.Thread(
                target=self._serve, args=(prepare,), name=f"{name}-{number}", daemon=True
            )
            thread.start()

    def _serve(self, prepare: Callable[[], None] | None) -> None:
        if prepare is not None:
            go_last()
            prepare()
        while True:
            job = self.queue.take()
            if job.future.set_running_or_notify_cancel():
                try:
                    job.future.set_result(job.work(job.stop))
                except BaseException as error:  # noqa: BLE001  # raised in `ask`
                    job.future.set_exception(error)
            self.queue.finish(job)
            del job

    async def ask(
        self, request: Request, visitor: Visitor, work: Callable[[Stop], _Result]
    ) -> _Result:
        """What ``work`` returns; it is stopped when the client disconnects.

        Raises:
            TooMany: when this browser or its address has too many requests here.
            TooBusy: when too many are waiting in all.
            Cancelled: when the client has disconnected or withdrawn the request.
        """
        job = QueuedWork(work, visitor)
        self.queue.put(job)
        answer = asyncio.wrap_future(job.future)
        gone = asyncio.create_task(_disconnection(request))
        either: set[asyncio.Future[Any]] = {answer, gone}
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            if not answer.done() or answer.cancelled():
                raise Cancelled
            return answer.result()
        finally:
            gone.cancel()
            answer.cancel()
            job.cancel()


async def _disconnection(request: Request) -> None:
    """Returns when the client has closed the connection."""
    while True:
        message = await request.receive()
        if message["type"] == "http.disconnect":
            return
