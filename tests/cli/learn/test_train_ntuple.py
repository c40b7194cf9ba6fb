"""`enraya train ntuple`: what it writes and what it refuses."""

import io
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console

from enraya.cli.learn import train as command
from enraya.errors import EnrayaError
from enraya.learn.training.ntuple import GamesPoint
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
        (["ntuple", "--without", "seen.txt"], "leave out --data"),
        (["ntuple", "--split", "600"], "no data to split or print"),
        (["ntuple", "--published"], "no data to split or print"),
        (["ntuple", "--print"], "no data to split or print"),
        (["ntuple", "--print", "--json"], "choose one of them"),
        (["poly", "--games", "5"], "go with ntuple only"),
        (["poly", "--size", "5x4"], "go with ntuple only"),
        (["poly", "--print"], "learns from data"),
        (["poly", "--json"], "learns from data"),
        (["poly"], "learns from data"),
        (["ntuple", "--games", "1", "--size", "4x9"], "at most 8 rows"),
    ],
)
def test_what_does_not_fit_is_refused(tmp_path: Path, arguments: list[str], message: str) -> None:
    with pytest.raises(EnrayaError, match=message):
        printed("train", *arguments, "--out", str(tmp_path / "model.npz"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("games", "part", "shown"),
    [(400, 2, list(range(40, 401, 40))), (50, 1, [20, 40])],
)
def test_every_twentieth_part_of_a_run_is_shown(
    games: int, part: int, shown: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    curve = [GamesPoint(done, 0.5, 0.5, 0.0, 9.0) for done in range(part, games + 1, part)]

    def train(
        _out: Path,
        _: object,
        command: str,
        on_point: Callable[[GamesPoint], None],
        _strength: object,
    ) -> SimpleNamespace:
        assert "--size" not in command
        for point in curve:
            on_point(point)
        return SimpleNamespace(curve=curve)

    console = Console(file=io.StringIO(), width=100)
    monkeypatch.setattr(command, "progress_console", lambda: console)
    monkeypatch.setattr(command, "train_ntuple", train)
    told = printed("train", "ntuple", "--games", str(games), "--out", str(tmp_path / "m.npz"))
    assert told.endswith(f"m.npz: {games} games: values 0.500 from their targets\n")
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    assert [int(line.split()[0]) for line in lines] == shown
