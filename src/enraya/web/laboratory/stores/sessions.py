"""Sessions: what the server has given browsers so that it knows them again.

A session is a random secret in a cookie. The server keeps only its hash, which is the session's
name: a copy of the database gives no access, and an invented cookie is no session.
"""

import secrets
import sqlite3
from collections import OrderedDict
from collections.abc import Callable
from contextlib import closing, suppress
from hashlib import sha256
from http import HTTPStatus
from time import time
from typing import NamedTuple

from enraya.web.laboratory.stores.database import open_database
from enraya.web.server.limits import Usage, check_share
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import KEPT_SECONDS, Limits, ServerSettings, Share
from enraya.web.server.visitor import Visitor

MAX_KNOWN = 10_000
"""How many sessions are kept in memory, so that most requests ask no database."""
SEEN_EVERY_SECONDS = 3_600.0
"""How often it is noted that a session is in use."""
_NEW_SECONDS = 60.0
"""How long a session is certainly kept: what it was made for may not be in the database yet."""
_OWNS_NOTHING = " AND ".join(
    f"NOT EXISTS (SELECT 1 FROM {table} WHERE owner = sessions.name)"  # noqa: S608  # no input
    for table in ("games", "runs", "uploads")
)
_SECRET_BYTES = 24
_SECRET_LENGTH = 32
"""The length of a secret in a cookie."""


class BrowserSession(NamedTuple):
    """A browser that the server knows."""

    name: str
    is_operator: bool
    seen: float
    """When it was last noted to be in use, in seconds since 1970."""


def name_of(secret: str) -> str:
    """The name of the session with this secret."""
    return sha256(secret.encode()).hexdigest()[:_SECRET_LENGTH]


class Sessions:
    """The sessions of a laboratory; everything but `known` is for the thread of the database.

    Args:
        database: has the table.
        share: how many one address may have.
        clock: gives the seconds since 1970.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        share: Share | None = None,
        clock: Callable[[], float] = time,
    ) -> None:
        self._database = database
        self._share = share or Limits().sessions
        self._clock = clock
        self._known: OrderedDict[str, BrowserSession] = OrderedDict()

    def known(self, secret: str) -> BrowserSession | None:
        """The session with this secret if it was in use lately, without asking the database."""
        found = self._known.get(name_of(secret))
        return found if found and self._clock() - found.seen < SEEN_EVERY_SECONDS else None

    def find(self, secret: str) -> BrowserSession | None:
        """The session with this secret, noted as in use; else None."""
        if len(secret) != _SECRET_LENGTH:
            return None
        name, now = name_of(secret), self._clock()
        row = self._database.execute(
            "SELECT is_operator, seen FROM sessions WHERE name = ?", (name,)
        ).fetchone()
        if row is None:
            return None
        if now - row["seen"] >= SEEN_EVERY_SECONDS:
            with suppress(sqlite3.OperationalError):  # locked: it can be noted another time
                self._database.execute("UPDATE sessions SET seen = ? WHERE name = ?", (now, name))
        return self._remember(BrowserSession(name, bool(row["is_operator"]), now))

    def create(self, visitor: Visitor) -> tuple[str, BrowserSession]:
        """A new session for a browser without one, and its secret, which is kept nowhere else.

        Raises:
            TooMany: when their address has too many.
        """
        self._make_room(visitor.address)
        check_share("sessions", self._share, visitor, self._held(visitor.address))
        secret, now = secrets.token_urlsafe(_SECRET_BYTES), self._clock()
        session = BrowserSession(name_of(secret), False, now)
        self._database.execute(
            "INSERT INTO sessions (name, address, is_operator, created, seen) "
            "VALUES (?, ?, 0, ?, ?)",
            (session.name, visitor.address, now, now),
        )
        return secret, self._remember(session)

    def _held(self, address: str) -> Usage:
        query = "SELECT count(*) FROM sessions"
        (total,) = self._database.execute(query).fetchone()
        (theirs,) = self._database.execute(f"{query} WHERE address = ?", (address,)).fetchone()
        return Usage(0, theirs, total)

    def _make_room(self, address: str) -> None:
        """Forgets a browser to which nothing belongs where there are too many.

        Such a browser loses nothing: it gets another session when it needs one. Without this, a
        visitor who sends refused requests and keeps no cookies would use up the sessions of their
        address for half a year.
        """
        held, share = self._held(address), self._share
        if held.address >= share.address:
            self._forget_empty("address = ?", address)
        elif held.total >= share.total - share.reserve:
            self._forget_empty("?", 1)

    def _forget_empty(self, which: str, value: object) -> None:
        query = (
            f"DELETE FROM sessions WHERE name = (SELECT name FROM sessions WHERE {which} "  # noqa: S608  # no input
            f"AND seen < ? AND NOT is_operator AND {_OWNS_NOTHING} ORDER BY seen LIMIT 1) "
            "RETURNING name"
        )
        for row in self._database.execute(query, (value, self._clock() - _NEW_SECONDS)).fetchall():
            self._known.pop(row["name"], None)

    def new_operator_link(self) -> str:
        """The secret of a new link for the operator; the one before is no longer valid."""
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        self._database.execute("DELETE FROM operator_links")
        self._database.execute("INSERT INTO operator_links VALUES (?)", (name_of(secret),))
        return secret

    def make_operator(self, visitor: Visitor, secret: str) -> None:
        """Gives a browser the rights of the operator, for the secret of the link.

        Raises:
            Refusal: when it is not.
        """
        query = "SELECT 1 FROM operator_links WHERE name = ?"
        if self._database.execute(query, (name_of(secret),)).fetchone() is None:
            raise Refusal(
                HTTPStatus.FORBIDDEN, "wrong_secret", "this link makes nobody the operator"
            )
        self._set_operator(visitor.session, True)

    def leave_operator(self, visitor: Visitor) -> None:
        """Makes a browser an ordinary visitor's again."""
        self._set_operator(visitor.session, False)

    def _set_operator(self, name: str, is_operator: bool) -> None:
        self._database.execute(
            "UPDATE sessions SET is_operator = ? WHERE name = ?", (is_operator, name)
        )
        self._known.pop(name, None)

    def expire(self, now: float) -> None:
        """Forgets browsers that have not been seen for long."""
        rows = self._database.execute(
            "DELETE FROM sessions WHERE seen < ? AND NOT is_operator RETURNING name",
            (now - KEPT_SECONDS["session"],),
        )
        for row in rows.fetchall():
            self._known.pop(row["name"], None)

    def _remember(self, session: BrowserSession) -> BrowserSession:
        self._known[session.name] = session
        while len(self._known) > MAX_KNOWN:
            self._known.popitem(last=False)
        return session


def operator_link(settings: ServerSettings) -> str:
    """The secret of a new link that makes a browser the operator's; earlier links end.

    Raises:
        InvalidSetting: when the store cannot be used.
    """
    with closing(open_database(settings.store)) as database:
        return Sessions(database).new_operator_link()
