"""The worker as a process beside the server, which ends when the server does.

Its standard input is a pipe from the server, which closes when the server ends for any reason. Each
line of its standard output is a message for the operator.
"""

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

from enraya.errors import EnrayaError
from enraya.league.store.store import LeagueStore
from enraya.league.work.worker import Worker
from enraya.platform import Locked, held, lower_priority

LOCK = "worker.lock"
"""The file in the folder of a league that its worker holds."""
_CODE = "from enraya.league.work.process import main; main()"
_NICENESS = 5
"""Visitors of the server go first."""
_WAIT_SECONDS = 0.5
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0


class WorkerOptions(NamedTuple):
    """Which league a worker serves, and with how many processes."""

    folder: str
    engine: str = "processes"
    workers: int | None = None


def main() -> None:
    """Runs a worker until its standard input ends."""
    options = WorkerOptions(**json.loads(sys.argv[1]))
    stop = Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this
    Thread(target=_end_with_parent, daemon=True).start()
    lower_priority(_NICENESS)
    folder = Path(options.folder)
    while not stop.is_set():
        try:
            with held(folder / LOCK), LeagueStore(folder) as store:
                Worker(
                    store, engine=options.engine, workers=options.workers, complain=_say, stop=stop
                ).run()
        except Locked:  # the one before is still ending
            stop.wait(_WAIT_SECONDS)
        except EnrayaError as error:
            _say(str(error))
            stop.wait(_LONGEST_PAUSE)
        except OSError as error:
            _say(f"cannot work in {options.folder!r}: {error.strerror}; it is tried again")
            stop.wait(_LONGEST_PAUSE)


def _say(sentence: str) -> None:
    print(" ".join(sentence.split()), flush=True)


def _end_with_parent() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)  # nothing is half done that the next start would not do again


class WorkerProcess:
    """Keeps a worker running beside this process.

    Args:
        options: how it works.
        complain: called with what it says, from another thread.
    """

    def __init__(self, options: WorkerOptions, complain: Callable[[str], None]) -> None:
        self._options, self._complain = options, complain
        self._closing = Event()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._thread = Thread(target=self._keep_running, daemon=True)

    def start(self) -> None:
        """Starts the worker, and again whenever it ends."""
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The number of its process; None while there is none."""
        process = self._process
        return None if process is None or process.poll() is not None else process.pid

    def _keep_running(self) -> None:
        pause = _FIRST_PAUSE
        while not self._closing.is_set():
            process = self._begin()
            if process is None:
                return
            assert process.stdout is not None
            lines = 0
            with process.stdout:
                for line in process.stdout:
                    self._complain(line.strip())
                    lines += 1
            code = process.wait()
            if self._closing.is_set():
                return
            self._complain(f"the worker of the league ended with code {code}; it starts again")
            self._closing.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE) if not lines else _FIRST_PAUSE

    def _begin(self) -> "subprocess.Popen[str] | None":
        with self._lock:
            if self._closing.is_set():
                return None
            self._process = subprocess.Popen(  # noqa: S603  # ourselves
                [sys.executable, "-c", _CODE, json.dumps(self._options._asdict())],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            return self._process

    def close(self) -> None:
        """Ends the worker and waits until it is gone."""
        with self._lock:
            self._closing.set()
            process = self._process
        if process is not None:
            process.terminate()
            assert process.stdin is not None
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdin.close()
        if self._thread.is_alive():
            self._thread.join()


def is_working(folder: Path) -> bool:
    """Whether a worker serves this league now."""
    try:
        with held(folder / LOCK):
            return False
    except Locked:
        return True
    except OSError:
        return False
