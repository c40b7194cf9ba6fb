"""Agents that visitors have uploaded: Python files in the store, named after their contents."""

import sqlite3
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

MAX_UPLOADS = 200
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
    """The uploaded agents of a laboratory."""

    def __init__(self, database: sqlite3.Connection, folder: Path, is_allowed: bool) -> None:
        self._database = database
        self._folder = folder
        self.is_allowed = is_allowed

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

    def add(self, name: str, source: str) -> Upload:
        """Keeps a file; the same file is kept once.

        Raises:
            Refusal: when uploads are switched off, there are too many, or no file can be written.
        """
        self.check_allowed()
        upload = Upload(sha256(source.encode()).hexdigest()[:_ID_LENGTH], name)
        (count,) = self._database.execute("SELECT count(*) FROM uploads").fetchone()
        if count >= MAX_UPLOADS and not self._path(upload.id).is_file():
            sentence = Sentence("problem.many_uploads", most=MAX_UPLOADS)
            raise Refusal(HTTPStatus.CONFLICT, "too_many", sentence)
        self._write(upload.id, source)
        self._database.execute(
            "INSERT OR REPLACE INTO uploads VALUES (?, ?, ?)", (upload.id, name, time())
        )
        return upload

    def _write(self, upload_id: str, source: str) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            write_text(self._path(upload_id), source)
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
