"""A worker that runs in a separate process and ends when the server does.

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
"""The file in a league's folder that its worker locks while it runs."""
_CODE = "from enraya.league.work.process import main; main()"
_NICENESS = 5
"""The worker's niceness, so that the server answers visitors first."""
_WAIT_SECONDS = 0.5
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0


class WorkerOptions(NamedTuple):
    """Which league a worker serves, and how: its engine and number of processes."""

    folder: str
    engine: str = "processes"
    workers: int | None = None


def main() -> None:
    """Runs a worker until its standard input ends."""
    options = WorkerOptions(**json.loads(sys.argv[1]))
    stop = Event()
    signal.signal(signal.SIGTERM, lambda *_: stop.set())
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C the server ends it
    Thread(target=_end_with_parent, daemon=True).start()
    lower_priority(_NICENESS)
    folder = Path(options.folder)
    while not stop.is_set():
        try:
            with held(folder / LOCK), LeagueStore(folder) as store:
                Worker(
                    store, engine=options.engine, workers=options.workers, complain=_say, stop=stop
                ).run()
        except Locked:  # the previous worker is still ending
            stop.wait(_WAIT_SECONDS)
        except EnrayaError as error:
            _say(str(error))
            stop.wait(_LONGEST_PAUSE)
        except OSError as error:
            _say(f"cannot work in {options.folder!r}: {error.strerror}; trying again")
            stop.wait(_LONGEST_PAUSE)


def _say(sentence: str) -> None:
    print(" ".join(sentence.split()), flush=True)


def _end_with_parent() -> None:
    while os.read(0, 1):
        pass
    os._exit(1)  # the next start does again whatever is not stored


class WorkerProcess:
    """Keeps a worker running in a child process.

    Args:
        options: for the worker.
        complain: called from another thread with each message of the worker.
    """

    def __init__(self, options: WorkerOptions, complain: Callable[[str], None]) -> None:
        self._options, self._complain = options, complain
        self._closing = Event()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[str] | None = None
        self._thread = Thread(target=self._keep_running, daemon=True)

    def start(self) -> None:
        """Starts the worker and restarts it whenever it ends."""
        self._thread.start()

    @property
    def pid(self) -> int | None:
        """The process id of the worker; None while it is not running."""
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
            self._complain(f"the worker of the league ended with code {code}; restarting it")
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
        """Ends the worker and waits until its process has ended."""
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
    """Whether a worker is running for the league in this folder."""
    try:
        with held(folder / LOCK):
            return False
    except Locked:
        return True
    except OSError:
        return False
