"""Which tests of the fast suite execute which lines, and how long each takes.

The suite runs once with coverage, in a copy of the tree, with `recording.py` as a plugin. The
result is kept in ``.mutate/``, under a hash of all files' content.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from pathlib import Path

from coverage import CoverageData

from tools.mutate.changes import ROOT, Change
from tools.mutate.running import environment

KEPT = ROOT / ".mutate"
LINES = "lines.coverage"
SECONDS = "seconds.json"
MOST_TESTS, MOST_SECONDS = 200, 30.0
"""The most tests from other files that run for one change, and the most seconds they take."""
SETTINGS = """[run]
source_pkgs = enraya
omit = */enraya/kernels/*
parallel = true
context = ${PYTEST_CURRENT_TEST-}
"""
"""The settings of coverage in processes that tests start; the variable names the test."""


class Reach:
    """What one run of the fast suite executed."""

    def __init__(self, folder: Path) -> None:
        self.seconds: dict[str, float] = json.loads((folder / SECONDS).read_text())
        """The seconds that each test took; only tests that passed are included."""
        self._lines = CoverageData(str(folder / LINES))
        self._lines.read()
        self._paths = defaultdict[str, list[str]](list)
        """The paths of each module: processes of tests may import it from outside the copy."""
        for path in self._lines.measured_files():
            self._paths[path[path.rindex("src/enraya/") :]].append(path)

    def tests(self, change: Change) -> list[str]:
        """Tests that execute the changed lines; the fastest of each file come first."""
        found = {
            named_in(context)
            for path in self._paths.get(change.module.as_posix(), ())
            for line, contexts in self._lines.contexts_by_lineno(path).items()
            if change.at_import or change.first <= line <= change.last
            for context in contexts
        }
        return self._spread(found & self.seconds.keys())

    def _spread(self, tests: Iterable[str]) -> list[str]:
        ranks = Counter[str]()
        places = dict[str, tuple[int, float]]()
        for test in sorted(tests, key=lambda test: (self.seconds[test], test)):
            file = file_of(test)
            places[test] = (ranks[file], self.seconds[test])
            ranks[file] += 1
        left, chosen = MOST_SECONDS, list[str]()
        for test in sorted(places, key=lambda test: places[test]):
            if self.seconds[test] <= left or not chosen:
                left -= self.seconds[test]
                chosen.append(test)
        return chosen[:MOST_TESTS]

    def seconds_of(self, arguments: Iterable[str]) -> float:
        """How long the tests take that pytest runs for these arguments: names, files or folders."""
        given = set(arguments)
        return sum(seconds for test, seconds in self.seconds.items() if is_given(test, given))


def named_in(context: str) -> str:
    """The test named by a coverage context: ``TEST|run``, or ``TEST (call)`` in child processes."""
    return re.sub(r"(\|\w+| \(\w+\))$", "", context)


def file_of(test: str) -> str:
    """The file that contains a test."""
    return test.partition("::")[0]


def is_given(test: str, arguments: Collection[str]) -> bool:
    """Whether pytest runs a test if its arguments are these names, files and folders."""
    file = Path(file_of(test))
    return test in arguments or any(str(path) in arguments for path in (file, *file.parents))


def digest(files: Iterable[str]) -> str:
    """A hash of the content of these files."""
    found = hashlib.sha256()
    for name in sorted(files):
        found.update(f"{name}\0".encode() + hashlib.sha256((ROOT / name).read_bytes()).digest())
    return found.hexdigest()[:16]


def record(copy: Path, folder: Path) -> None:
    """Runs the fast suite in a copy of the tree, and saves what it reached in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "coverage.ini"
    settings.write_text(SETTINGS)
    command = ["-m", "pytest", "-q", "-n", "2", "-p", "tools.mutate.recording", "--cov",
               "--cov-context=test", "--cov-report="]  # fmt: skip
    subprocess.run(  # noqa: S603  # our own tests
        [sys.executable, *command],
        cwd=copy,
        env={
            **os.environ,
            **environment(copy),
            "COVERAGE_FILE": str(folder / LINES),
            "MUTATE_SETTINGS": str(settings),
            "MUTATE_SECONDS": str(folder / SECONDS),
        },
        check=False,
        stdout=sys.stderr,
    )
    if not (folder / SECONDS).is_file():
        sys.exit("the fast suite could not be run")
