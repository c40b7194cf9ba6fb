"""Runs tests in a copy of the tree, in processes forked after the libraries were imported.

A few fast tests spend most of their time on imports, and no change touches a library.
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
    """Environment variables with which processes import the copy and do not write to it."""
    return {"PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1"}


def exit_code(copy: Path, tests: list[str], seconds: float) -> int | None:
    """The exit code of pytest; None if it takes longer than ``seconds``."""
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
    """Imports the modules whose doctests run; pytest would import them and their packages twice."""
    for path in map(Path, tests):
        if path.parts[0] == "src":
            parts = path.with_suffix("").parts[1:]
            with suppress(Exception):  # pytest will report it
                import_module(".".join(parts).removesuffix(".__init__"))
