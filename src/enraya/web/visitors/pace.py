"""How many requests one address may send: beyond that the answers get slower, not the others'."""

from asyncio import sleep
from http import HTTPStatus
from time import monotonic

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from enraya.web.problems import answer_to
from enraya.web.settings import ServerSettings
from enraya.web.visitors.limits import TooMany
from enraya.web.visitors.visitor import network_of

BURST_SECONDS = 20
"""How many seconds' worth of requests may come at once, as when a whole class opens the page."""
_SLOW_SECONDS = 1.0
"""How long the answer to one request too many takes: who sends it has to wait for it, too."""
_MOST = 10_000


class Pace:
    """ASGI middleware that gives every address the same number of requests a second."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app = app
        self._rate = float(settings.limits.requests)
        self._is_free = settings.is_personal
        self._spent: dict[str, tuple[float, float]] = {}
        """By address: the requests that are not yet forgotten, and when that was so."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request in, or refuses it after a while."""
        if scope["type"] != "http" or self._is_free or self._has_room(scope):
            await self._app(scope, receive, send)
            return
        await sleep(_SLOW_SECONDS)
        status, most = HTTPStatus.TOO_MANY_REQUESTS, round(self._rate)
        refusal = TooMany(status, "problem.limit_address", "requests", most, 1)
        await answer_to(Headers(scope=scope), refusal)(scope, receive, send)

    def _has_room(self, scope: Scope) -> bool:
        client = scope.get("client")
        address, now = network_of(client[0] if client else ""), monotonic()
        before, since = self._spent.get(address, (0.0, now))
        spent = max(before - (now - since) * self._rate, 0.0)
        has_room = spent < self._rate * BURST_SECONDS
        self._spent[address] = (spent + has_room, now)
        if len(self._spent) > _MOST:
            self._forget(now)
        return has_room

    def _forget(self, now: float) -> None:
        """Forgets addresses that have been quiet."""
        self._spent = {
            address: (spent, since)
            for address, (spent, since) in self._spent.items()
            if spent > (now - since) * self._rate
        }
