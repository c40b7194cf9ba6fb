"""Verbs that are loaded when they are asked for."""

import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer

from enraya.cli import app, bench, evolve
from enraya.cli.common.verbs import Verb, loaded, spare_pydantic
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
def test_a_list_of_verbs_loads_none_of_them(arguments: tuple[str, ...]) -> None:
    text, packages = imported(*arguments)
    assert "enraya" in text
    assert not packages & HEAVY


def test_solving_loads_nothing_that_only_compiling_or_converting_needs() -> None:
    text, modules = imported("solve", "4455", ENRAYA_NO_CACHE="")
    assert text == "4455 18\n"
    assert not modules & {"fastapi", "pydantic", "rich", "scipy.linalg"}


def test_the_module_is_the_program() -> None:
    command = [sys.executable, "-m", "enraya", "--version"]
    assert subprocess.run(command, capture_output=True, check=True).stdout.startswith(b"enraya ")


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


def takes(
    texts: list[str] | None = None, text: str = "a", number: int = 3, path: Path = Path("p")
) -> None:
    """A command."""


def parameter(name: str, default: object = None, **others: Any) -> Any:
    """What typer knows of a parameter; converting marks a value."""
    known: dict[str, Any] = {"nargs": 1, "multiple": False, "required": False, "callback": None}
    known["process_value"] = lambda _ctx, value: ("converted", value)
    return SimpleNamespace(name=name, default=default, **{**known, **others})


@pytest.mark.parametrize(
    ("one", "value", "found"),
    [
        (parameter("text", "a"), "b", "b"),
        (parameter("text", "a"), 7, ("converted", 7)),
        (parameter("text"), None, None),
        (parameter("number", 3), 3, 3),
        (parameter("number", 3), "4", ("converted", "4")),
        (parameter("path", Path()), Path(), ("converted", Path())),
        (parameter("path", "p"), "p", "p"),
        (parameter("texts", multiple=True), ("a", "b"), ["a", "b"]),
        (parameter("texts", nargs=-1), None, []),
        (parameter("number", nargs=-1), ("1",), ("converted", ("1",))),
        (parameter("text", callback=lambda *given: given[2] * 2), "b", "bb"),
    ],
)
def test_only_values_in_need_of_it_are_converted(one: Any, value: object, found: object) -> None:
    (spared,) = spare_pydantic([one], takes)
    running = SimpleNamespace(resilient_parsing=False)
    assert spared.process_value(running, value) == found


@pytest.mark.parametrize("is_readonly", [False, True])
def test_a_command_does_not_start_where_it_would_keep_nothing_that_it_compiles(
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
