"""Requests that the guard accepts, without a network; the laboratory's tests have the rest."""

import asyncio
from collections.abc import AsyncIterator, Sequence

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from enraya.web.server.guard import Guard
from enraya.web.server.settings import ServerSettings

MOST = 100
NAME = "lab.example.org"
SETTINGS = ServerSettings(max_body_bytes=MOST, names=frozenset({NAME}))


async def read(scope: Scope, receive: Receive, send: Send) -> None:
    """Answers once it has read everything."""
    await Request(scope, receive).body()
    await Response()(scope, receive, send)


def status(
    *headers: tuple[str, str], scheme: str = "http", pieces: Sequence[bytes] = (b"",)
) -> int:
    """The status of the answer to a request, 200 if the guard lets it in."""

    async def body() -> AsyncIterator[bytes]:
        for piece in pieces:
            yield piece

    async def ask() -> int:
        transport = httpx.ASGITransport(Guard(read, SETTINGS))
        async with httpx.AsyncClient(transport=transport) as client:
            sent = [("host", NAME), *headers]
            address = f"{scheme}://{NAME}/api/games"
            return (await client.post(address, headers=sent, content=body())).status_code

    return asyncio.run(ask())


@pytest.mark.parametrize(
    ("length", "answer"),
    [("0", 200), (str(MOST), 200), (str(MOST + 1), 413), ("9" * 40, 413), ("-1", 413), ("x", 413)],
)
def test_a_body_that_announces_too_many_bytes_is_refused(length: str, answer: int) -> None:
    assert status(("content-length", length)) == answer


@pytest.mark.parametrize("second", ["lab.example.org", "evil.example"])
def test_a_request_with_two_hosts_is_refused(second: str) -> None:
    assert status(("host", second)) == 400


def test_bytes_of_a_body_are_counted_whatever_its_header_announces() -> None:
    half = b"x" * (MOST // 2)
    assert status(pieces=[half, half]) == 200
    with pytest.raises(Exception, match=f"at most {MOST} bytes"):  # which the application answers
        status(pieces=[half, half, b"x"])


@pytest.mark.parametrize(
    ("scheme", "origin", "answer"),
    [
        ("https", "https://lab.example.org", 200),
        ("https", "https://LAB.example.org:443", 200),
        ("https", "http://lab.example.org", 403),
        ("http", "http://lab.example.org:80", 200),
        ("http", "https://lab.example.org", 200),
        ("http", "http://lab.example.org:8000", 403),
        ("http", "null", 403),
    ],
)
def test_only_requests_from_the_origin_of_the_page_are_accepted(
    scheme: str, origin: str, answer: int
) -> None:
    assert status(("origin", origin), scheme=scheme) == answer
