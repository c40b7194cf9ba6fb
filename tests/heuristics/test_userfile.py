"""Heuristics in a user's file: which function is taken, and what is refused."""

from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.heuristics import PythonHeuristic, parse_heuristic

OURS = "from enraya.heuristics import heuristic\n"
PLAIN = "def heuristic(position):\n    return 2.0\n"


def written(folder: Path, code: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(code)
    return f"file:{path}"


def test_the_function_of_that_name_is_taken(tmp_path: Path) -> None:
    found = parse_heuristic(written(tmp_path, f"def other(position):\n    return 1.0\n{PLAIN}"))
    assert isinstance(found, PythonHeuristic)
    assert found.evaluate(Position.start(), 1) == 2.0


def test_the_function_that_is_marked_may_have_any_name(tmp_path: Path) -> None:
    code = f"{OURS}@heuristic()\ndef taste(position):\n    return 3.0\n"
    assert parse_heuristic(written(tmp_path, code)).evaluate(Position.start(), 1) == 3.0


@pytest.mark.parametrize("code", ["", "heuristic = 3\n", OURS, "def taste(position): return 1\n"])
def test_a_file_without_a_heuristic_is_refused(tmp_path: Path, code: str) -> None:
    with pytest.raises(InvalidSetting, match="defines no function heuristic"):
        parse_heuristic(written(tmp_path, code))


def test_what_is_no_python_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"its name must end in \.py"):
        parse_heuristic(written(tmp_path, PLAIN, "mine.txt"))
    with pytest.raises(InvalidSetting, match="there is no file"):
        parse_heuristic(f"file:{tmp_path / 'yours.py'}")
