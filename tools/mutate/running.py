"""Tests run in a copy of the tree, in processes forked from one that has imported the libraries.

Most of the time of a few quick tests goes into importing, and no change touches a library.
"""

import multiprocessing
import os
import signal
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from tools.mutate.changes import ROOT

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(
    ["numba", "fastapi", "httpx", "hypothesis", "rich", "typer", "schemathesis.pytest.plugin"]
)
_COMMAND = ("-q", "-x", "-p", "no:cacheprovider", "-p", "no:cov")
_IMPORTED = "ignore::pytest.PytestAssertRewriteWarning"


def environment(copy: Path) -> dict[str, str]:
    """What processes need in order to import the copy, and to leave it as it is."""
    return {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}


def exit_code(copy: Path, tests: list[str], seconds: float) -> int | None:
    """What pytest returns, None if it takes longer than that."""
    process = _FORKS.Process(target=_run, args=(copy, tests))
    process.start()
    process.join(seconds)
    if process.exitcode is None:
        assert process.pid is not None
        os.killpg(process.pid, signal.SIGKILL)
        process.join()
        return None
    return process.exitcode


def _run(copy: Path, tests: list[str]) -> None:
    os.setsid()
    os.chdir(copy)
    os.environ.update(environment(copy))
    sys.dont_write_bytecode = True
    sys.path[:] = [str(copy / "src"), *(path for path in sys.path if path not in ("", str(ROOT)))]
    with open(os.devnull, "wb") as nowhere:  # noqa: PTH123  # not a file
        for stream in (1, 2):
            os.dup2(nowhere.fileno(), stream)
    _import_as_tests_do(tests)
    os._exit(pytest.main([*_COMMAND, "-W", _IMPORTED, *tests]))


def _import_as_tests_do(tests: list[str]) -> None:
    """Imports modules whose doctests run; pytest would import them twice, with their packages."""
    for path in map(Path, tests):
        if path.parts[0] == "src":
            parts = path.with_suffix("").parts[1:]
            with suppress(Exception):  # which pytest will tell
                import_module(".".join(parts).removesuffix(".__init__"))
