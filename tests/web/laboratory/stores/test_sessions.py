"""Sessions of browsers, known only by secrets that the server issued."""

from pathlib import Path

import httpx
import pytest
from fastapi import Request, Response

from enraya.web.laboratory.laboratory import SESSION_COOKIE
from enraya.web.laboratory.stores.database import FILE_NAME, open_database
from enraya.web.laboratory.stores.sessions import SEEN_EVERY_SECONDS, Sessions, name_of
from enraya.web.server.limits import TooMany
from enraya.web.server.settings import DAY_SECONDS, Share
from enraya.web.server.visitor import Visitor, remember_session
from tests.web.running import laboratory_client

SOMEBODY = Visitor("", "192.0.2.1", is_operator=False)


def test_a_session_is_found_only_by_its_secret_even_after_a_restart(tmp_path: Path) -> None:
    secret, made = Sessions(open_database(tmp_path)).create(SOMEBODY)
    again = Sessions(open_database(tmp_path))
    assert again.known(secret) is None
    found = again.find(secret)
    assert found is not None
    assert found.name == made.name
    assert again.known(secret) == found
    for invented in ("", "x", "x" * 32, "x" * 10_000):
        assert again.known(invented) is again.find(invented) is None


def test_a_secret_is_kept_only_by_its_browser(tmp_path: Path) -> None:
    secret, session = Sessions(open_database(tmp_path)).create(SOMEBODY)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob(f"{FILE_NAME}*"))
    assert session.name.encode() in kept
    assert secret.encode() not in kept
    assert name_of(secret) == session.name


def test_a_browser_gets_a_session_when_it_first_makes_something(tmp_path: Path) -> None:
    with laboratory_client(tmp_path) as client:
        assert not client.get("/").cookies
        assert not client.get("/api/position").cookies
        given = client.post("/api/games", json={}).headers["set-cookie"]
        assert given.startswith(f"{SESSION_COOKIE}=")
        assert "HttpOnly" in given
        assert "SameSite=strict" in given
        assert not client.post("/api/games", json={}).cookies, "it has one"
        assert client.get("/").cookies[SESSION_COOKIE] == client.cookies[SESSION_COOKIE]
        invented = {"cookie": f"{SESSION_COOKIE}={'x' * 32}"}
        other = httpx.post(f"{client.base_url}/api/games", json={}, headers=invented)
        assert other.cookies[SESSION_COOKIE] not in ("x" * 32, client.cookies[SESSION_COOKIE])


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_session_cookie_lasts_a_year_and_is_secure_over_https(scheme: str) -> None:
    response, place = Response(), {"server": ("enraya.example", 443), "path": "/", "headers": []}
    request = Request({"type": "http", "scheme": scheme, **place})
    remember_session(request, response, SESSION_COOKIE, "secret")
    attributes = response.headers["set-cookie"].split("; ")
    assert f"Max-Age={365 * 24 * 60 * 60}" in attributes
    assert ("Secure" in attributes) == (scheme == "https")


@pytest.mark.parametrize("share", [Share(1, 2, 100, 10), Share(1, 100, 3, 1)])
def test_above_the_limit_sessions_that_own_nothing_are_dropped(
    tmp_path: Path, share: Share
) -> None:
    database = open_database(tmp_path)
    sessions = Sessions(database, share)
    (empty, _), (_, owner) = (sessions.create(SOMEBODY) for _ in range(2))
    database.execute("INSERT INTO uploads VALUES ('a', ?, '', 'a', 0, '', '')", (owner.name,))
    with pytest.raises(TooMany):  # what they were made for may come in this moment
        sessions.create(SOMEBODY)
    database.execute("UPDATE sessions SET seen = seen - 3600")
    sessions.create(SOMEBODY)
    kept = {row["name"] for row in database.execute("SELECT name FROM sessions")}
    assert owner.name in kept
    assert sessions.known(empty) is None
    assert sessions.find(empty) is None
    with pytest.raises(TooMany):
        sessions.create(SOMEBODY)


def test_the_use_of_a_session_is_written_only_now_and_then(tmp_path: Path) -> None:
    database, now = open_database(tmp_path), [0.0]
    sessions = Sessions(database, clock=lambda: now[0])
    secret, _ = sessions.create(SOMEBODY)

    def seen() -> float:
        assert Sessions(database, clock=lambda: now[0]).find(secret)
        return float(database.execute("SELECT seen FROM sessions").fetchone()[0])

    now[0] = SEEN_EVERY_SECONDS - 1
    assert sessions.known(secret)
    assert seen() == 0
    now[0] = SEEN_EVERY_SECONDS
    assert sessions.known(secret) is None, "so that it is asked for, and noted"
    assert seen() == now[0]


def test_a_browser_is_forgotten_after_half_a_year(tmp_path: Path) -> None:
    sessions = Sessions(open_database(tmp_path), clock=lambda: 0.0)
    secret, _ = sessions.create(SOMEBODY)
    for days, is_kept in ((179, True), (181, False)):
        sessions.expire(days * DAY_SECONDS)
        assert (sessions.find(secret) is not None) == is_kept
