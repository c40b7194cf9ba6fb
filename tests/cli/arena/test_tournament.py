"""`enraya match` and `tournament`, with agents of a class, and how games are listed."""

import csv
from pathlib import Path

import pytest

from enraya.arena.plan.presets import PRESETS
from enraya.cli.arena.options import GameOptions
from enraya.cli.arena.tournament import _rules_of
from enraya.errors import EnrayaError
from tests.cli.running import enraya, printed

PROGRAM = "#!/bin/sh\nwhile read moves; do echo 4; done\n"
WIDE = "classic(columns=9, rows=7)"
FIRST_OPEN = "def choose(position, limit):\n    return position.legal_moves[0]\n"
LAST_OPEN = FIRST_OPEN.replace("[0]", "[-1]")
BROKEN = "import no_such_module\n"
CLASS = {"anna": FIRST_OPEN, "bert": LAST_OPEN, "carla": BROKEN, "david": FIRST_OPEN}


@pytest.mark.slow
def test_a_program_plays_with_and_without_a_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "mi programa"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    text = f"program:\"'{program}'\""
    command = ["match", text, "script(1212)", "--games", "2", "--opening-plies", "0"]
    command += ["--store", str(tmp_path / "store"), "--seconds", "20"]
    for mode in ("full", "off"):
        monkeypatch.setenv("ENRAYA_SANDBOX", mode)
        done = enraya(*command, "--again")
        assert done.returncode == 0, done.stderr
        assert "2 wins" in done.stdout
        assert ("there is no sandbox here" in done.stderr) == (mode == "off")


@pytest.mark.parametrize(
    ("preset", "options", "rules"),
    [
        (None, GameOptions(), "classic"),
        (None, GameOptions(rules="boom"), "boom"),
        ("8x8", GameOptions(), PRESETS["8x8"].rules),
        ("8x8", GameOptions(rules=WIDE), WIDE),
        ("8x8", GameOptions(size="9x7"), "classic"),
    ],
)
def test_a_preset_has_rules_of_its_own_unless_others_are_given(
    preset: str | None, options: GameOptions, rules: str
) -> None:
    assert _rules_of(preset, options) == rules


@pytest.mark.parametrize(
    ("agents", "words"),
    [
        ([], "at least two agents"),
        (["random"], "at least two agents"),
        (["nobody(3)"], "at least two agents"),
        (["file:absent"], "at least two agents"),
        (["clas"], "no agent, file or folder 'clas'"),
    ],
)
def test_a_lone_word_is_taken_for_a_folder_that_is_mistyped(agents: list[str], words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        printed("tournament", *agents)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in CLASS.items():
        (tmp_path / f"{name}.py").write_text(content)
    return tmp_path


def test_a_folder_gives_a_ranking_reasons_and_a_spreadsheet(folder: Path) -> None:
    command = ["tournament", str(folder), "--seconds", "20", "--store", str(folder / "store")]
    done = enraya(*command, "--csv", str(folder / "class.csv"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("No module named 'no_such_module'") == 1
    assert "carla lost 6 games by failing (import): ModuleNotFoundError" in done.stdout
    assert "anna and david have identical files" in done.stdout
    table = done.stdout.partition("carla lost")[0].splitlines()
    assert max(map(len, table)) <= 80
    assert table[1].split()[-1] == "failed"
    with (folder / "class.csv").open() as file:
        rows = {row["name"]: row for row in csv.DictReader(file)}
    assert set(rows) == set(CLASS)
    assert rows["carla"]["reason"].startswith("import: ModuleNotFoundError")
    assert (rows["carla"]["failed"], rows["anna"]["same_as"]) == ("6", "david")
