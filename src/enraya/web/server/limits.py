"""How much of a server one visitor may use, so that enough is left for the others."""

import sqlite3
from asyncio import sleep
from collections import Counter, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from http import HTTPStatus
from time import monotonic
from typing import Literal, NamedTuple

from fastapi.responses import StreamingResponse
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from enraya.texts import Sentence
from enraya.web.server.problems import Refusal, answer_to
from enraya.web.server.settings import ServerSettings, Share
from enraya.web.server.visitor import Visitor, network_of

Table = Literal["games", "link_games", "runs", "uploads"]
STORED_RETRY_SECONDS = 3_600
"""When to retry after a limit on stored things, which only deletion or time makes room for."""
PASSING_RETRY_SECONDS = 2
BURST_SECONDS = 20
"""How many seconds' worth of requests may come at once, as when a class opens the page."""
_SLOW_SECONDS = 1.0
"""How long a request over the limit waits for its refusal, which slows its sender down."""
MOST_ADDRESSES = 10_000
"""How many addresses are remembered before quiet ones are forgotten."""


class Usage(NamedTuple):
    """How much of something there is: of a browser, of an address, and in all."""

    session: int
    address: int
    total: int


class TooMany(Refusal):
    """A visitor, or all visitors together, have reached a limit."""

    def __init__(self, status: HTTPStatus, key: str, what: str, most: int, retry: int) -> None:
        sentence = Sentence(key, what=Sentence(f"limit.{what}"), most=most)
        super().__init__(status, "too_many", sentence, retry_seconds=retry)


def check_share(
    what: str, share: Share, visitor: Visitor, held: Usage, retry: int = STORED_RETRY_SECONDS
) -> None:
    """Refuses a visitor one more of something when a limit is reached.

    Args:
        what: the name of what is counted; the catalogues have a text ``limit.WHAT``.
        share: the limits.
        visitor: who asks; the operator is bound only by the total.
        held: how much there is already.
        retry: after how many seconds to try again.

    Raises:
        TooMany: when a limit is reached; the message states it.
    """
    if held.total >= share.total:
        raise TooMany(HTTPStatus.CONFLICT, "problem.limit_total", what, share.total, retry)
    if visitor.is_operator:
        return
    status = HTTPStatus.TOO_MANY_REQUESTS
    if held.session >= share.session:
        raise TooMany(status, "problem.limit_session", what, share.session, retry)
    if held.address >= share.address:
        raise TooMany(status, "problem.limit_address", what, share.address, retry)
    if held.total >= share.total - share.reserve and held.address >= share.modest:
        raise TooMany(status, "problem.limit_reserve", what, share.modest, retry)


def held_in(
    database: sqlite3.Connection, table: Table, visitor: Visitor, which: str = "1"
) -> Usage:
    """How many rows of a table belong to a visitor, to their address, and to all.

    For the operator, only the total is counted.

    Args:
        database: has the table, with columns `owner` and `address`.
        table: its name.
        visitor: whose rows are counted.
        which: an SQL condition on the rows that count.
    """

    def count(condition: str, *values: str) -> int:
        query = f"SELECT count(*) FROM {table} WHERE {condition} AND {which}"  # noqa: S608  # no input
        (found,) = database.execute(query, values).fetchone()
        return int(found)

    if visitor.is_operator:
        return Usage(0, 0, count("1"))
    address = count("owner != '' AND address = ?", visitor.address)
    return Usage(count("owner = ?", visitor.owner), address, count("1"))


class InUse:
    """Counts what visitors use for a while, such as streams; used in the event loop only.

    Args:
        what: the name of what is counted; the catalogues have a text ``limit.WHAT``.
        share: the limits.
    """

    def __init__(self, what: str, share: Share) -> None:
        self._what, self._share = what, share
        self._sessions: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    @contextmanager
    def by(self, visitor: Visitor) -> Iterator[None]:
        """Counts a use by a visitor while the block lasts.

        Raises:
            TooMany: when a limit is reached.
        """
        # a visitor without a session is one of many at their address, not one browser
        mine = self._sessions[visitor.session] if visitor.session else 0
        held = Usage(mine, self._addresses[visitor.address], self._addresses.total())
        check_share(self._what, self._share, visitor, held, PASSING_RETRY_SECONDS)
        counted = (self._sessions, visitor.session), (self._addresses, visitor.address)
        for counter, name in counted:
            counter[name] += 1
        try:
            yield
        finally:
            for counter, name in counted:
                counter[name] -= 1
                if not counter[name]:
                    del counter[name]


class LimitedStream(StreamingResponse):
    """A stream of events that counts as in use until it ends for any reason.

    Args:
        events: the events, as text.
        in_use: counts the streams.
        visitor: who follows the stream.
        headers: further headers of the response.
    """

    def __init__(
        self,
        events: AsyncIterator[str],
        in_use: InUse,
        visitor: Visitor,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(events, media_type="text/event-stream", headers=headers)
        self._in_use, self._visitor = in_use, visitor

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends the events.

        Raises:
            TooMany: before anything is sent, when the visitor has too many streams.
        """
        with self._in_use.by(self._visitor):
            await super().__call__(scope, receive, send)


class RequestRate:
    """ASGI middleware that limits the requests per second of every address."""

    def __init__(
        self,
        app: ASGIApp,
        settings: ServerSettings,
        clock: Callable[[], float] = monotonic,
        pause: Callable[[float], Awaitable[None]] = sleep,
    ) -> None:
        self._app = app
        self._clock = clock
        self._pause = pause
        self._rate = float(settings.limits.requests)
        self._is_free = settings.is_personal
        self._spent: dict[str, tuple[float, float]] = {}
        """A leaky bucket for each address: its level, and when that was measured."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on, or refuses it after a delay."""
        if scope["type"] != "http" or self._is_free or self._has_room(scope):
            await self._app(scope, receive, send)
            return
        await self._pause(_SLOW_SECONDS)
        status, most = HTTPStatus.TOO_MANY_REQUESTS, round(self._rate)
        refusal = TooMany(status, "problem.limit_address", "requests", most, 1)
        await answer_to(Headers(scope=scope), refusal)(scope, receive, send)

    def _has_room(self, scope: Scope) -> bool:
        client = scope.get("client")
        address, now = network_of(client[0] if client else ""), self._clock()
        before, since = self._spent.get(address, (0.0, now))
        spent = max(before - (now - since) * self._rate, 0.0)
        has_room = spent < self._rate * BURST_SECONDS
        self._spent[address] = (spent + has_room, now)
        if len(self._spent) > MOST_ADDRESSES:
            self._forget(now)
        return has_room

    def _forget(self, now: float) -> None:
        """Forgets addresses whose buckets have drained."""
        self._spent = {
            address: (spent, since)
            for address, (spent, since) in self._spent.items()
            if spent > (now - since) * self._rate
        }


class Attempts:
    """Counts wrong secrets from each address, forgotten after some minutes; for one thread."""

    MOST = 30
    SECONDS = 600.0

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._wrong: dict[str, deque[float]] = {}

    def are_too_many(self, address: str) -> bool:
        """Whether an address has to wait before it may try again."""
        times = self._wrong.get(address)
        while times and self._clock() - times[0] > self.SECONDS:
            times.popleft()
        return times is not None and len(times) >= self.MOST

    def note(self, address: str) -> None:
        """Counts a wrong secret from an address."""
        if len(self._wrong) >= MOST_ADDRESSES:
            self._wrong = {
                one: times for one, times in self._wrong.items() if self.are_too_many(one)
            }
        self._wrong.setdefault(address, deque(maxlen=self.MOST)).append(self._clock())
