"""Exported models, compiled in other languages, agree with the model."""

import subprocess
from functools import cache
from itertools import pairwise
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest

from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.learn.data.dataset import Dataset
from enraya.learn.export import LANGUAGES, source_code
from enraya.learn.quality.predictions import predict_from_paper
from enraya.learn.training.train import Task, train
from enraya.models import Header, ModelFile
from enraya.models.features import PAPER_NAMES, paper_matrix
from tests.learn.support import data

MODELS = ("poly(degree=2)", "poly(degree=4)", "logistic(rounds=3, features=paper)")
COUNT = 1000
PROGRAMS = Path(__file__).parent / "programs"
"""Programs that read boards, 42 digits and the ally, and print values and best columns."""


@cache
def trained(text: str, published: bool) -> ModelFile:
    boards = data().need_boards()
    features = paper_matrix(boards.first, boards.second, published=published)
    rows = Dataset(data().labels, features, facts={"published": published})
    return train(Task(text, split="1600", command="enraya train 'odd\\\nname'"), rows)


def board_line(position: Position) -> str:
    """The stones column by column, and who just moved."""
    stones = {
        (cell.column, cell.row): player for player in (1, 2) for cell in position.stones(player)
    }
    cells = "".join(str(stones.get((c, r), 0)) for c in range(1, 8) for r in range(1, 7))
    return f"{cells} {1 if position.plies % 2 else 2}\n"


STRICT = ("-Wall", "-Wextra", "-Werror", "-o", "main", "main.c", "-lm")
COMMANDS = {
    "python": [["python3", "main.py.txt"]],
    "c": [["gcc", "-std=c99", *STRICT], ["g++", *STRICT], ["./main"]],
    "java": [["javac", "-Werror", "Model.java", "Main.java"], ["java", "Main"]],
    "lisp": [["sbcl", "--script", "main.lisp"]],
}
"""What compiles and runs them; C compiles as C++, too."""


def run(folder: Path, language: str, code: str, given: str) -> list[str]:
    copytree(PROGRAMS, folder, dirs_exist_ok=True)
    name = "Model" if language == "java" else "model"
    (folder / f"{name}.{LANGUAGES[language].suffix}").write_text(code)
    for command in COMMANDS[language]:
        done = subprocess.run(
            command, cwd=folder, input=given, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout.splitlines()


def best_columns(model: ModelFile, position: Position, published: bool) -> set[int]:
    """The columns that win, or else the one with the best value, from 0."""
    after = {column: position.play(column) for column in position.legal_moves}
    wins = {int(c) - 1 for c, child in after.items() if child.result == position.mover}
    if wins:
        return {min(wins)}
    words = [
        np.array([child.stones_mask(player) for child in after.values()], dtype=np.uint64)
        for player in (1, 2)
    ]
    values = predict_from_paper(model, paper_matrix(words[0], words[1], published=published))
    close = values >= values.max() - 1e-7
    return {int(column) - 1 for column, is_best in zip(after, close, strict=True) if is_best}


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("text", "published"), [*((text, False) for text in MODELS), (MODELS[0], True)]
)
def test_exported_code_agrees_with_the_model_on_1000_positions(
    text: str, published: bool, language: str, tmp_path: Path
) -> None:
    model, boards = trained(text, published), data().need_boards()
    positions = [Position.parse(moves) for moves in boards.moves]
    positions = [position for position in positions if not position.is_over][:COUNT]
    assert len(positions) == COUNT
    given = "".join(board_line(position) for position in positions)
    lines = run(tmp_path, language, source_code("m", model, language), given)
    words = [
        np.array([position.stones_mask(player) for position in positions], dtype=np.uint64)
        for player in (1, 2)
    ]
    wanted = predict_from_paper(model, paper_matrix(words[0], words[1], published=published))
    values = [float(line.split()[0]) for line in lines]
    # few rows give a polynomial of degree 4 coefficients of 40,000, of which little is left over
    close = 1e-7 if "degree=4" in text else 1e-9
    assert values == pytest.approx(wanted, rel=close, abs=close)
    for line, position in list(zip(lines, positions, strict=True))[::10]:
        assert int(line.split()[1]) in best_columns(model, position, published), position.moves


@pytest.mark.parametrize("language", LANGUAGES)
def test_exported_code_documents_the_order_of_its_features(language: str) -> None:
    code = source_code("m.npz", trained(MODELS[0], False), language)
    assert "x[4]   ALLY_#2_EFF     runs of two of the ally that end at an empty cell" in code
    assert "Trained by: enraya train 'odd/ name'" in code
    assert "N_PIECES*ALLY_MEAN_DIST" in code
    assert "$" not in code


def test_exported_python_agrees_with_the_model() -> None:
    for text in MODELS:
        model = trained(text, False)
        space: dict[str, Any] = {}
        exec(source_code("m", model, "python"), space)  # noqa: S102  # our own code
        row = data().paper[0]
        wanted = predict_from_paper(model, data().paper[:1])[0]
        assert space["value_of_features"](row.tolist()) == pytest.approx(wanted, rel=1e-9)


def layers(*sizes: int) -> ModelFile:
    """A logistic regression as a file holds it, or a network that pretends to be one."""
    arrays = {"scale": np.array(1.0)}
    for place, (given, made) in enumerate(pairwise((len(PAPER_NAMES), *sizes))):
        arrays |= {f"weights{place}": np.zeros((made, given)), f"biases{place}": np.zeros(made)}
    return ModelFile(Header("logistic", PAPER_NAMES), arrays)


def test_only_three_outcomes_of_one_layer_are_a_logistic_regression() -> None:
    assert "R2" not in source_code("m", layers(3), "python"), "nothing was measured"
    for sizes in ((1,), (4, 3), (4, 1)):
        with pytest.raises(EnrayaError, match="not a logistic regression"):
            source_code("m", layers(*sizes), "python")


def test_exported_code_includes_the_constant_term_and_the_measurements() -> None:
    metrics = {"test": {"r2": 0.5, "mse": 2.0, "my_test": 0.25, "rows": 9}}
    arrays = {"coefficients": np.array([5.0, *[0.0] * 11]), "intercept": np.array(2.0)}
    model = ModelFile(Header("poly", PAPER_NAMES, metrics=metrics), arrays)
    space: dict[str, Any] = {}
    code = source_code("m", model, "python")
    exec(code, space)  # noqa: S102  # our own code
    assert space["value_of_features"]([0.0] * 11) == 7
    assert "On 9 rows it had not seen: R2 0.5000, MSE 2.00, My test 25.00%" in code


@pytest.mark.parametrize(
    ("text", "language", "words"),
    [
        ("logistic(rounds=1)", "c", "cannot be exported; train poly"),
        ("forest(trees=2, features=paper)", "c", "cannot be exported; train poly"),
        ("poly", "cobol", "unknown language 'cobol'"),
    ],
)
def test_models_that_cannot_be_exported_are_refused(text: str, language: str, words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        source_code("m", train(Task(text), data()), language)
