"""How many requests an address may send before its answers get slower."""

import asyncio
from dataclasses import replace

import pytest
from starlette.types import Message, Receive, Scope, Send

from enraya.web.server import limits
from enraya.web.server.limits import BURST_SECONDS, RequestRate
from enraya.web.server.settings import Limits, ServerSettings

RATE = 3
MOST = RATE * BURST_SECONDS
SETTINGS = ServerSettings(is_local=False, limits=Limits()._replace(requests=RATE))


class Door:
    """A server behind the middleware, and a clock that stands still."""

    def __init__(self, settings: ServerSettings = SETTINGS) -> None:
        self.now = 1000.0
        self.paused = 0
        self._answers: list[int] = []
        self.rate = RequestRate(self._let_in, settings, lambda: self.now, self._sleep)

    async def _sleep(self, _seconds: float) -> None:
        self.paused += 1

    async def _let_in(self, _scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    def ask(self, address: str | None = "192.0.2.1", kind: str = "http") -> int:
        """The status of the answer to one request."""

        async def send(message: Message) -> None:
            self._answers.append(message.get("status", 0))

        async def receive() -> Message:
            return {"type": "http.request"}

        client = None if address is None else (address, 1)
        scope: Scope = {"type": kind, "method": "GET", "path": "/", "headers": [], "client": client}
        self._answers.clear()
        asyncio.run(self.rate(scope, receive, send))
        return self._answers[0]


@pytest.fixture
def door() -> Door:
    return Door()


def test_one_request_too_many_is_refused_after_a_while(door: Door) -> None:
    assert [door.ask() for _ in range(MOST)] == [200] * MOST
    assert door.paused == 0
    assert (door.ask(), door.paused) == (429, 1)
    assert door.ask("192.0.2.2") == 200
    assert door.ask(kind="lifespan") == 200


def test_requests_are_forgotten_at_their_rate(door: Door) -> None:
    for _ in range(MOST):
        door.ask()
    door.now += 1.0
    assert [door.ask() for _ in range(RATE + 1)] == [200] * RATE + [429]
    door.now += 1000.0
    assert [door.ask() for _ in range(MOST + 1)] == [200] * MOST + [429]


def test_only_addresses_that_were_quiet_are_forgotten_when_there_are_many(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "_MOST", 2)
    for _ in range(RATE):
        door.ask("192.0.2.9")
    door.now += 1.0
    for _ in range(MOST):
        door.ask()
    assert door.rate._spent.keys() == {"192.0.2.1", "192.0.2.9"}
    door.ask("192.0.2.2")
    assert door.rate._spent.keys() == {"192.0.2.1", "192.0.2.2"}
    assert door.ask() == 429


def test_one_person_alone_and_visitors_without_an_address_are_served(door: Door) -> None:
    assert door.ask(None) == 200
    alone = Door(replace(SETTINGS, is_local=True))
    assert {alone.ask() for _ in range(MOST + 2)} == {200}
