"""Agents that visitors have uploaded: Python files in the store, named after their contents.

A file is kept once, however many visitors have uploaded it; each of them has an entry of their own,
and with the last entry the file goes. Nobody is ever shown a file, and only who has an entry can
let it play.
"""

import sqlite3
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from time import time

from enraya.agents.isolated import Allowance
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.texts import Sentence
from enraya.web.problems import Busy, Refusal
from enraya.web.settings import KEPT_SECONDS, Limits, Share
from enraya.web.visitors.limits import check_share, held_in
from enraya.web.visitors.visitor import Visitor

MAX_SOURCE = 100_000
"""Characters of one file."""
UPLOAD_ALLOWANCE = Allowance(memory_mb=512, output_bytes=100_000, load_seconds=10.0)
"""What an uploaded agent may use."""
_ID_LENGTH = 16


@dataclass(frozen=True, slots=True)
class Upload:
    """An uploaded agent."""

    id: str
    name: str

    @property
    def agent(self) -> str:
        """How clients name it."""
        return f"upload({self.id})"


class Uploads:
    """The uploaded agents of a laboratory; methods that take a visitor ask the database.

    Args:
        database: has the table.
        folder: for the files.
        is_allowed: whether visitors may upload and play their own agents.
        share: how many they may keep.
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
        """Refuses to do anything with uploads where they are switched off.

        Raises:
            Refusal: with the reason.
        """
        if not self.is_allowed:
            raise Refusal(
                HTTPStatus.FORBIDDEN,
                "no_uploads",
                "uploads are switched off; start the laboratory with --allow-uploads",
            )

    def add(self, name: str, source: str, visitor: Visitor) -> Upload:
        """A new entry of a visitor, whose file `write` keeps; who uploads it again renames it.

        Raises:
            Refusal: when uploads are switched off, or there are too many.
        """
        self.check_allowed()
        upload = Upload(sha256(source.encode()).hexdigest()[:_ID_LENGTH], name)
        if not self._has(upload.id, visitor):
            held = held_in(self._database, "uploads", visitor)
            check_share("uploads", self._share, visitor, held)
        self._database.execute(
            "INSERT OR REPLACE INTO uploads (id, owner, address, name, added) "
            "VALUES (?, ?, ?, ?, ?)",
            (upload.id, visitor.owner, visitor.address, name, time()),
        )
        return upload

    def _has(self, upload_id: str, visitor: Visitor) -> bool:
        query = "SELECT 1 FROM uploads WHERE id = ? AND owner = ?"
        row = self._database.execute(query, (upload_id, visitor.owner)).fetchone()
        return row is not None and not visitor.is_nobody

    def all_of(self, visitor: Visitor) -> list[Upload]:
        """The uploads of a visitor, the latest first."""
        if visitor.is_nobody:
            return []
        rows = self._database.execute(
            "SELECT id, name FROM uploads WHERE owner = ? ORDER BY added DESC", (visitor.owner,)
        )
        return [Upload(*row) for row in rows]

    def check_owned(self, upload_ids: Iterable[str], visitor: Visitor) -> None:
        """Refuses agents that a visitor has not uploaded; the operator may play any.

        Raises:
            InvalidSetting: as if there were none of that name.
        """
        for upload_id in upload_ids:
            if not visitor.is_operator and not self._has(upload_id, visitor):
                raise InvalidSetting(Sentence("problem.no_upload", name=repr(upload_id)))

    def rename(self, upload_id: str, name: str, visitor: Visitor) -> Upload:
        """Gives an upload another name.

        Raises:
            Refusal: when a visitor has no such upload.
        """
        owner = self._owner_for(upload_id, visitor)
        self._database.execute(
            "UPDATE uploads SET name = ? WHERE id = ? AND owner = ?", (name, upload_id, owner)
        )
        return Upload(upload_id, name)

    def remove(self, upload_id: str, visitor: Visitor) -> None:
        """Deletes a visitor's entry, and the file when it was the last.

        The operator deletes their own, or else everybody's.

        Raises:
            Refusal: when there is none.
        """
        owner = self._owner_for(upload_id, visitor)
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

    def _owner_for(self, upload_id: str, visitor: Visitor) -> str:
        """Whose entry a visitor means: their own or, for the operator, somebody's."""
        if not visitor.is_nobody:
            row = self._database.execute(
                "SELECT owner FROM uploads WHERE id = ? AND (owner = ? OR ?) "
                "ORDER BY owner != ? LIMIT 1",
                (upload_id, visitor.owner, visitor.is_operator, visitor.owner),
            ).fetchone()
            if row is not None:
                return str(row[0])
        raise Refusal(
            HTTPStatus.NOT_FOUND, "no_upload", Sentence("problem.no_upload", name=repr(upload_id))
        )

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
        """Deletes the files that nobody has any more."""
        for upload_id in upload_ids:
            query = "SELECT 1 FROM uploads WHERE id = ?"
            if self._database.execute(query, (upload_id,)).fetchone() is None:
                self._path(upload_id).unlink(missing_ok=True)

    def write(self, upload: Upload, source: str) -> None:
        """Keeps the file of an entry; not for the database's thread, as it waits for the disk.

        Raises:
            Busy: when no file can be written.
        """
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_text(self._path(upload.id), source)
        except (OSError, InvalidSetting):
            raise Busy("no file can be kept here; is the disk full or read-only?") from None

    def _path(self, upload_id: str) -> Path:
        return self._folder / f"{upload_id}.py"

    def path(self, upload_id: str) -> Path:
        """The file of an uploaded agent.

        Raises:
            InvalidSetting: when there is none; anything but a known name is refused before it
                can be part of a path.
        """
        known = len(upload_id) == _ID_LENGTH and all(c in "0123456789abcdef" for c in upload_id)
        if not known or not self._path(upload_id).is_file():
            raise InvalidSetting(Sentence("problem.no_upload", name=repr(upload_id)))
        return self._path(upload_id)
