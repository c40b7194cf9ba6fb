"""`enraya train ntuple`: what it writes and what it refuses."""

from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.models import load_model
from tests.cli.running import printed


def test_a_model_is_trained_and_plays(tmp_path: Path) -> None:
    out = tmp_path / "small.npz"
    options = ("--games", "50", "--size", "4x4", "--seed", "3", "--out", str(out))
    assert "50 games" in printed("train", "ntuple", *options)
    command = load_model(out).header.command
    assert command == "enraya train ntuple --games 50 --size 4x4 --out small.npz --seed 3"
    assert "score" in printed("move", "1", "--size", "4x4", "--agent", f"learned({out}, depth=2)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["ntuple", "--data", "data.parquet"], "leave out --data"),
        (["ntuple(stp=1)", "--games", "1"], "did you mean 'step'"),
        (["ntuple(step=-1)", "--games", "1"], "from 0 to 100"),
        (["poly", "--games", "5"], "go with ntuple only"),
        (["poly"], "learns from data"),
        (["ntuple", "--games", "1", "--size", "4x9"], "at most 8 rows"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(EnrayaError, match=message):
        printed("train", *arguments, "--out", str(tmp_path / "model.npz"))
    assert list(tmp_path.iterdir()) == []
