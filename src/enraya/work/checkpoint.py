"""Finished results on disk, one line of JSON each, so that a killed run can resume.

The first line identifies the jobs, and may name the seed they were drawn with; every further line
holds a job's number, its result and a checksum of both. A line is written before its job counts as
done; a line that a crash cut short is ignored, and its job is done again.
"""

import hashlib
import json
import os
import zlib
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from enraya.errors import InvalidSetting
from enraya.platform import Locked, held

_Result = TypeVar("_Result")
_BEGINNING = b'{"job'
"""How the first line begins; after a crash there may be even less of it."""
_SUMS = "sums"
"""The key in the first line that says that every further line has a checksum."""


class Checkpoint(Generic[_Result]):
    """The results of some jobs so far, in a file; without a path, only in memory."""

    def __init__(self, path: Path | None, jobs: Sequence[Any], seed: int | None = None) -> None:
        self.results: dict[int, _Result] = {}
        self._path = path
        self._jobs = jobs
        self._seed = seed
        self._file: BinaryIO | None = None
        self._held = ExitStack()
        self._end = 0

    def __enter__(self) -> "Checkpoint[_Result]":
        if self._path is not None:
            with self._held:  # closes everything if opening fails
                self._open(self._path)
                self._held = self._held.pop_all()
        return self

    def _open(self, path: Path) -> None:
        """Locks the file for this run, reads its results and cuts off an unfinished line."""
        jobs = self._jobs
        header: dict[str, Any] = {"jobs": len(jobs), "digest": _digest(jobs), _SUMS: True}
        try:
            self._held.enter_context(held(path.with_name(f"{path.name}.lock")))
            self._file = self._held.enter_context(path.open("ab+", buffering=0))
            self._file.seek(0)
            content = self._file.read()
        except Locked:
            raise InvalidSetting(f"{str(path)!r} is in use by another run") from None
        except OSError as error:
            raise InvalidSetting(f"cannot write {str(path)!r}: {error.strerror}") from None
        *lines, unfinished = content.split(b"\n")
        found = _header(lines[0]) if lines else {}
        begun = content[: len(_BEGINNING)]
        is_ours = header.items() <= found.items() if lines else _BEGINNING.startswith(begun)
        if not is_ours:
            raise InvalidSetting(f"{str(path)!r} is the checkpoint of another run; remove it first")
        for place, line in enumerate(lines[1:], start=2):
            self._read(line, place)
        self._end = len(content) - len(unfinished)
        self._file.truncate(self._end)
        if not lines:
            seed = {} if self._seed is None else {"seed": self._seed}
            self._write(self._file, json.dumps({**header, **seed}))

    def _read(self, line: bytes, place: int) -> None:
        try:
            number, result, check = json.loads(line)
            is_whole = check == _sum(number, result)
        except (ValueError, TypeError, RecursionError):
            is_whole = False
        if not is_whole or type(number) is not int or not 0 <= number < len(self._jobs):
            raise InvalidSetting(f"line {place} of {str(self._path)!r} is damaged; remove the file")
        self.results[number] = result

    def add(self, number: int, result: _Result) -> None:
        """Stores the result of a job.

        Raises:
            InvalidSetting: when the result cannot be written; earlier results stay.
        """
        if self._file is not None:
            self._write(self._file, json.dumps([number, result, _sum(number, result)]))
        self.results[number] = result

    def _write(self, file: BinaryIO, text: str) -> None:
        """Appends a line, whole or not at all."""
        line = text.encode() + b"\n"
        try:
            written = 0
            while written < len(line):  # a disk that is nearly full takes only a part
                written += os.write(file.fileno(), line[written:])
            self._end += len(line)
        except OSError as error:
            file.truncate(self._end)
            raise InvalidSetting(
                f"cannot write {str(self._path)!r}: {error.strerror}; what it holds is safe, and "
                f"the same command resumes from it"
            ) from None

    def __exit__(self, *error: object) -> None:
        self._held.close()


def seed_of(path: Path) -> int | None:
    """The seed in the first line of a checkpoint; None if there is no checkpoint or no seed."""
    try:
        with path.open(errors="replace") as file:
            line = file.readline()
    except OSError:
        return None
    seed = _header(line).get("seed") if line.endswith("\n") else None
    return seed if type(seed) is int and seed >= 0 else None


def _header(line: str | bytes) -> dict[str, Any]:
    """The values in the first line of a checkpoint; empty if it is damaged."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _sum(number: int, result: Any) -> int:
    """The checksum of a line, which shows whether the line is damaged."""
    return zlib.crc32(json.dumps([number, result]).encode())


def _digest(jobs: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(list(jobs)).encode()).hexdigest()
