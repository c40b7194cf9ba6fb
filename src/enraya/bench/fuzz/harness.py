"""Running many cases of which each may end the process, and telling what happened to which.

Cases run in a child process that is forked from this one, so that a crash of compiled code, a
hang or too much memory is seen from outside and costs only one case; the next child continues
after it. A case follows from the seed, the name of its target and its number, and from nothing
else: a finding is repeated by running that one case.
"""

import faulthandler
import json
import os
import select
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from traceback import format_exception_only, walk_tb
from typing import NamedTuple, NoReturn

from enraya.errors import EnrayaError

CASE_SECONDS = 60.0
"""After this a case counts as one that does not end."""
EXTRA_MEMORY = 4 << 30
"""What a child may take beyond what it starts with."""
NOTE = "case.txt"
"""Where a case may say what it does, for one that does not end."""
_CHUNK = 1 << 16
_KEPT = 300
_PACKAGE = Path(__file__).parents[2]
_STARTED, _DONE, _REFUSED, _FOUND = "started", "done", "refused", "found"

Case = Callable[[Random, Path], None]
"""Does one thing with random input in a folder; what it refuses raises `EnrayaError`."""


@dataclass(frozen=True, slots=True)
class Target:
    """Something that reads what others wrote."""

    name: str
    prepare: Callable[[Path], Case]
    """Makes sound samples in a folder, compiles what is needed, and returns what runs a case."""
    cases: int
    """How many make a full run."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A case that was neither done nor refused with a sentence."""

    target: str
    case: int
    what: str


@dataclass(frozen=True, slots=True)
class FuzzRow:
    """What came of the cases of one target."""

    target: str
    cases: int
    refused: int
    """With a sentence; the others were harmless."""
    seconds: float
    findings: list[Finding]


def fuzz_target(
    target: Target,
    cases: int,
    seed: int,
    *,
    first: int = 0,
    case_seconds: float = CASE_SECONDS,
    on_case: Callable[[int], None] | None = None,
) -> FuzzRow:
    """Runs cases of a target, each as often as it takes to see what it does: once.

    Args:
        target: what is tried.
        cases: how many, counted from ``first``.
        seed: the same seed gives the same cases.
        first: the number of the first case.
        case_seconds: after this a case counts as one that does not end.
        on_case: called with 1 after every case.
    """
    started, refused, findings = monotonic(), 0, []
    with tempfile.TemporaryDirectory(prefix="enraya-fuzz-") as folder:
        samples, room = Path(folder, "samples"), Path(folder, "case")
        samples.mkdir()
        run = target.prepare(samples)
        number, end = first, first + cases
        while number < end:
            job = _Job(run, target.name, seed, range(number, end), room, case_seconds)
            for word, number, what in _batch(job):
                refused += word == _REFUSED
                if word == _FOUND:
                    findings.append(Finding(target.name, number, what))
                if on_case:
                    on_case(1)
            number += 1
    return FuzzRow(target.name, cases, refused, monotonic() - started, findings)


class _Job(NamedTuple):
    """What a child is told."""

    run: Case
    name: str
    seed: int
    cases: range
    room: Path
    """A folder for each case, empty when it begins."""
    case_seconds: float


def _batch(job: _Job) -> Iterator[tuple[str, int, str]]:
    """What the cases did, until the last one or one that ends the child."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _live_as_child(job, writing)
    os.close(writing)
    under_way: int | None = job.cases.start
    has_ended = False
    try:
        for message in _messages(reading, job.case_seconds):
            if message is None:
                has_ended = True
                break
            word, number, _ = message
            under_way = number if word == _STARTED else None
            if word != _STARTED:
                yield message
    finally:
        os.close(reading)
        if not has_ended:  # it hangs, or nobody wants to know
            os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if under_way is not None:
        yield _FOUND, under_way, _ending(status, job)


def _ending(status: int, job: _Job) -> str:
    """How the child ended, and what it was doing if it has left a note."""
    code, note = os.waitstatus_to_exitcode(status), job.room / NOTE
    doing = f" ({note.read_text()[:_KEPT]})" if note.is_file() else ""
    if code == -signal.SIGKILL:
        return f"does not end within {job.case_seconds:g} s{doing}"
    return f"ends the interpreter: {signal.Signals(-code).name if code < 0 else code}{doing}"


def _messages(end: int, case_seconds: float) -> Iterator[tuple[str, int, str] | None]:
    """What the child writes, line by line, until it is silent for too long; None at its end."""
    data = b""
    while select.select([end], [], [], case_seconds)[0]:
        more = os.read(end, _CHUNK)
        if not more:
            yield None
            return
        *lines, data = (data + more).split(b"\n")
        for line in lines:
            word, number, what = json.loads(line)
            yield word, number, what


def _live_as_child(job: _Job, writing: int) -> NoReturn:
    """Runs the cases."""
    import resource

    code = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this
        silent = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silent, stream)
        size = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        faulthandler.disable()  # a crash is what is looked for
        resource.setrlimit(resource.RLIMIT_AS, (size + EXTRA_MEMORY, resource.RLIM_INFINITY))
        for number in job.cases:
            _tell(writing, _STARTED, number)
            _tell(writing, *_outcome(job, number))
        code = 0
    finally:
        os._exit(code)


def _tell(writing: int, word: str, number: int, what: str = "") -> None:
    os.write(writing, json.dumps([word, number, what]).encode() + b"\n")


def _outcome(job: _Job, number: int) -> tuple[str, int, str]:
    random = Random(f"{job.seed} {job.name} {number}")  # noqa: S311  # to be repeated
    if not job.room.is_dir() or any(job.room.iterdir()):
        shutil.rmtree(job.room, ignore_errors=True)
        job.room.mkdir()
    try:
        job.run(random, job.room)
    except EnrayaError as error:
        return _REFUSED, number, str(error)[:_KEPT]
    except BaseException as error:  # noqa: BLE001  # that is what is looked for
        return _FOUND, number, _described(error)
    return _DONE, number, ""


def _described(error: BaseException) -> str:
    """The error and where in enraya it came from."""
    text = "".join(format_exception_only(error)).strip()[:_KEPT]
    places = [(Path(f.f_code.co_filename), line) for f, line in walk_tb(error.__traceback__)]
    path, line = [place for place in places if _PACKAGE in place[0].parents][-1]
    return f"{text} ({path.relative_to(_PACKAGE)}, line {line})"
