"""Which tests of the fast suite execute which lines, and how long each takes.

The suite runs once with coverage, in a copy of the tree, with `recording.py` as a plugin. What is
found out is kept in ``.mutate/``, under a name made of all files' content.
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
"""How many tests of other files run with one change, and how long they may take."""
SETTINGS = """[run]
source_pkgs = enraya
omit = */enraya/kernels/*
parallel = true
context = ${PYTEST_CURRENT_TEST-}
"""
"""What coverage is told in processes that tests start: the variable says which test it was."""


class Reach:
    """What one run of the fast suite executed."""

    def __init__(self, folder: Path) -> None:
        self.seconds: dict[str, float] = json.loads((folder / SECONDS).read_text())
        """What each test takes; only those that passed are here."""
        self._lines = CoverageData(str(folder / LINES))
        self._lines.read()
        self._paths = defaultdict[str, list[str]](list)
        """By module: some processes of tests import it from elsewhere than the copy."""
        for path in self._lines.measured_files():
            self._paths[path[path.rindex("src/enraya/") :]].append(path)

    def tests(self, change: Change) -> list[str]:
        """Tests that execute what was changed, the quickest of each file first."""
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
        """What tests take that are given to pytest in this way: by name, file or folder."""
        given = set(arguments)
        return sum(seconds for test, seconds in self.seconds.items() if is_given(test, given))


def named_in(context: str) -> str:
    """The test that a context of coverage names: ``TEST|run`` here, ``TEST (call)`` elsewhere."""
    return re.sub(r"(\|\w+| \(\w+\))$", "", context)


def file_of(test: str) -> str:
    """The file in which pytest finds a test."""
    return test.partition("::")[0]


def is_given(test: str, arguments: Collection[str]) -> bool:
    """Whether pytest runs a test when it is given these names, files and folders."""
    file = Path(file_of(test))
    return test in arguments or any(str(path) in arguments for path in (file, *file.parents))


def digest(files: Iterable[str]) -> str:
    """A name for the content of these files."""
    found = hashlib.sha256()
    for name in sorted(files):
        found.update(f"{name}\0".encode() + hashlib.sha256((ROOT / name).read_bytes()).digest())
    return found.hexdigest()[:16]


def record(copy: Path, folder: Path) -> None:
    """Runs the fast suite in a copy of the tree, and keeps what it reached in a folder."""
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
