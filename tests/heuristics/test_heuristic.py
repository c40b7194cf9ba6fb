"""Heuristics as values, and those of models and users' files."""

from pathlib import Path

import pytest

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.heuristics import PythonHeuristic, named_heuristic, parse_heuristic
from enraya.heuristics.heuristic import NoNumber
from enraya.models import shipped_heuristic
from enraya.rules import parse_rules


def test_no_value_is_a_negative_zero() -> None:
    assert str(named_heuristic("threats").evaluate(Position.start("desconecta"), 1)) == "0.0"


@pytest.mark.parametrize("answer", [None, "many", float("nan"), [1]])
def test_an_evaluation_that_is_not_a_number_is_reported(answer: object) -> None:
    heuristic = PythonHeuristic("odd", lambda _: answer)  # type: ignore[arg-type,return-value]
    with pytest.raises(NoNumber):
        heuristic.evaluate(Position.start(), 1)


def test_a_model_evaluates_only_the_rule_set_it_was_trained_for() -> None:
    model = shipped_heuristic("ntuple")
    model.check_rules(parse_rules("classic"))
    with pytest.raises(InvalidSetting):
        model.check_rules(parse_rules("boom"))
    named_heuristic("threats").check_rules(parse_rules("boom"))


OURS = "from enraya.heuristics import heuristic\n"
PLAIN = "def heuristic(position):\n    return 2.0\n"


def written(folder: Path, code: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(code)
    return f"file:{path}"


@pytest.mark.parametrize(
    ("code", "value"),
    [
        (f"def other(position):\n    return 1.0\n{PLAIN}", 2.0),
        (f"{OURS}@heuristic()\ndef taste(position):\n    return 3.0\n", 3.0),
    ],
)
def test_the_function_named_evaluate_or_the_decorated_one_is_loaded(
    tmp_path: Path, code: str, value: float
) -> None:
    assert parse_heuristic(written(tmp_path, code)).evaluate(Position.start(), 1) == value


@pytest.mark.parametrize("code", ["", "heuristic = 3\n", OURS, "def taste(position): return 1\n"])
def test_a_file_without_a_heuristic_is_refused(tmp_path: Path, code: str) -> None:
    with pytest.raises(InvalidSetting, match="defines no function heuristic"):
        parse_heuristic(written(tmp_path, code))


def test_a_file_that_is_not_python_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"its name must end in \.py"):
        parse_heuristic(written(tmp_path, PLAIN, "mine.txt"))
    with pytest.raises(InvalidSetting, match="there is no file"):
        parse_heuristic(f"file:{tmp_path / 'yours.py'}")
