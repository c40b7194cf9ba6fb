"""Connections that are idle, slow or too many, and a client that does not read."""

import logging
import select
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from enraya.web.server import connections
from enraya.web.server.connections import Connections
from enraya.web.server.forwarding import THIS_MACHINE
from enraya.web.server.limits import TooMany
from enraya.web.server.settings import Limits, ServerSettings, Share
from tests.web.running import begin, client_of, running_laboratory

LIMITS = Limits()._replace(connections=Share(8, 20, 60, 10))
TOO_MANY, FULL = HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.CONFLICT
HEAD = "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.fixture
def hasty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A laboratory that waits half a second for everything."""
    for name in ("HEAD_SECONDS", "BODY_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(connections, name, 0.5)
    monkeypatch.setattr("enraya.web.server.serving.IDLE_SECONDS", 0.5)
    with running_laboratory(tmp_path, has_operator=True, limits=LIMITS) as address:
        yield address


def connect(address: str, host: str = "127.0.0.1") -> socket.socket:
    parts = urlsplit(address)
    connection = socket.create_connection((parts.hostname, parts.port), 60, (host, 0))
    connection.settimeout(60)
    return connection


def send_for_ever(connection: socket.socket, piece: bytes) -> None:
    """Sends the same until the connection is closed, or a hundred megabytes."""
    for _ in range(100_000_000 // len(piece)):
        connection.sendall(piece)


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes the connection, after what it may still send."""
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    return True  # else it would have timed out


@pytest.mark.parametrize(
    "sent",
    [
        "",
        "GET / HT",
        HEAD.format(method="GET", path="/"),
        HEAD.format(method="POST", path="/api/games") + "Content-Length: 9\r\n\r\n{",
        HEAD.format(method="GET", path="/api/position") + "Content-Length: 9\r\n\r\n{",
        HEAD.format(method="GET", path="/api/position") + "\r\n",
        HEAD.format(method="GET", path="/api/position") + "\r\n" + "GET / HT",
    ],
    ids=["nothing", "line", "head", "body", "body nobody reads", "idle", "second head"],
)
def test_a_client_that_sends_nothing_for_too_long_is_disconnected(hasty: str, sent: str) -> None:
    with connect(hasty) as connection:
        connection.sendall(sent.encode())
        assert is_closed(connection)


def test_a_client_that_does_not_read_is_disconnected(hasty: str) -> None:
    wanted = HEAD.format(method="GET", path="/api/openapi.json").encode() + b"\r\n"
    with connect(hasty) as connection:
        connection.sendall(wanted * 200)
        poll = select.poll()
        poll.register(connection, 0)  # to hear only of its end
        assert poll.poll(60_000)


def test_a_long_thought_does_not_time_out(hasty: str) -> None:
    with client_of(hasty) as client:
        game = begin(client, "/api/games", first="mcts(seconds=1.5)", second="human", seconds=1.5)
        assert client.post(f"{game}/reply").status_code == 200


def test_no_address_can_use_up_all_connections(tmp_path: Path) -> None:
    with running_laboratory(tmp_path, has_operator=True, limits=LIMITS) as address:
        with ExitStack() as stack:
            for _ in range(40):
                stack.enter_context(connect(address))
            refused = stack.enter_context(connect(address))
            assert refused.recv(100).startswith(b"HTTP/1.1 429 ")
            with client_of(address, "127.0.0.2") as other:
                assert other.get("/api/position").status_code == 200
            for host in ("127.0.0.3", "127.0.0.4"):
                for _ in range(20):
                    stack.enter_context(connect(address, host))
            with client_of(address, "127.0.0.5") as other:  # from the reserve
                assert other.get("/api/position").status_code == 200
            for number in range(6, 16):
                stack.enter_context(connect(address, f"127.0.0.{number}"))
            assert stack.enter_context(connect(address)).recv(100).startswith(b"HTTP/1.1 503 ")
        with client_of(address) as client:
            assert client.get("/api/position").status_code == 200


@pytest.mark.parametrize("sent", ["GET /", HEAD.format(method="GET", path="/") + "X-A: "])
def test_request_headers_have_a_maximum_length(hasty: str, sent: str) -> None:
    with connect(hasty) as connection:
        connection.sendall(sent.encode())
        with pytest.raises(ConnectionError):
            send_for_ever(connection, b"a" * 10_000)
    assert httpx.get(f"{hasty}/api/position").status_code == 200


def test_headers_and_bodies_up_to_the_maximum_are_answered(address: str) -> None:
    with connect(address) as connection:
        for _ in range(3):  # each counts by itself
            head = HEAD.format(method="POST", path="/api/games") + f"X-A: {'a' * 30_000}\r\n"
            body = "{" + " " * 150_000 + "}"
            kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
            connection.sendall(f"{head}{kind}{body}".encode())
            assert connection.recv(100_000).startswith(b"HTTP/1.1 201 ")


def test_a_web_socket_request_is_answered_without_a_log_message(
    address: str, caplog: pytest.LogCaptureFixture
) -> None:
    said = logging.getLogger("uvicorn.error")
    said.addHandler(caplog.handler)
    wanted = {"Connection": "Upgrade", "Upgrade": "websocket"}
    assert httpx.get(f"{address}/api/position", headers=wanted).status_code == 200
    said.removeHandler(caplog.handler)
    assert caplog.messages == []


def test_a_client_that_pipelines_many_requests_is_disconnected(address: str) -> None:
    wanted = HEAD.format(method="GET", path="/api/position").encode() + b"\r\n"
    with connect(address) as connection:
        connection.sendall(wanted * 5)
        answers = b""
        while answers.count(b"HTTP/1.1 200 ") < 5:
            answers += connection.recv(1 << 16)
        with pytest.raises(ConnectionError):
            send_for_ever(connection, wanted * 200)


PUBLIC, LOCAL, PROXIED = {"has_operator": True}, {"is_local": True}, {"proxies": THIS_MACHINE}
ONE, HERE = ["192.0.2.1"], ["127.0.0.1"]


@pytest.mark.parametrize(
    ("total", "settings", "hosts", "answers"),
    [
        (20, PUBLIC, ONE * 5, [None, None, None, TOO_MANY, TOO_MANY]),
        (5, PUBLIC, ["::1", "::1", *ONE * 2, "192.0.2.3"], [None, None, None, TOO_MANY, None]),
        (5, PUBLIC, [f"192.0.2.{number}" for number in range(1, 7)], [None] * 5 + [FULL]),
        (6, LOCAL, HERE * 7, [None] * 6 + [FULL]),
        (6, PROXIED, HERE * 7, [None] * 6 + [FULL]),
        (20, PROXIED, ONE * 4, [None, None, None, TOO_MANY]),
    ],
    ids=["one address", "the reserve", "all together", "alone", "a proxy", "not the proxy"],
)
def test_each_address_and_the_whole_server_have_limits(
    total: int, settings: dict[str, Any], hosts: list[str], answers: list[int | None]
) -> None:
    limits = Limits()._replace(connections=Share(2, 3, total, 2))
    counted = Connections(ServerSettings(limits=limits, **settings))
    with ExitStack() as held:

        def enter(host: str) -> int | None:
            """The status of the refusal, if there is one."""
            try:
                held.enter_context(counted.by(host))
            except TooMany as refusal:
                return refusal.status_code
            return None

        assert [enter(host) for host in hosts] == answers
