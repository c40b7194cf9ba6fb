"""What may follow on a command line, as each shell asks for it."""

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from enraya.cli import app
from enraya.cli.completion import completing, shells
from enraya.cli.completion.completing import TABLE, candidates
from enraya.cli.completion.installing import install, script_of
from enraya.cli.completion.making import make_table
from enraya.errors import UnknownName


def test_the_table_is_that_of_the_commands_and_their_registries() -> None:
    kept = json.loads(TABLE.read_text(encoding="utf-8"))
    assert kept == make_table(app), "run python -m enraya.cli.completion.making"


@pytest.mark.parametrize("module", [completing, shells])
def test_completing_needs_nothing_that_takes_time_to_load(module: object) -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text())  # type: ignore[attr-defined]
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [one.module or "" for one in imports if isinstance(one, ast.ImportFrom)]
    names += [alias.name for one in imports if isinstance(one, ast.Import) for alias in one.names]
    ours = {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names}
    assert ours <= {"enraya.cli.completion.completing"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "class").mkdir()
    for name in ("class/anna.py", "class/notes.txt", "mine.cpp", ".hidden.py"):
        (tmp_path / name).write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("so", ["solve"]),
        ("bench so", ["solver"]),
        ("solve 44 --no", ["--no-book", "--no-cache"]),
        ("play --level 1", ["1", "10"]),
        ("play --first level(1", ["level(1)", "level(10)"]),
        ("play --rules d", ["desconecta"]),
        ("play --rules=d", ["--rules=desconecta"]),
        ("play --rules", ["--rules"]),
        ("play --nonsense=d", []),
        ("match rand", ["random"]),
        ("match random m", ["minimax", "mcts", "mine.cpp"]),
        ("tournament file:class/", ["file:class/anna.py"]),
        ("tournament cl", ["class/"]),
        ("heuristics riv", ["rivest"]),
        ("solve --weak 4", []),
        ("nonsense --", ["--version", "--install-completion", "--show-completion", "--help"]),
        ("--install-completion z", ["zsh"]),
    ],
)
def test_what_may_follow(folder: Path, line: str, found: list[str]) -> None:
    assert folder
    assert [one.word for one in candidates(line.split())] == found


def test_bash_gets_the_part_that_it_replaces() -> None:
    line = "enraya match file:x --rules=classic"
    assert shells.answer("bash", [line, "classic"], {}).split("\n")[0] == "classic"
    assert shells.answer("bash", [r"enraya play --first level\(1", r"level\(1"], {}) == (
        "level(1)\nlevel(10)\n"
    )


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_get_descriptions(shell: str) -> None:
    assert shells.answer(shell, ["sol"], {}).startswith("solve\tPrint the exact score")


def test_powershell_gets_quotes_where_it_needs_them() -> None:
    words = {shells.WORDS: "play\n--second\nlevel(3"}
    assert shells.answer("powershell", [], words) == "'level(3)'\tlevel(3)\t\n"
    assert shells.answer("powershell", [], {shells.WORDS: "wa"}).startswith("warmup\twarmup\t")


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


@pytest.mark.parametrize(("shell", "start"), [("bash", ".bashrc"), ("zsh", ".zshrc")])
def test_a_script_is_installed_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: str, start: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / start).write_text("alias ll='ls -l'")
    assert install(shell) == install(shell)
    kept = tmp_path / "data" / "enraya" / f"completion.{shell}"
    assert kept.read_text() == script_of(shell)
    assert (tmp_path / start).read_text() == f"alias ll='ls -l'\n. '{kept}'\n"


def test_fish_finds_its_script_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert install("fish") == (tmp_path / "fish" / "completions" / "enraya.fish", None)


def test_an_unknown_shell_is_refused() -> None:
    with pytest.raises(UnknownName, match="unknown shell 'tcsh'"):
        install("tcsh")
