"""What the guard lets in, without the network."""

import asyncio
from collections.abc import Sequence

import pytest
from starlette.types import Message, Receive, Scope, Send

from enraya.web.server.guard import Guard
from enraya.web.server.settings import ServerSettings

MOST = 100
SETTINGS = ServerSettings(max_body_bytes=MOST, names=frozenset({"lab.example.org"}))
OTHER_SITE = ("sec-fetch-site", "cross-site")


def status(
    *headers: tuple[str, str], method: str = "POST", path: str = "/api/games", scheme: str = "http",
    pieces: Sequence[bytes] = (b"",),
) -> int:  # fmt: skip
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

    raw = [(name.encode(), value.encode()) for name, value in headers]
    if not any(name == "host" for name, _ in headers):
        raw.append((b"host", b"lab.example.org"))
    place = {"method": method, "path": path, "scheme": scheme, "headers": raw, "query_string": b""}
    ends = {"client": ("127.0.0.1", 1), "server": ("127.0.0.1", 8000)}
    asyncio.run(Guard(read, SETTINGS)({"type": "http", **place, **ends}, receive, send))
    return int(answers[0]["status"])


@pytest.mark.parametrize(
    ("length", "answer"),
    [("0", 200), (str(MOST), 200), (str(MOST + 1), 413), ("9" * 40, 413), ("-1", 413), ("x", 413)],
)
def test_a_body_may_say_that_it_has_so_many_bytes(length: str, answer: int) -> None:
    assert status(("content-length", length)) == answer


def test_a_body_may_have_so_many_bytes_whatever_it_says() -> None:
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


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_what_a_browser_calls_our_own_is_let_in(site: str) -> None:
    assert status(("sec-fetch-site", site)) == 200


@pytest.mark.parametrize(
    ("method", "mode", "answer"),
    [("GET", "navigate", 200), ("GET", "cors", 403), ("POST", "navigate", 403)],
)
def test_another_site_may_link_here_and_nothing_else(method: str, mode: str, answer: int) -> None:
    assert status(OTHER_SITE, ("sec-fetch-mode", mode), method=method) == answer


@pytest.mark.parametrize(
    ("method", "path", "answer"),
    [
        ("GET", "/static/css/base.css", 200),
        ("POST", "/static/css/base.css", 403),
        ("GET", "/api/information", 403),
    ],
)
def test_under_another_name_there_is_only_what_the_refusal_needs(
    method: str, path: str, answer: int
) -> None:
    assert status(("host", "evil.example"), method=method, path=path) == answer


def test_what_is_no_request_goes_on() -> None:
    seen = []

    async def note(scope: Scope, _receive: Receive, _send: Send) -> None:
        seen.append(scope["type"])

    async def receive() -> Message:
        raise AssertionError

    async def send(_: Message) -> None:
        raise AssertionError

    asyncio.run(Guard(note, SETTINGS)({"type": "lifespan"}, receive, send))
    assert seen == ["lifespan"]
