"""The queue: where questions wait for a thread to answer them, served fairly.

Engines never run in the event loop. Each client has their own queue, and the clients are served
in turn, so a person who asks a hundred things delays nobody else by more than one of them.
"""

import asyncio
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from starlette.requests import Request

from enraya.stopping import Stop
from enraya.web.problems import Busy, Cancelled

_Result = TypeVar("_Result")
_NICENESS = 10


@dataclass(slots=True, eq=False)
class Question(Generic[_Result]):
    """A question in the queue."""

    work: Callable[[Stop], _Result]
    client: str
    stop: Stop = field(default_factory=Stop)
    future: "Future[_Result]" = field(default_factory=Future)

    def cancel(self) -> None:
        """Withdraws it: it leaves the queue, or its thread is told to stop."""
        self.future.cancel()
        self.stop.set()


class FairQueue:
    """Jobs by client; the clients take turns."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most = most
        self.most_each = most_each
        self._waiting: OrderedDict[str, deque[Question[Any]]] = OrderedDict()
        self._unfinished: dict[str, int] = {}
        self._count = 0
        self._changed = threading.Condition()

    def put(self, job: Question[Any]) -> None:
        """Adds a job at the end of its client's queue.

        Raises:
            Busy: when too many wait, of this client or in all.
        """
        with self._changed:
            if self._unfinished.get(job.client, 0) >= self.most_each:
                raise Busy("too many of your questions are waiting; wait for an answer first")
            if self._count >= self.most:
                raise Busy("too many questions are waiting; try again in a moment")
            self._unfinished[job.client] = self._unfinished.get(job.client, 0) + 1
            self._waiting.setdefault(job.client, deque()).append(job)
            self._count += 1
            self._changed.notify()

    def take(self) -> Question[Any]:
        """The next job, as soon as there is one; its client goes to the end of the line."""
        with self._changed:
            while not self._waiting:
                self._changed.wait()
            client, jobs = self._waiting.popitem(last=False)
            job = jobs.popleft()
            self._count -= 1
            if jobs:
                self._waiting[client] = jobs
            return job

    def finish(self, job: Question[Any]) -> None:
        """Counts a job as done."""
        with self._changed:
            self._unfinished[job.client] -= 1
            if not self._unfinished[job.client]:
                del self._unfinished[job.client]

    @property
    def waiting(self) -> int:
        """How many jobs have not been started."""
        return self._count


class WorkQueue:
    """Threads that take jobs from a fair queue.

    Threads that must ``prepare`` do long work, so all other threads go first.
    """

    def __init__(
        self,
        name: str,
        workers: int,
        most: int,
        most_each: int,
        prepare: Callable[[], None] | None = None,
    ) -> None:
        self.queue = FairQueue(most, most_each)
        for number in range(workers):
            thread = threading.Thread(
                target=self._serve, args=(prepare,), name=f"{name}-{number}", daemon=True
            )
            thread.start()

    def _serve(self, prepare: Callable[[], None] | None) -> None:
        if prepare is not None:
            with suppress(OSError):  # the event loop and quick answers come first
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)
            prepare()
        while True:
            job = self.queue.take()
            if job.future.set_running_or_notify_cancel():
                try:
                    job.future.set_result(job.work(job.stop))
                except BaseException as error:  # noqa: BLE001  # raised where the question was asked
                    job.future.set_exception(error)
            self.queue.finish(job)
            del job

    async def ask(self, request: Request, client: str, work: Callable[[Stop], _Result]) -> _Result:
        """What ``work`` returns; it is stopped when the client goes away.

        Raises:
            Busy: when too many questions are already waiting.
            Cancelled: when the client has gone or withdrawn the question.
        """
        job = Question(work, client)
        self.queue.put(job)
        return await self.result(request, job)

    @staticmethod
    async def result(request: Request, job: Question[_Result]) -> _Result:
        """Waits for a job in the queue, or for its client to go away."""
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
