"""Agents that visitors uploaded: a Python file and a database entry for each.

Files that an owner gave the same name are versions of one agent, the latest first; uploading the
same file under the same name again makes no new version. Only the owner and the operator can read a
file and let it play; others see its name.
"""

import secrets
import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from time import time
from typing import Literal

from enraya.agents.isolated import Allowance
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.texts import Sentence
from enraya.web.server.limits import check_share, held_in
from enraya.web.server.problems import Refusal, TooBusy
from enraya.web.server.settings import KEPT_SECONDS, Limits, Share
from enraya.web.server.visitor import Visitor

MAX_SOURCE = 100_000
"""The most characters of a file."""
UPLOAD_ALLOWANCE = Allowance(memory_mb=512, output_bytes=100_000, load_seconds=10.0)
"""What an uploaded agent may use."""
MOST_VERSIONS = 5
"""The most versions of one agent; the oldest are deleted."""
_ID_LENGTH = 16
_ENTRIES = """
SELECT * FROM (
    SELECT id, owner, name, author, added,
        row_number() OVER (PARTITION BY owner, name ORDER BY added, id) AS version FROM uploads
) WHERE
"""


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded agent."""

    id: str
    owner: str
    """The session that owns it; empty for the operator."""
    name: str
    author: str = ""
    added: float = 0.0
    """When it was uploaded, in seconds since 1970."""
    version: int = 1
    """Its number among its owner's agents of this name, from 1."""

    language: Literal["Python"] = "Python"

    @property
    def agent(self) -> str:
        """The text by which clients choose the agent."""
        return f"upload({self.id})"

    @property
    def shown(self) -> str:
        """The name that other visitors see.

        >>> Upload("", "", "Blocker", "Ana", version=2).shown
        'Blocker v2 (Ana)'
        >>> Upload("", "", "Blocker").shown
        'Blocker'
        """
        number = f" v{self.version}" if self.version > 1 else ""
        return f"{self.name}{number}" + (f" ({self.author})" if self.author else "")


class Uploads:
    """The uploaded agents of a laboratory.

    Only `check_allowed`, `write` and `path` are for any thread; the others use the database.

    Args:
        database: the database of the laboratory.
        folder: the folder of the files.
        is_allowed: whether visitors may upload and play their own agents.
        share: how many agents they may keep.
    """

    def __init__(
        self,
        database: sqlite3.Connection,
        folder: Path,
        is_allowed: bool,
        share: Share | None = None,
    ) -> None:
        self._database = database
        self._folder = folder
        self.is_allowed = is_allowed
        self._share = share or Limits().uploads

    def check_allowed(self) -> None:
        """Refuses every use of uploads if they are switched off.

        Raises:
            Refusal: with the reason.
        """
        if not self.is_allowed:
            raise Refusal(
                HTTPStatus.FORBIDDEN,
                "no_uploads",
                "uploads are switched off; start the laboratory with --allow-uploads",
            )

    def add(
        self,
        name: str,
        source: str,
        visitor: Visitor,
        author: str = "",
        in_use: Collection[str] = (),
    ) -> Upload:
        """Adds a version of a visitor's agent, and deletes its oldest if there are too many.

        The file itself is stored by `write`.

        Args:
            name: the agent's; the same file under the same name stays the same version.
            source: the contents of the file.
            visitor: who uploads it.
            author: who wrote it, if they say so.
            in_use: the ids of versions that runs need.

        Raises:
            Refusal: when uploads are switched off, or there are too many.
        """
        self.check_allowed()
        content = sha256(source.encode()).hexdigest()
        known = self._database.execute(
            "SELECT id FROM uploads WHERE owner = ? AND name = ? AND content = ?",
            (visitor.owner, name, content),
        ).fetchone()
        if known is None or visitor.is_nobody:
            upload_id = secrets.token_hex(_ID_LENGTH // 2)
            self._make_room(name, visitor, in_use)
            held = held_in(self._database, "uploads", visitor)
            check_share("uploads", self._share, visitor, held)
        else:
            upload_id = str(known[0])
        self._database.execute(
            "INSERT OR REPLACE INTO uploads (id, owner, address, name, author, content, added) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (upload_id, visitor.owner, visitor.address, name, author, content, time()),
        )
        (entry,) = self._select("id = ? AND owner = ?", upload_id, visitor.owner)
        return entry

    def _make_room(self, name: str, visitor: Visitor, in_use: Collection[str]) -> None:
        """Deletes the oldest versions of an agent that no run needs, to make room for another."""
        versions = [one for one in self.all_of(visitor) if one.name == name]
        for old in versions[MOST_VERSIONS - 1 :]:
            if old.id not in in_use:
                self.remove(old.id, visitor)

    def all_of(self, visitor: Visitor) -> list[Upload]:
        """The uploads of a visitor, the latest first."""
        if visitor.is_nobody:
            return []
        return self._select("owner = ? ORDER BY added DESC, id", visitor.owner)

    def _select(self, which: str, *values: object) -> list[Upload]:
        return [Upload(*row) for row in self._database.execute(_ENTRIES + which, values)]

    def names_of(self, agents: Iterable[str]) -> dict[str, str]:
        """The names that people see for the uploads among some agents, by the agents' texts."""
        found = {}
        for agent in agents:
            upload_id = agent.removeprefix("upload(").removesuffix(")")
            known = self._select("id = ? ORDER BY owner LIMIT 1", upload_id)
            if known and agent != upload_id:
                found[agent] = known[0].shown
        return found

    def source(self, upload_id: str, visitor: Visitor) -> tuple[str, str]:
        """The name and the source of one of a visitor's agents; for the operator, of anybody's.

        Raises:
            Refusal: when they have no such upload, or its file is not written yet.
        """
        entry = self._entry(upload_id, visitor)
        try:
            return entry.name, self._path(upload_id).read_text(encoding="utf-8")
        except OSError:  # not written yet
            raise _no_upload(upload_id) from None

    def check_owned(self, upload_ids: Iterable[str], visitor: Visitor) -> None:
        """Refuses agents that a visitor has not uploaded; the operator may play any.

        Raises:
            InvalidSetting: the same as for an upload that does not exist.
        """
        own = {one.id for one in self.all_of(visitor)}
        for upload_id in upload_ids:
            if not visitor.is_operator and upload_id not in own:
                raise InvalidSetting(Sentence("problem.no_upload", name=repr(upload_id)))

    def rename(self, upload_id: str, name: str, visitor: Visitor) -> Upload:
        """Renames an agent, with all its versions.

        Raises:
            Refusal: when the visitor has no such upload.
        """
        entry = self._entry(upload_id, visitor)
        self._database.execute(
            "UPDATE uploads SET name = ? WHERE owner = ? AND name = ?",
            (name, entry.owner, entry.name),
        )
        return self._entry(upload_id, visitor)

    def remove(self, upload_id: str, visitor: Visitor) -> None:
        """Deletes a visitor's entry, and its file if no other entry has it.

        If the operator has no such entry, those of all visitors are deleted.

        Raises:
            Refusal: when there is none.
        """
        owner = self._entry(upload_id, visitor).owner
        self._database.execute(
            "DELETE FROM uploads WHERE id = ? AND (owner = ? OR ?)",
            (upload_id, owner, visitor.is_operator and owner != visitor.owner),
        )
        self._tidy([upload_id])

    def forget_unwritten(self, upload_id: str, visitor: Visitor) -> None:
        """Deletes a visitor's entry if its file was never written."""
        if not self._path(upload_id).is_file():
            self._database.execute(
                "DELETE FROM uploads WHERE id = ? AND owner = ?", (upload_id, visitor.owner)
            )

    def _entry(self, upload_id: str, visitor: Visitor) -> Upload:
        """The entry that a visitor means: their own or, for the operator, any visitor's.

        Raises:
            Refusal: when there is none.
        """
        found = self._select(
            "id = ? AND (owner = ? OR ?) ORDER BY owner != ? LIMIT 1",
            upload_id, visitor.owner, visitor.is_operator, visitor.owner,
        )  # fmt: skip
        if visitor.is_nobody or not found:
            raise _no_upload(upload_id)
        return found[0]

    def expire(self, now: float, in_use: Collection[str]) -> None:
        """Deletes the uploads of visitors who have been away for long, unless a run needs them."""
        rows = self._database.execute(
            "SELECT uploads.id, owner FROM uploads LEFT JOIN sessions ON sessions.name = owner "
            "WHERE owner != '' AND added < ? AND (seen IS NULL OR seen < ?)",
            (now - KEPT_SECONDS["upload"], now - KEPT_SECONDS["upload"]),
        ).fetchall()
        old = [(upload_id, owner) for upload_id, owner in rows if upload_id not in in_use]
        self._database.executemany("DELETE FROM uploads WHERE id = ? AND owner = ?", old)
        self._tidy([upload_id for upload_id, _ in old])

    def _tidy(self, upload_ids: Iterable[str]) -> None:
        """Deletes the files that no entry has any more."""
        for upload_id in upload_ids:
            query = "SELECT 1 FROM uploads WHERE id = ?"
            if self._database.execute(query, (upload_id,)).fetchone() is None:
                self._path(upload_id).unlink(missing_ok=True)

    def write(self, upload: Upload, source: str) -> None:
        """Writes the file of an entry; not for the database's thread, as it waits for the disk.

        Raises:
            TooBusy: when the file cannot be written.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_text(self._path(upload.id), source)
        except (OSError, InvalidSetting):
            raise TooBusy("the file cannot be stored; is the disk full or read-only?") from None

    def _path(self, upload_id: str) -> Path:
        return self._folder / f"{upload_id}.py"

    def path(self, upload_id: str) -> Path:
        """The file of an uploaded agent.

        Raises:
            InvalidSetting: when there is none; only a well-formed id is made part of a path.
        """
        known = len(upload_id) == _ID_LENGTH and all(c in "0123456789abcdef" for c in upload_id)
        if not known or not self._path(upload_id).is_file():
            raise InvalidSetting(Sentence("problem.no_upload", name=repr(upload_id)))
        return self._path(upload_id)


def _no_upload(upload_id: str) -> Refusal:
    sentence = Sentence("problem.no_upload", name=repr(upload_id))
    return Refusal(HTTPStatus.NOT_FOUND, "no_upload", sentence)
