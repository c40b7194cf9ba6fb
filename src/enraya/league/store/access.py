"""Links and sessions: random secrets decide who may do what; only their hashes are kept.

A link is for people: the operator's, a team's own, or the one by which teams join. A browser or a
program exchanges its secret for a session, which ends with the link.
"""

import secrets
from collections.abc import Iterator
from hashlib import sha256
from time import time
from typing import Literal, NamedTuple

from enraya.arena.store.database import Database

LinkKind = Literal["operator", "team", "join"]
_SECRET_BYTES = 24
SECRET_LENGTH = 32
"""How many characters a secret has."""
MOST_SESSIONS = 50
"""How many sessions a link may have; the oldest ends when there are more."""


class Holder(NamedTuple):
    """The owner of a session or a link."""

    kind: LinkKind
    team: int | None


def hash_of(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()


class Link(NamedTuple):
    """A link as the store knows it, without its secret."""

    kind: str
    team: int | None
    created: float
    sessions: int
    """How many sessions were opened with it."""


class Access:
    """The links and sessions of a league; methods that change something want a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def new_link(self, kind: LinkKind, team: int | None = None) -> str:
        """The secret of a new link; the one before of this kind and team ends."""
        self.revoke(kind, team)
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        self._database.execute(
            "INSERT INTO links (hash, kind, team, created) VALUES (?, ?, ?, ?)",
            hash_of(secret), kind, team, time(),
        )  # fmt: skip
        return secret

    def revoke(self, kind: LinkKind, team: int | None = None) -> None:
        """Ends a link, and all sessions that were made with it."""
        which = "kind = ? AND team IS ?"
        self._database.execute(
            f"DELETE FROM sessions WHERE link IN (SELECT hash FROM links WHERE {which})",  # noqa: S608  # no input
            kind, team,
        )  # fmt: skip
        self._database.execute(f"DELETE FROM links WHERE {which}", kind, team)  # noqa: S608  # no input

    def link(self, secret: str) -> Holder | None:
        """The owner of the link with this secret."""
        query = "SELECT kind, team FROM links WHERE hash = ?"
        return next((Holder(*row) for row in self._database.query(query, hash_of(secret))), None)

    def links(self) -> Iterator[Link]:
        """All links, those of teams last."""
        query = (
            "SELECT kind, team, created, (SELECT count(*) FROM sessions WHERE link = links.hash) "
            "FROM links ORDER BY team, kind"
        )
        return (Link(*row) for row in self._database.query(query))

    def open_session(self, link_secret: str) -> str | None:
        """The secret of a new session for the owner of a link; None when there is no such link."""
        holder = self.link(link_secret)
        if holder is None or holder.kind == "join":
            return None
        secret, link = secrets.token_urlsafe(_SECRET_BYTES), hash_of(link_secret)
        self._database.execute(
            "DELETE FROM sessions WHERE hash IN (SELECT hash FROM sessions WHERE link = ? "
            "ORDER BY created DESC LIMIT -1 OFFSET ?)",
            link, MOST_SESSIONS - 1,
        )  # fmt: skip
        self._database.execute(
            "INSERT INTO sessions (hash, link, created) VALUES (?, ?, ?)",
            hash_of(secret), link, time(),
        )  # fmt: skip
        return secret

    def session(self, secret: str) -> Holder | None:
        """The owner of the session with this secret."""
        query = (
            "SELECT kind, team FROM sessions JOIN links ON links.hash = sessions.link "
            "WHERE sessions.hash = ?"
        )
        return next((Holder(*row) for row in self._database.query(query, hash_of(secret))), None)

    def close_session(self, secret: str) -> None:
        """Ends one session."""
        self._database.execute("DELETE FROM sessions WHERE hash = ?", hash_of(secret))
