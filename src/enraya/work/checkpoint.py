"""Finished results on disk, one line of JSON each, so that a killed run can resume.

The first line identifies the jobs, and may name the seed they were drawn with; every further one
holds a job's number and its result. Each line reaches the disk before the next job counts as done,
and a line that a crash cut short is ignored and done again.
"""

import fcntl
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from enraya.errors import InvalidSetting

_Result = TypeVar("_Result")


class Checkpoint(Generic[_Result]):
    """The results of some jobs so far; kept in memory only when there is no path."""

    def __init__(self, path: Path | None, jobs: Sequence[Any], seed: int | None = None) -> None:
        self.results: dict[int, _Result] = {}
        self._path = path
        self._jobs = jobs
        self._seed = seed
        self._file: IO[str] | None = None

    def __enter__(self) -> "Checkpoint[_Result]":
        if self._path is not None:
            try:
                self._open(self._path)
            except BaseException:
                self._close()
                raise
        return self

    def _open(self, path: Path) -> None:
        """Locks the file for this run, reads its results and cuts off an unfinished line."""
        header: dict[str, Any] = {"jobs": len(self._jobs), "digest": _digest(self._jobs)}
        try:
            self._file = path.open("a+")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InvalidSetting(f"{str(path)!r} is in use by another run") from None
        except OSError as error:
            raise InvalidSetting(f"cannot write {str(path)!r}: {error.strerror}") from None
        self._file.seek(0)
        lines = self._file.read().splitlines(keepends=True)
        complete = [line for line in lines if line.endswith("\n")]
        if complete and not header.items() <= _header(complete[0]).items():
            raise InvalidSetting(f"{str(path)!r} is the checkpoint of another run; remove it first")
        self._file.truncate(sum(len(line.encode()) for line in complete))
        if not complete:
            self._write(json.dumps(header if self._seed is None else header | {"seed": self._seed}))
        for line in complete[1:]:
            number, result = json.loads(line)
            self.results[number] = result

    def add(self, number: int, result: _Result) -> None:
        """Keeps the result of a job."""
        self._write(json.dumps([number, result]))
        self.results[number] = result

    def _write(self, line: str) -> None:
        if self._file is not None:
            self._file.write(line + "\n")
            self._file.flush()

    def __exit__(self, *error: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()


def seed_of(path: Path, otherwise: int) -> int | None:
    """The seed in the first line of a checkpoint; None when there is no checkpoint yet.

    Args:
        path: where the checkpoint would be.
        otherwise: the seed of a checkpoint that names none.
    """
    try:
        with path.open(errors="replace") as file:
            line = file.readline()
    except OSError:
        return None
    seed = _header(line).get("seed", otherwise) if line.endswith("\n") else None
    return seed if isinstance(seed, int) else None


def _header(line: str) -> dict[str, Any]:
    """The values of a first line; empty when it is none."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _digest(jobs: Sequence[Any]) -> str:
    return hashlib.sha256(json.dumps(list(jobs)).encode()).hexdigest()
