"""Links and sessions: random secrets that grant rights; only their hashes are stored.

A link is for people: the operator has one, each team has one, and the join link lets teams join. A
browser or a program exchanges the secret of a link for a session, which ends when the link is
revoked.
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
"""How many sessions a link may have at once; a further one ends the oldest."""


class Holder(NamedTuple):
    """Who holds a session or a link: the operator, a team, or anyone with the join link."""

    kind: LinkKind
    team: int | None


def hash_of(secret: str) -> str:
    """The hash of a secret, under which it is stored."""
    return sha256(secret.encode()).hexdigest()


class Link(NamedTuple):
    """A link as it is stored, without its secret."""

    kind: str
    team: int | None
    created: float
    sessions: int
    """How many sessions are open with this link."""


class Access:
    """The links and sessions of a league; call methods that change them inside a transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def new_link(self, kind: LinkKind, team: int | None = None) -> str:
        """Makes a link and returns its secret; revokes the previous link of this kind and team."""
        self.revoke(kind, team)
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        self._database.execute(
            "INSERT INTO links (hash, kind, team, created) VALUES (?, ?, ?, ?)",
            hash_of(secret), kind, team, time(),
        )  # fmt: skip
        return secret

    def revoke(self, kind: LinkKind, team: int | None = None) -> None:
        """Deletes the link of this kind and team, and all sessions opened with it."""
        which = "kind = ? AND team IS ?"
        self._database.execute(
            f"DELETE FROM sessions WHERE link IN (SELECT hash FROM links WHERE {which})",  # noqa: S608  # no input
            kind, team,
        )  # fmt: skip
        self._database.execute(f"DELETE FROM links WHERE {which}", kind, team)  # noqa: S608  # no input

    def link(self, secret: str) -> Holder | None:
        """The holder of the link with this secret; None if there is no such link."""
        query = "SELECT kind, team FROM links WHERE hash = ?"
        return next((Holder(*row) for row in self._database.query(query, hash_of(secret))), None)

    def links(self) -> Iterator[Link]:
        """All links, those of teams last, without their secrets."""
        query = (
            "SELECT kind, team, created, (SELECT count(*) FROM sessions WHERE link = links.hash) "
            "FROM links ORDER BY team, kind"
        )
        return (Link(*row) for row in self._database.query(query))

    def open_session(self, link_secret: str) -> str | None:
        """Opens a session for the holder of a link and returns its secret.

        Returns None when there is no such link, or it is a join link.
        """
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
        """The holder of the session with this secret; None if there is no such session."""
        query = (
            "SELECT kind, team FROM sessions JOIN links ON links.hash = sessions.link "
            "WHERE sessions.hash = ?"
        )
        return next((Holder(*row) for row in self._database.query(query, hash_of(secret))), None)

    def close_session(self, secret: str) -> None:
        """Ends the session with this secret, if there is one."""
        self._database.execute("DELETE FROM sessions WHERE hash = ?", hash_of(secret))
