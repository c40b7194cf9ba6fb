"""Sessions, by which the server recognises browsers.

A session is a random secret in a cookie. The server stores only its hash, which is the session's
name: a copy of the database gives no access, and an invented secret belongs to no session.
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
"""How many sessions are cached in memory, so that most requests need no database."""
SEEN_EVERY_SECONDS = 3_600.0
"""How often the last use of a session is stored."""
_NEW_SECONDS = 60.0
"""How long a new session is always kept: what it was made for may not be stored yet."""
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
    """When its last use was stored, in seconds since 1970."""


def name_of(secret: str) -> str:
    """The name of the session with this secret: a hash of it."""
    return sha256(secret.encode()).hexdigest()[:_SECRET_LENGTH]


class Sessions:
    """The sessions of a laboratory; all methods but `known` are for the thread of the database.

    Args:
        database: the database of the laboratory.
        share: how many sessions an address may have, and all together.
        clock: gives the time in seconds since 1970.
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
        """The session with this secret if it is in memory and was used recently; else None."""
        found = self._known.get(name_of(secret))
        return found if found and self._clock() - found.seen < SEEN_EVERY_SECONDS else None

    def find(self, secret: str) -> BrowserSession | None:
        """The session with this secret, marked as in use, or None."""
        if len(secret) != _SECRET_LENGTH:
            return None
        name, now = name_of(secret), self._clock()
        row = self._database.execute(
            "SELECT is_operator, seen FROM sessions WHERE name = ?", (name,)
        ).fetchone()
        if row is None:
            return None
        if now - row["seen"] >= SEEN_EVERY_SECONDS:
            with suppress(sqlite3.OperationalError):  # locked: stored later
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
        """Deletes one session that owns nothing if there are too many.

        Its browser loses nothing: it gets another session when it needs one. Otherwise, a visitor
        who sends refused requests without cookies would use up the sessions of their address for
        half a year.
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
        """The secret of a new link for the operator; earlier links stop working."""
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        self._database.execute("DELETE FROM operator_links")
        self._database.execute("INSERT INTO operator_links VALUES (?)", (name_of(secret),))
        return secret

    def make_operator(self, visitor: Visitor, secret: str) -> None:
        """Gives a browser the rights of the operator, if this is the secret of the operator's link.

        Raises:
            Refusal: when it is not that secret.
        """
        query = "SELECT 1 FROM operator_links WHERE name = ?"
        if self._database.execute(query, (name_of(secret),)).fetchone() is None:
            raise Refusal(
                HTTPStatus.FORBIDDEN, "wrong_secret", "this is not the operator's latest link"
            )
        self._set_operator(visitor.session, True)

    def leave_operator(self, visitor: Visitor) -> None:
        """Takes the rights of the operator from a browser."""
        self._set_operator(visitor.session, False)

    def _set_operator(self, name: str, is_operator: bool) -> None:
        self._database.execute(
            "UPDATE sessions SET is_operator = ? WHERE name = ?", (is_operator, name)
        )
        self._known.pop(name, None)

    def expire(self, now: float) -> None:
        """Deletes sessions that have not been used for long, except the operator's."""
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
    """The secret of a new link that makes a browser the operator's; earlier links stop working.

    Raises:
        InvalidSetting: when the store cannot be used.
    """
    with closing(open_database(settings.store)) as database:
        return Sessions(database).new_operator_link()
