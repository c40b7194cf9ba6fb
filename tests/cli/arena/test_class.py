"""The tournament of a class: a folder of files, some of them wrong."""

import csv
from pathlib import Path

import pytest

from tests.cli.running import enraya, printed

FIRST_OPEN = "def choose(position, limit):\n    return position.legal_moves[0]\n"
LAST_OPEN = FIRST_OPEN.replace("[0]", "[-1]")
BROKEN = "import no_such_module\n"
CLASS = {"anna": FIRST_OPEN, "bert": LAST_OPEN, "carla": BROKEN, "david": FIRST_OPEN}


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
