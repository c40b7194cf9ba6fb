"""Commands that are loaded only when they run."""

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
import typer

from enraya.cli import app, bench, evolve
from enraya.cli.common.verbs import Verb, loaded
from enraya.cli.verbs import VERBS
from enraya.errors import EnrayaError
from tests.cli.running import printed

HEAVY = {"numba", "numpy", "pydantic", "rich", "fastapi"}
CODE = """
import atexit, sys
from enraya.cli import main
atexit.register(lambda: print(*sys.modules, file=sys.stderr))
sys.argv[0] = "enraya"
main()
"""


def imported(*arguments: str, **variables: str) -> tuple[str, set[str]]:
    """What a command prints, and the modules it imports."""
    done = subprocess.run(
        [sys.executable, "-c", CODE, *arguments],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, set(done.stderr.split())


@pytest.mark.parametrize("arguments", [("--version",), ("--help",), ("-h",), ("bench", "--help")])
def test_listing_commands_loads_no_heavy_library(arguments: tuple[str, ...]) -> None:
    text, packages = imported(*arguments)
    assert "enraya" in text
    assert not packages & HEAVY


def test_solving_loads_nothing_that_only_compiling_or_converting_needs() -> None:
    text, modules = imported("solve", "4455", ENRAYA_NO_CACHE="")
    assert text == "4455 18\n"
    assert not modules & {"fastapi", "pydantic", "rich", "scipy.linalg"}


@pytest.mark.parametrize(
    ("group", "verb"),
    [
        (group, verb)
        for group, verbs in ((app, VERBS), (bench.app, bench.VERBS), (evolve.app, evolve.VERBS))
        for verb in verbs
    ],
    ids=lambda value: value.name if isinstance(value, Verb) else "",
)
def test_a_summary_is_the_first_sentence_of_the_help(group: typer.Typer, verb: Verb) -> None:
    listed = typer.main.get_command(group).commands[verb.name]  # type: ignore[attr-defined]
    assert listed.get_short_help_str(200) == loaded(listed).get_short_help_str(200)


@pytest.mark.parametrize("is_readonly", [False, True])
def test_a_command_does_not_start_if_it_cannot_cache_its_kernels(
    is_readonly: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("ENRAYA_CACHE_DIR", str(tmp_path / "file"))
    (tmp_path / "file").touch()
    if is_readonly:
        monkeypatch.setenv("ENRAYA_KERNELS", str(tmp_path))
    refused = pytest.raises(EnrayaError, match="Not a directory; set ENRAYA")
    with nullcontext() if is_readonly else refused:
        printed("rules")
