"""The paper's own way: eleven features in a CSV, a fit printed, a table of features, code."""

import io
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

from enraya.cli.learn.printed_fit import printed_fit
from enraya.errors import EnrayaError
from enraya.learn.data.dataset import Dataset
from enraya.learn.data.storage import write_dataset
from enraya.learn.quality.evaluation import PRINTED
from enraya.models import Header, ModelFile, load_model
from enraya.models.features import PAPER_NAMES
from tests.cli.running import answer, cells, printed
from tests.learn.support import data


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "paper.csv"
    write_dataset(path, data(), "csv")
    return path


@pytest.fixture
def poly(table: Path) -> Path:
    out = table.with_name("poly.npz")
    printed("train", "poly(degree=1)", "--data", str(table), "--out", str(out))
    return out


def test_the_papers_csv_is_trained_on_and_printed_in_the_papers_layout(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(file=io.StringIO(), width=200)
    monkeypatch.setattr("enraya.cli.learn.train.progress_console", lambda: console)
    out = table.with_name("poly.npz")
    options = ("--data", str(table), "--split", "1600", "--print", "--out", str(out))
    lines = printed("train", "poly(degree=2)", *options).splitlines()
    test = load_model(out).header.metrics["test"]
    assert test["rows"] == len(data()) - 1600
    shares = f"My test {100 * test['my_test']:.2f} %, sign {100 * test['sign']:.2f} % on "
    assert shares in lines[0]
    assert isinstance(console.file, io.StringIO)
    assert console.file.getvalue().startswith(f"round 1: R² {test['r2']:.4f}, MSE ")
    assert f", sign {100 * test['sign']:.2f} %" in console.file.getvalue()
    assert lines[1] == "YPRED:"
    assert lines[2].startswith("[")
    assert f"Mean squared error: {test['mse']:.2f}" in lines
    assert f"Variance score: {test['r2']:.2f}" in lines
    assert f"My test:  {100 * test['my_test']!r}" in lines
    named = lines[lines.index("Coefficients by name:") + 1 :]
    assert len(named) == 79
    assert [line.split()[1] for line in named[:3]] == ["intercept", "1", "N_PIECES"]
    assert named[-1].endswith("  OPP_#3_EFF^2")


def test_a_fit_of_known_numbers_is_printed_exactly() -> None:
    coefficients = np.zeros(12)
    coefficients[1] = 1.0760856
    header = Header("poly", PAPER_NAMES)
    model = ModelFile(header, {"coefficients": coefficients, "intercept": np.array(-2.0)})
    features = np.zeros((4, 11))
    features[:, 0] = [0, 1, 5, 2]
    rows = Dataset(np.array([-2.0, 0.0, 5.0, 3.0]), features)
    assert printed_fit(model, rows).splitlines()[:9] == [
        "YPRED:",
        "[-2.        -0.9239144  3.380428   0.1521712]",
        "Coefficients: ",
        " [0.        1.0760856 0.        0.        0.        0.        0.",
        " 0.        0.        0.        0.        0.       ]",
        "Mean squared error: 2.90",
        "Variance score: 0.60",
        "My test:  75.0",
        "Coefficients by name:",
    ]


def test_a_model_without_coefficients_prints_everything_else(table: Path) -> None:
    out = str(table.with_name("m.npz"))
    for model in (
        "forest(trees=2, leaves=9, features=paper)",
        "logistic(rounds=1, features=paper)",
    ):
        text = printed("train", model, "--data", str(table), "--print", "--out", out)
        assert "Variance score: " in text
        assert ("win: N_PIECES" in text) == ("logistic" in model)


def test_a_csv_without_its_heading_loses_no_row(table: Path, poly: Path) -> None:
    bare = table.with_name("bare.csv")
    bare.write_text(table.read_text().split("\n", 1)[1])
    found = [
        answer("evaluate", str(poly), "--data", str(path), "--depths", "0")
        for path in (table, bare)
    ]
    rows = [answer["predictions"][0]["measures"]["rows"] for answer in found]
    assert rows[0] == rows[1] == load_model(poly).header.metrics["test"]["rows"]
    assert found[0]["predictions"][0]["features"] == "the paper's 11"
    table_shown = cells("evaluate", str(poly), "--data", str(table), "--depths", "0")
    paper = next(row for row in table_shown if "the paper's own" in row)
    assert f"{100 * PRINTED['my_test']:.2f} %" in paper


def test_published_features_of_a_csv_are_remembered(table: Path) -> None:
    out = table.with_name("poly.npz")
    printed("train", "poly", "--data", str(table), "--published", "--out", str(out))
    header = load_model(out).header
    assert header.parameters["published"]
    assert header.command.endswith("--published")


def test_the_ablation_is_printed_and_given_as_json(table: Path) -> None:
    options = ("poly(degree=1)", "--data", str(table))
    assert "both distances" in printed("ablate", *options)
    found = answer("ablate", *options)
    assert [row["without"] for row in found["without"]][:11] == list(PAPER_NAMES)
    row = found["without"][8]
    assert row["loss"] == pytest.approx(row["mse"] - found["whole"]["mse"])


def test_a_model_is_exported_to_a_file_or_printed(poly: Path, tmp_path: Path) -> None:
    out = tmp_path / "poly.lisp"
    assert "lines of lisp" in printed("export", str(poly), "--to", "lisp", "--out", str(out))
    assert printed("export", str(poly), "--to", "lisp") == out.read_text()
    assert "(defun value-of-features (x)" in out.read_text()


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("export poly.npz --to cobol", "unknown language 'cobol'"),
        ("export poly.npz --to c --out /nowhere/x.c", "cannot write"),
        ("train poly --data paper.csv --out m --without no", "cannot read 'no'"),
        ("train poly --data paper.csv --out m --split position", "no boards"),
        ("train poly --data paper.csv --out m --split x", "unknown split"),
        ("train poly --data paper.csv --out m --split 9999", "to test with"),
        ("train forest --data paper.csv --out m", "no boards"),
        ("train poly --data d.parquet --out m --published", "--published is for CSV"),
        ("ablate tables --data paper.csv", "does not learn from the paper's features"),
        ("ablate poly --data none.csv", "cannot read 'none.csv'"),
    ],
)
@pytest.mark.usefixtures("poly")
def test_bad_input_is_refused(command: str, words: str, here: Path) -> None:
    write_dataset(Path("d.parquet"), data())
    before = sorted(here.iterdir())
    with pytest.raises(EnrayaError, match=words):
        printed(*command.split())
    assert sorted(here.iterdir()) == before
