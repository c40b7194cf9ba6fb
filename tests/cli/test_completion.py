"""Completion of command lines in each shell, and the installation of its script."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from enraya.agents import AGENTS
from enraya.agents.players.level import HIGHEST
from enraya.agents.text.named_players import NAMED_PLAYERS
from enraya.arena.plan.presets import PRESETS
from enraya.arena.plan.schedule import KINDS
from enraya.cli import app
from enraya.cli.common.completion_names import NAMES
from enraya.cli.common.verbs import loaded
from enraya.cli.completion import SHELLS, WORDS, answer, candidates, install, script_of
from enraya.cli.play.command import _SIDES
from enraya.errors import InvalidSetting, UnknownName
from enraya.heuristics import HEURISTICS
from enraya.learn.export import LANGUAGES as EXPORTED
from enraya.learn.training.train import LEARNERS
from enraya.parameters import REQUIRED
from enraya.rules import RULE_SETS
from enraya.texts import LANGUAGES
from enraya.work import ENGINES

TABS = """
import json, sys
from enraya.cli import app, completion
sys.meta_path.insert(0, completion._NoLibraries())
found = {line: [one.word for one in completion.candidates(app, [*line.split(), "--"])]
         for line in json.load(sys.stdin)}
heavy = [name for name in ("numpy", "numba", "rich", "pydantic") if name in sys.modules
         and not isinstance(sys.modules[name], completion._Absent)]
print(json.dumps([found, heavy]))
"""


def agents() -> Iterator[str]:
    levels = [f"level({level})" for level in range(1, HIGHEST + 1)]
    for name, entry in AGENTS.items():
        is_complete = all(parameter.default is not REQUIRED for parameter in entry.parameters)
        yield from levels if name == "level" else [name if is_complete else f"{name}("]
    for name, player in NAMED_PLAYERS.items():
        yield from player.offers or (name,)


@pytest.mark.parametrize(
    ("name", "registry"),
    [
        *((name, list(agents())) for name in ("agent", "agents", "first", "second")),
        ("engine", ENGINES),
        ("heuristic", HEURISTICS),
        ("install_completion", SHELLS),
        ("kind", KINDS),
        ("lang", LANGUAGES),
        ("language", EXPORTED),
        ("level", map(str, range(1, HIGHEST + 1))),
        ("model", [*LEARNERS, "ntuple"]),
        ("preset", PRESETS),
        ("rules", [*RULE_SETS, "classic(columns=8, rows=8)"]),
        ("show_completion", SHELLS),
        ("stats", _SIDES),
    ],
)
def test_completed_names_are_those_of_the_registries(name: str, registry: Any) -> None:
    assert sorted(NAMES[name]) == sorted(registry)


def options(words: tuple[str, ...], command: Any) -> Iterator[tuple[str, set[str]]]:
    """The options of a command and of those below it."""
    named = (p for p in command.params if p.param_type_name == "option")
    found = {name for p in named for name in [*p.opts, *p.secondary_opts]}
    yield " ".join(words), {name for name in found if name.startswith("--")} | {"--help"}
    for name, part in getattr(command, "commands", {}).items():
        yield from options((*words, name), loaded(part))


def test_completion_knows_every_option_and_loads_no_library() -> None:
    known = dict(options((), typer.main.get_command(app)))
    done = subprocess.run(
        [sys.executable, "-c", TABS], input=json.dumps(list(known)), capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    found, heavy = json.loads(done.stdout)
    assert {line: set(words) for line, words in found.items()} == known
    assert heavy == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("so", ["solve"]),
        ("bench so", ["solver"]),
        ("solve 44 --no", ["--no-book", "--no-cache"]),
        ("play --level 1", ["1", "10"]),
        ("play --first level(1", ["level(1)", "level(10)"]),
        ("play --rules d", ["desconecta"]),
        ("play --rules=d", ["desconecta"]),
        ("play --rules", ["--rules"]),
        ("play --nonsense=d", []),
        ("match rand", ["random"]),
        ("match random m", ["minimax", "mcts"]),
        ("tournament cl", []),
        ("heuristics riv", ["rivest"]),
        ("solve --weak 4", []),
        ("evolve --gen_number:x --pop", []),
        ("nonsense --", ["--version", "--install-completion", "--show-completion", "--help"]),
        ("--install-completion z", ["zsh"]),
    ],
)
def test_completion_offers_what_fits_the_line(line: str, found: list[str]) -> None:
    assert [one.word for one in candidates(app, line.split())] == found


def test_bash_gets_only_the_part_that_it_replaces() -> None:
    def asked(line: str, part: str) -> list[str]:
        return list(answer(app, "bash", [line, part], {}))

    assert asked("enraya match file:x --rules=cl", "cl")[0] == "classic"
    assert asked(r"enraya play --first level\(1", r"level\(1") == ["level(1)", "level(10)"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_descriptions(shell: str) -> None:
    (line,) = answer(app, shell, ["sol"], {})
    assert line == "solve\tPrint the exact score of each position, for the player to move"


def test_powershell_gets_quotes_where_it_needs_them() -> None:
    def asked(words: str) -> str:
        return next(answer(app, "powershell", [], {WORDS: words}))

    assert asked("play\n--second\nlevel(3") == "'level(3)'\tlevel(3)\t"
    assert asked("wa").startswith("warmup\twarmup\t")


def test_the_script_of_bash_completes_in_bash() -> None:
    asked = (
        'enraya() { "$PYTHON" -c "from enraya.cli import main; main()" "$@"; }\n'
        'COMP_LINE="enraya play --second perf" COMP_POINT=25\n'
        "_enraya enraya perf --second\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", f"{script_of('bash')}\n{asked}"],
        env={"PYTHON": sys.executable, "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "perfect\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, in which there is no PowerShell."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


@pytest.mark.parametrize(("shell", "start"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
def test_a_script_is_installed_once(home: Path, shell: str, start: str) -> None:
    (home / start).write_text("alias ll='ls -l'")
    assert install(shell) == install(shell)
    kept = home / "data" / "enraya" / f"completion.{shell}"
    assert kept.read_text() == script_of(shell)
    assert (home / start).read_text() == f"alias ll='ls -l'\n. '{kept}'\n"


def test_fish_finds_its_script_by_its_name(home: Path) -> None:
    assert install("fish") == (home / "config" / "fish" / "completions" / "enraya.fish", None)


def test_powershell_is_asked_for_the_path_of_its_profile(home: Path) -> None:
    start = home / "profile.ps1"
    program = home / "bin" / "pwsh"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\necho {start}\n")
    program.chmod(0o755)
    kept, found = install("powershell")
    assert (kept.name, found) == ("completion.ps1", start)
    assert start.read_text() == f". '{kept}'\n"


def test_shells_that_cannot_be_set_up_are_refused(home: Path) -> None:
    assert not (home / "bin").exists()
    with pytest.raises(InvalidSetting, match="there is no PowerShell here"):
        install("powershell")
    with pytest.raises(UnknownName, match="unknown shell 'tcsh'"):
        install("tcsh")
