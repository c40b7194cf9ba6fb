"""Long runs: one at a time in the background, stopped and resumed, continued after a restart.

A run is a row of the database: what it is and how far it has come. What it finds is kept by
the parts of enraya that do the work, in their own files, which survive any interruption; so to
resume a run is to start it again.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from time import time
from traceback import print_exc
from typing import Any

from enraya.errors import EnrayaError, InvalidSetting
from enraya.texts import Sentence
from enraya.web.database import open_database
from enraya.web.problems import Refusal

MAX_WAITING = 20
MAX_RUNS = 1_000
_COLUMNS = "id, kind, settings, state, message, created, tournament"
_RETRY_SECONDS = 2.0
"""Before the runs are looked for again, when the database cannot be used."""
_REMOVED = "removed"
"""The state of a run that nobody sees any more; its number is never reused."""


class State(StrEnum):
    """The state of a run."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Run:
    """A run as the database knows it."""

    id: int
    kind: str
    settings: dict[str, Any]
    state: State
    message: str
    """What went wrong, when it failed."""
    created: float
    tournament: int | None = None
    """The number of its tournament in the arena's store; unknown in runs of version 0.1.0."""

    @staticmethod
    def of(row: sqlite3.Row) -> "Run":
        """The run that a row of the database holds."""
        number, kind, settings, state, *others = row
        return Run(number, kind, json.loads(settings), State(state), *others)


class Stopped(Exception):
    """Someone has stopped the run; raised where the run reports its progress."""


def _too_many(sentence: Sentence) -> Refusal:
    return Refusal(HTTPStatus.CONFLICT, "too_many", sentence)


Work = Callable[[Run, Callable[[], None]], None]
"""Carries out a run; often calls the second argument, which may raise `Stopped`."""


class RunQueue:
    """The runs of a laboratory and the thread that works on them."""

    def __init__(self, folder: Path, kinds: Mapping[str, Work]) -> None:
        self._database = open_database(folder)
        _add_tournament_column(self._database)
        self._folder = folder
        self._kinds = kinds
        self._changed = threading.Event()
        self._stops: dict[int, threading.Event] = {}
        self._is_closing = False
        self._thread = threading.Thread(target=self._serve, name="runs", daemon=True)

    def start(self) -> None:
        """Starts to work; what ran when the laboratory closed resumes first."""
        self._thread.start()

    def close(self) -> None:
        """Stops working; what is running resumes at the next start."""
        self._is_closing = True
        for stop in list(self._stops.values()):
            stop.set()
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join()
        self._database.close()

    def add(self, kind: str, settings: dict[str, Any], tournament: int | None = None) -> Run:
        """A new run, which waits for its turn.

        Raises:
            Refusal: when too many are already waiting.
        """
        self.check_room()
        done = self._database.execute(
            "INSERT INTO runs (kind, settings, state, message, created, tournament) "
            "VALUES (?, ?, ?, '', ?, ?)",
            (kind, json.dumps(settings), State.WAITING, time(), tournament),
        )
        self._changed.set()
        return self.get(kind, done.lastrowid or 0)

    def check_room(self) -> None:
        """Refuses when there are too many runs to add another.

        Raises:
            Refusal: with the reason.
        """
        (waiting,) = self._database.execute(
            "SELECT count(*) FROM runs WHERE state = ?", (State.WAITING,)
        ).fetchone()
        (total,) = self._database.execute(
            "SELECT count(*) FROM runs WHERE state != ?", (_REMOVED,)
        ).fetchone()
        if waiting >= MAX_WAITING:
            raise _too_many(Sentence("problem.many_waiting"))
        if total >= MAX_RUNS:
            raise _too_many(Sentence("problem.many_runs", most=MAX_RUNS))

    def get(self, kind: str, number: int) -> Run:
        """The run with this number.

        Raises:
            Refusal: when there is none of that kind.
        """
        run = self.find(kind, number)
        if run is not None:
            return run
        raise Refusal(HTTPStatus.NOT_FOUND, "no_run", f"there is no {kind} {number}")

    def find(self, kind: str, number: int) -> Run | None:
        """The run with this number, if there is one of that kind."""
        return next(iter(self._select("AND id = ?", kind, number)), None)

    def all(self, kind: str) -> list[Run]:
        """All runs of a kind, the latest first."""
        return self._select("ORDER BY id DESC", kind)

    def _select(self, which: str, kind: str, *values: object) -> list[Run]:
        query = f"SELECT {_COLUMNS} FROM runs WHERE kind = ? AND state != ? {which}"  # noqa: S608  # no input
        rows = self._database.execute(query, (kind, _REMOVED, *values))
        return [Run.of(row) for row in rows]

    def is_at_work(self, number: int) -> bool:
        """Whether a run is being worked on, even in the moment after it was stopped."""
        return number in self._stops

    def stop(self, kind: str, number: int) -> Run:
        """Stops a run that is waiting or running; what it has found is kept."""
        run = self.get(kind, number)
        if run.state in (State.WAITING, State.RUNNING):
            self._note(self._database, number, State.STOPPED)
            if number in self._stops:
                self._stops[number].set()
        return self.get(kind, number)

    def resume(self, kind: str, number: int) -> Run:
        """Resumes a run that was stopped or has failed."""
        run = self.get(kind, number)
        if run.state in (State.STOPPED, State.FAILED):
            self.check_room()
            self._note(self._database, number, State.WAITING)
            self._changed.set()
        return self.get(kind, number)

    def remove(self, kind: str, number: int) -> None:
        """Forgets a run that is neither waiting nor running.

        Raises:
            Refusal: when it is, or there is none.
        """
        run = self.get(kind, number)
        if run.state in (State.WAITING, State.RUNNING) or self.is_at_work(number):
            raise Refusal(HTTPStatus.CONFLICT, "still_running", "stop the run first")
        self._note(self._database, number, _REMOVED)

    @staticmethod
    def _note(database: sqlite3.Connection, number: int, state: str, message: str = "") -> None:
        database.execute(
            "UPDATE runs SET state = ?, message = ? WHERE id = ?", (state, message, number)
        )

    def _serve(self) -> None:
        while not self._is_closing:
            try:
                with closing(open_database(self._folder)) as database:
                    self._serve_from(database)
            except (sqlite3.Error, InvalidSetting):  # locked, or the disk is full: not for ever
                self._changed.clear()
                self._changed.wait(_RETRY_SECONDS)

    def _serve_from(self, database: sqlite3.Connection) -> None:
        database.execute(
            "UPDATE runs SET state = ? WHERE state = ?", (State.WAITING, State.RUNNING)
        )
        while not self._is_closing:
            self._changed.clear()
            found = database.execute(
                "SELECT id FROM runs WHERE state = ? ORDER BY id LIMIT 1", (State.WAITING,)
            ).fetchone()
            if found is None:
                self._changed.wait()
            else:
                self._work_on(database, found["id"])

    def _work_on(self, database: sqlite3.Connection, number: int) -> None:
        self._note(database, number, State.RUNNING)
        query = f"SELECT {_COLUMNS} FROM runs WHERE id = ?"  # noqa: S608  # no input
        run = Run.of(database.execute(query, (number,)).fetchone())
        stop = self._stops[number] = threading.Event()

        def check() -> None:
            if stop.is_set():
                raise Stopped

        try:
            self._kinds[run.kind](run, check)
            self._note(database, number, State.FINISHED)
        except Stopped:
            pass  # `stop` has noted that; by now it may be waiting again
        except sqlite3.Error:  # nothing can be noted; `_serve` tries again
            raise
        except (EnrayaError, OSError) as error:
            self._note(database, number, State.FAILED, str(error))
        except Exception as error:  # noqa: BLE001  # the other runs continue, and nobody waits in vain
            print_exc()
            self._note(database, number, State.FAILED, f"{type(error).__name__}: {error}")
        finally:
            del self._stops[number]


def _add_tournament_column(database: sqlite3.Connection) -> None:
    """Gives the runs of a laboratory of version 0.1.0 the column they lack."""
    if "tournament" not in {row["name"] for row in database.execute("PRAGMA table_info(runs)")}:
        database.execute("ALTER TABLE runs ADD COLUMN tournament INTEGER")
