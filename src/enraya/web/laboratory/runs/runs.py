"""Long runs: one at a time in the background; they can be stopped, and survive a restart.

A run is a row of the database: its settings and its state. Its results are stored by the parts of
enraya that do the work, in files that survive any interruption; so resuming a run means starting it
again.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from enum import StrEnum
from http import HTTPStatus
from pathlib import Path
from time import monotonic, time
from traceback import print_exc
from typing import Any

from enraya.errors import EnrayaError, InvalidSetting
from enraya.web.laboratory.stores.database import open_database
from enraya.web.server.limits import check_share, held_in
from enraya.web.server.problems import Conflict, Refusal
from enraya.web.server.settings import KEPT_SECONDS, Limits
from enraya.web.server.threads import go_last
from enraya.web.server.visitor import OPERATOR, Visitor

TOURNAMENT, EVOLUTION, LEARNING = "tournament", "evolution", "learning"
"""The kinds of runs; the last trains a model."""
SLICE_SECONDS = 600.0
"""How long a run may work while one of another owner is waiting."""
_NUMBER = "(SELECT count(*) FROM runs AS one WHERE one.kind = runs.kind AND one.id <= runs.id)"
"""The number of a run among those of its kind; deleted ones count, so it never changes."""
_COLUMNS = f"id, kind, settings, state, message, created, tournament, owner, name, {_NUMBER}"
_NEXT = """
SELECT id FROM runs WHERE state = ? ORDER BY
    (SELECT max(started) FROM runs AS theirs WHERE theirs.address = runs.address),
    (SELECT max(started) FROM runs AS theirs WHERE theirs.owner = runs.owner),
    started, id LIMIT 1
"""
"""The next run: addresses take turns, then the browsers of an address, then their runs."""
_RETRY_SECONDS = 2.0
"""How long after a failure of the database to try again."""
_WAIT_SECONDS = 60
"""After how many seconds to retry when too many runs are waiting."""
_REMOVED = "removed"
"""The state of a deleted run, whose number is never reused."""


class State(StrEnum):
    """The state of a run."""

    WAITING = "waiting"
    RUNNING = "running"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Run:
    """A run as the database stores it."""

    id: int
    kind: str
    settings: dict[str, Any]
    state: State
    message: str
    """What went wrong, if it failed."""
    created: float
    tournament: int | None = None
    """The id of its tournament in the arena's store; None for other kinds of runs."""
    owner: str = ""
    """The session that owns it; empty for the operator."""
    name: str = ""
    """The name that its owner gave it."""
    number: int = 0
    """Its number among all runs of its kind, from 1, which people see."""

    @staticmethod
    def of(row: sqlite3.Row) -> "Run":
        """The run stored in a row of the database."""
        number, kind, settings, state, *others = row
        return Run(number, kind, json.loads(settings), State(state), *others)


class RunStopped(Exception):
    """The run was stopped; raised where it reports its progress."""


class RunInterrupted(RunStopped):
    """It is the turn of another owner's run; this one resumes later."""


Work = Callable[[Run, Callable[[], None]], None]
"""Carries out a run; often calls the second argument, which may raise `RunStopped`."""


class RunQueue:
    """The runs of a laboratory, and the thread that carries them out.

    The methods are for the thread of the database.

    Args:
        folder: the folder of the database.
        kinds: what carries out the runs of each kind.
        limits: how many runs visitors may have.
    """

    def __init__(
        self, folder: Path, kinds: Mapping[str, Work], limits: Limits | None = None
    ) -> None:
        self._database = open_database(folder)
        self._limits = limits or Limits()
        self._folder = folder
        self._kinds = kinds
        self._changed = threading.Event()
        self._stops: dict[int, threading.Event] = {}
        self._is_closing = False
        self.slice_seconds = SLICE_SECONDS
        self._thread = threading.Thread(target=self._serve, name="runs", daemon=True)

    def start(self) -> None:
        """Starts the thread; a run that the last shutdown interrupted waits for its turn again."""
        self._thread.start()

    def close(self) -> None:
        """Stops the thread; the current run resumes after the next start."""
        self._is_closing = True
        for stop in list(self._stops.values()):
            stop.set()
        self._changed.set()
        if self._thread.is_alive():
            self._thread.join()
        self._database.close()

    def add(
        self,
        kind: str,
        settings: dict[str, Any],
        visitor: Visitor = OPERATOR,
        tournament: int | None = None,
    ) -> Run:
        """Adds a run of a visitor, which waits for its turn.

        Raises:
            TooMany: when there are too many.
        """
        self.check_room(kind, visitor)
        done = self._database.execute(
            "INSERT INTO runs (kind, settings, state, message, created, tournament, owner, address)"
            " VALUES (?, ?, ?, '', ?, ?, ?, ?)",
            (kind, json.dumps(settings), State.WAITING, time(), tournament, visitor.owner,
             "" if visitor.is_operator else visitor.address),
        )  # fmt: skip
        self._changed.set()
        return self.get(kind, done.lastrowid or 0)

    def check_room(self, kind: str, visitor: Visitor) -> None:
        """Refuses another run when there are too many.

        Raises:
            TooMany: when a limit is reached; the message states it.
        """
        self._check_may_wait(visitor)
        which = f"state != '{_REMOVED}'"
        held = held_in(self._database, "runs", visitor, which)
        check_share("runs", self._limits.runs, visitor, held)
        if kind == LEARNING:
            held = held_in(self._database, "runs", visitor, f"{which} AND kind = '{LEARNING}'")
            check_share("models", self._limits.models, visitor, held)

    def _check_may_wait(self, visitor: Visitor) -> None:
        held = held_in(self._database, "runs", visitor, f"state = '{State.WAITING}'")
        check_share("waiting_runs", self._limits.waiting_runs, visitor, held, _WAIT_SECONDS)

    def get(self, kind: str, number: int, changed_by: Visitor | None = None) -> Run:
        """The run of this kind with this id.

        Args:
            kind: its kind.
            number: its id.
            changed_by: the visitor who is going to change it, if any.

        Raises:
            Refusal: when there is none, or that visitor may not change it.
        """
        run = self.find(kind, number)
        if run is None:
            raise Refusal(HTTPStatus.NOT_FOUND, "no_run", f"there is no {kind} {number}")
        if changed_by is not None:
            changed_by.check_may_change(run.owner)
        return run

    def find(self, kind: str, number: int) -> Run | None:
        """The run of this kind with this id, or None."""
        return next(iter(self._select("AND id = ?", kind, number)), None)

    def all(self, kind: str) -> list[Run]:
        """All runs of a kind, the latest first."""
        return self._select("ORDER BY id DESC", kind)

    def _select(self, which: str, kind: str, *values: object) -> list[Run]:
        query = f"SELECT {_COLUMNS} FROM runs WHERE kind = ? AND state != ? {which}"  # noqa: S608  # no input
        rows = self._database.execute(query, (kind, _REMOVED, *values))
        return [Run.of(row) for row in rows]

    def is_at_work(self, number: int) -> bool:
        """Whether the thread still works on a run, even just after it was stopped."""
        return number in self._stops

    def stop(self, kind: str, number: int, visitor: Visitor = OPERATOR) -> Run:
        """Stops a run that is waiting or running; its results are kept.

        Raises:
            Refusal: when there is none, or it belongs to somebody else.
        """
        run = self.get(kind, number, visitor)
        if run.state in (State.WAITING, State.RUNNING):
            self._note(self._database, number, State.STOPPED)
            if number in self._stops:
                self._stops[number].set()
        return self.get(kind, number)

    def resume(self, kind: str, number: int, visitor: Visitor = OPERATOR) -> Run:
        """Resumes a run that was stopped or has failed.

        Raises:
            Refusal: when there is none, it belongs to somebody else, or too many are waiting.
        """
        run = self.get(kind, number, visitor)
        if run.state in (State.STOPPED, State.FAILED):
            self._check_may_wait(visitor)
            self._note(self._database, number, State.WAITING)
            self._changed.set()
        return self.get(kind, number)

    def rename(self, kind: str, number: int, name: str, visitor: Visitor = OPERATOR) -> Run:
        """Gives a run a name.

        Raises:
            Refusal: when there is none, or it belongs to somebody else.
        """
        run = self.get(kind, number, visitor)
        self._database.execute("UPDATE runs SET name = ? WHERE id = ?", (name, number))
        return replace(run, name=name)

    def remove(self, kind: str, number: int, visitor: Visitor = OPERATOR) -> Run:
        """Deletes a run that is neither waiting nor running; its files stay.

        Raises:
            Refusal: when it is waiting or running, does not exist, or belongs to somebody else.
        """
        run = self.get(kind, number, visitor)
        if run.state in (State.WAITING, State.RUNNING) or self.is_at_work(number):
            raise Conflict("still_running", "stop the run first")
        self._note(self._database, number, _REMOVED)
        return run

    def needs_tournament(self, tournament: int | None) -> bool:
        """Whether any run still shows the games of a tournament."""
        query = "SELECT 1 FROM runs WHERE tournament IS ? AND state != ?"
        return self._database.execute(query, (tournament, _REMOVED)).fetchone() is not None

    def unfinished(self, kind: str) -> list[Run]:
        """The runs of a kind that are waiting or running."""
        return self._select("AND state IN (?, ?)", kind, State.WAITING, State.RUNNING)

    def expired(self, kind: str, now: float) -> list[Run]:
        """Visitors' runs of a kind that ended long enough ago to be deleted."""
        return self._select(
            "AND owner != '' AND state NOT IN (?, ?) AND max(ended, created) < ?",
            kind, State.WAITING, State.RUNNING, now - KEPT_SECONDS["run"],
        )  # fmt: skip

    @staticmethod
    def _note(database: sqlite3.Connection, number: int, state: str, message: str = "") -> None:
        database.execute(
            "UPDATE runs SET state = ?, message = ?, ended = ? WHERE id = ?",
            (state, message, time(), number),
        )

    def _serve(self) -> None:
        go_last()
        while not self._is_closing:
            try:
                with closing(open_database(self._folder)) as database:
                    self._serve_from(database)
            except (sqlite3.Error, InvalidSetting):  # locked, or the disk is full: try later
                self._changed.clear()
                self._changed.wait(_RETRY_SECONDS)

    def _serve_from(self, database: sqlite3.Connection) -> None:
        database.execute(
            "UPDATE runs SET state = ? WHERE state = ?", (State.WAITING, State.RUNNING)
        )
        while not self._is_closing:
            self._changed.clear()
            found = database.execute(_NEXT, (State.WAITING,)).fetchone()
            if found is None:
                self._changed.wait()
            else:
                self._work_on(database, found["id"])

    def _work_on(self, database: sqlite3.Connection, number: int) -> None:
        stop = self._stops[number] = threading.Event()  # before it runs: a stop is never missed
        try:
            begun = database.execute(
                "UPDATE runs SET state = ?, message = '', started = ? WHERE id = ? AND state = ?",
                (State.RUNNING, time(), number, State.WAITING),
            )
            if begun.rowcount == 1:  # it was not stopped since it was chosen
                self._run(database, number, stop)
        finally:
            del self._stops[number]

    def _run(self, database: sqlite3.Connection, number: int, stop: threading.Event) -> None:
        query = f"SELECT {_COLUMNS} FROM runs WHERE id = ?"  # noqa: S608  # no input
        run = Run.of(database.execute(query, (number,)).fetchone())
        until = monotonic() + self.slice_seconds

        def check() -> None:
            nonlocal until
            if stop.is_set():
                raise RunStopped
            if monotonic() > until:
                until = monotonic() + self.slice_seconds
                if self._others_wait(database, number):
                    raise RunInterrupted

        try:
            self._kinds[run.kind](run, check)
            self._note(database, number, State.FINISHED)
        except RunInterrupted:
            database.execute(
                "UPDATE runs SET state = ? WHERE id = ? AND state = ?",
                (State.WAITING, number, State.RUNNING),
            )
        except RunStopped:
            pass  # `stop` stored that; by now the run may be waiting again
        except sqlite3.Error:  # no state can be stored; `_serve` tries again
            raise
        except (EnrayaError, OSError) as error:
            self._note(database, number, State.FAILED, str(error))
        except Exception as error:  # noqa: BLE001  # the run fails, the others continue
            print_exc()
            self._note(database, number, State.FAILED, f"{type(error).__name__}: {error}")

    @staticmethod
    def _others_wait(database: sqlite3.Connection, number: int) -> bool:
        """Whether a run of another owner is waiting."""
        query = (
            "SELECT 1 FROM runs AS waiting JOIN runs AS this ON this.id = ? "
            "WHERE waiting.state = ? AND waiting.owner != this.owner"
        )
        return database.execute(query, (number, State.WAITING)).fetchone() is not None
