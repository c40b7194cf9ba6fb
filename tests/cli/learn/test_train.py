"""`enraya dataset` and `train`, from data and from games, and what they write."""

import signal
import subprocess
from pathlib import Path

import pytest

from enraya.models import load_model
from tests.cli.running import COMMAND, answer, enraya, printed

LATE = ("--sampler", "random-games", "--stones", "20-36")


@pytest.mark.slow
def test_data_becomes_a_model_and_a_report(tmp_path: Path) -> None:
    data, model, page = (str(tmp_path / name) for name in ("d.parquet", "m.npz", "p.html"))
    made = enraya("dataset", "--positions", "150", *LATE, "--out", data)
    assert "rows from 150 positions" in made.stdout, made.stderr
    assert "where the time went" in made.stdout
    trained = enraya("train", "boosting(trees=20, leaves=7)", "--data", data, "--out", model)
    assert "R²" in trained.stdout, trained.stderr
    options = ("--data", data, "--count", "2", "--depths", "1-2", "--out", page)
    facts = answer("evaluate", model, *options)
    assert facts["predictions"][0]["measures"]["rows"] > 0
    assert {row["depth"] for row in facts["play"]} == {1, 2}
    assert "Trained models" in Path(page).read_text()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["d.parquet", "m.npz", "p.html"]


@pytest.mark.slow
def test_killed_and_resumed_training_gives_the_same_file_in_every_engine(tmp_path: Path) -> None:
    names = ("serial", "processes", "ray", "killed")
    files = [tmp_path / f"{name}.parquet" for name in names]
    command = ["dataset", "--positions", "400", *LATE, "--no-ours", "--out"]
    for file in files[:-1]:
        assert enraya(*command, str(file), "--engine", file.stem).returncode == 0
    process = subprocess.Popen([*COMMAND, *command, str(files[-1]), "--engine", "serial"])
    part = files[-1].with_name("killed.parquet.part")
    while process.poll() is None and not (part.exists() and part.read_text().count("\n") > 2):
        pass
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert part.exists()
    assert not files[-1].exists()
    assert enraya(*command, str(files[-1])).returncode == 0
    assert len({file.read_bytes() for file in files}) == 1


def test_the_names_of_six_sets_fit_in_a_terminal() -> None:
    table = enraya("evaluate", "tables", "--count", "1").stdout
    assert "begin-" in table
    assert "…" not in table


def test_a_model_is_trained_and_plays(tmp_path: Path) -> None:
    out = tmp_path / "small.npz"
    options = ("--games", "50", "--size", "4x4", "--seed", "3", "--out", str(out))
    assert "50 games" in printed("train", "ntuple", *options)
    command = load_model(out).header.command
    assert command == "enraya train ntuple --games 50 --size 4x4 --out small.npz --seed 3"
    assert "score" in printed("move", "1", "--size", "4x4", "--agent", f"learned({out}, depth=2)")
