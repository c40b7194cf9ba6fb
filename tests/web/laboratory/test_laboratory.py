"""Who asks a laboratory."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest
from fastapi import Request, Response

from enraya.web.laboratory.laboratory import (
    SESSION_COOKIE,
    Laboratory,
    visitor_of,
)
from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.sessions import Sessions
from enraya.web.server.settings import ServerSettings
from enraya.web.server.visitor import Visitor, remember_session


def request_of(*headers: tuple[str, str], scheme: str = "http", version: str = "1.1") -> Request:
    raw = [(name.encode(), value.encode()) for name, value in headers]
    place = {"scheme": scheme, "server": ("enraya.example", 443), "path": "/", "headers": raw}
    client = {"client": ("192.0.2.1", 1), "http_version": version}
    return Request({"type": "http", **place, **client})


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_browser_keeps_its_session_for_a_year_as_safely_as_it_came(scheme: str) -> None:
    response = Response()
    remember_session(request_of(scheme=scheme), response, SESSION_COOKIE, "secret")
    attributes = response.headers["set-cookie"].split("; ")
    assert f"Max-Age={365 * 24 * 60 * 60}" in attributes
    assert ("Secure" in attributes) == (scheme == "https")


@pytest.fixture(scope="module")
def sessions(tmp_path_factory: pytest.TempPathFactory) -> Sessions:
    return Sessions(open_database(tmp_path_factory.mktemp("sessions")))


def visitor(settings: ServerSettings, sessions: Sessions, request: Request) -> Visitor:
    """Who asks, as far as that can be said without asking the database."""
    laboratory = SimpleNamespace(settings=settings, sessions=sessions)
    return asyncio.run(visitor_of(request, cast(Laboratory, laboratory)))


def test_who_is_known_or_brings_nothing_makes_the_database_no_work(sessions: Sessions) -> None:
    settings = ServerSettings(has_operator=True)
    nobody = visitor(settings, sessions, request_of())
    assert nobody == Visitor("", "192.0.2.1", is_operator=False)
    secret, session = sessions.create(nobody)
    known = visitor(settings, sessions, request_of(("cookie", f"{SESSION_COOKIE}={secret}")))
    assert known == Visitor(session.name, "192.0.2.1", is_operator=False)


@pytest.mark.parametrize(
    ("request_", "is_operator"),
    [
        (request_of(), True),
        (request_of(version="2"), True),
        (request_of(version="1.0"), False),
        (request_of(("x-forwarded-for", "192.0.2.7")), False),
    ],
)
def test_a_request_that_a_proxy_may_have_passed_on_is_not_the_operators(
    sessions: Sessions, request_: Request, is_operator: bool
) -> None:
    assert visitor(ServerSettings(), sessions, request_).is_operator is is_operator
    secret, _ = sessions.create(Visitor("", "192.0.2.1", is_operator=False))
    cookie, version = f"{SESSION_COOKIE}={secret}", request_.scope["http_version"]
    again = request_of(*request_.headers.items(), ("cookie", cookie), version=version)
    assert visitor(ServerSettings(), sessions, again).is_operator is is_operator
