"""What the guard lets in, without the network; the rest is in the tests of the laboratory."""

import asyncio
from collections.abc import Sequence

import pytest
from starlette.types import Message, Receive, Scope, Send

from enraya.web.server.guard import Guard
from enraya.web.server.settings import ServerSettings

MOST = 100
SETTINGS = ServerSettings(max_body_bytes=MOST, names=frozenset({"lab.example.org"}))


def status(
    *headers: tuple[str, str], scheme: str = "http", pieces: Sequence[bytes] = (b"",)
) -> int:
    """The status of the answer to a request, 200 if the guard lets it in."""
    left, answers = list(pieces), list[Message]()

    async def receive() -> Message:
        return {"type": "http.request", "body": left.pop(0), "more_body": bool(left)}

    async def send(message: Message) -> None:
        answers.append(message)

    async def read(_scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["more_body"]:
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})

    sent = (("host", "lab.example.org"), *headers)
    scope: Scope = {
        "type": "http", "method": "POST", "path": "/api/games", "scheme": scheme,
        "headers": [(name.encode(), value.encode()) for name, value in sent],
        "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000),
    }  # fmt: skip
    asyncio.run(Guard(read, SETTINGS)(scope, receive, send))
    return int(answers[0]["status"])


@pytest.mark.parametrize(
    ("length", "answer"),
    [("0", 200), (str(MOST), 200), (str(MOST + 1), 413), ("9" * 40, 413), ("-1", 413), ("x", 413)],
)
def test_a_body_may_announce_at_most_the_bytes_that_are_allowed(length: str, answer: int) -> None:
    assert status(("content-length", length)) == answer


@pytest.mark.parametrize("second", ["lab.example.org", "evil.example"])
def test_a_request_with_two_hosts_is_refused(second: str) -> None:
    assert status(("host", second)) == 400


def test_the_bytes_of_a_body_are_counted_whatever_it_says() -> None:
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
def test_a_request_comes_from_where_the_page_does(scheme: str, origin: str, answer: int) -> None:
    assert status(("origin", origin), scheme=scheme) == answer
