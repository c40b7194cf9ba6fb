"""`enraya match` and `tournament`, with agents of a class, and how games are listed."""

import csv
from pathlib import Path

import pytest

from enraya.arena.plan.presets import PRESETS
from enraya.cli.arena.games import _result
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
def test_a_missing_sandbox_is_told_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(position, limit):\n    return position.legal_moves[0]\n")
    command = ["match", f"file:{file}", "random", "--games", "2", "--store", str(tmp_path / "s")]
    assert "no sandbox" not in enraya(*command).stderr
    monkeypatch.setenv("ENRAYA_SANDBOX", "off")
    done = enraya(*command, "--again")
    assert done.returncode == 0
    assert done.stderr.count("there is no sandbox here") == 1


def test_why_an_agent_failed_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def choose(position, limit):\n    return position.colour\n")
    command = ["match", f"file:{file}", "random", "--games", "4", "--store", str(tmp_path / "s")]
    printed = enraya(*command).stdout
    assert printed.count("'Position' object has no attribute 'colour'") == 1
    assert "(mine.py, line 2)" in printed


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


def test_a_missing_program_is_refused_before_any_game(tmp_path: Path) -> None:
    done = enraya("match", "program:./absent", "random", "--store", str(tmp_path / "store"))
    assert done.returncode == 2
    assert "there is no program './absent'" in done.stderr
    assert not (tmp_path / "store").exists()


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
    "others", [["random"], ["--file", "agents.txt"], ["--preset", "boom"], ["random", "greedy"]]
)
def test_a_tournament_that_is_resumed_takes_no_others(others: list[str]) -> None:
    with pytest.raises(EnrayaError, match="it takes no agents"):
        printed("tournament", "--resume", "1", *others)


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


def test_without_a_limit_it_says_how_long_a_move_may_take(folder: Path) -> None:
    agents = [str(folder / "anna.py"), str(folder / "bert.py")]
    done = enraya("match", *agents, "--games", "1", "--store", str(folder / "store"))
    assert (done.returncode, done.stderr.count("--seconds 1 would be less")) == (0, 1)
    assert "anna: " in done.stdout


def test_a_narrow_terminal_gets_fewer_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = ("match", "random", "greedy", "--games", "2", "--store", str(tmp_path / "store"))
    monkeypatch.setenv("COLUMNS", "50")
    table = printed(*command, "--engine", "serial").splitlines()[:5]
    assert "points" in table[1]
    assert "nodes" not in table[1]
    assert max(map(len, table)) <= 50


@pytest.mark.parametrize(("winner", "shown"), [(None, "*"), (0, "½-½"), (1, "1-0"), (2, "0-1")])
def test_a_game_that_nobody_has_won_yet_has_a_star(winner: int | None, shown: str) -> None:
    assert _result(winner).plain == shown
