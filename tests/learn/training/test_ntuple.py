"""Training n-tuples: effective, repeatable and resumable."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enraya.agents import Limit, parse_agent
from enraya.errors import InvalidSetting
from enraya.files import part_of
from enraya.game.position import Position
from enraya.kernels.models.training import Tables
from enraya.learn.training.ntuple import GamesPoint, NtupleSettings, Training, train_ntuple
from enraya.models import ModelFile, load_model
from enraya.models.ntuple_shapes import shapes, table_sizes
from enraya.rules import parse_rules
from enraya.rules.classic import classic
from enraya.solver import Solver, analyse
from enraya.solver.score import value_of
from tests.strategies import seeded

SMALL = "classic(columns=5, rows=4)"
QUICK = NtupleSettings(games=3000, seed=5, rules=SMALL, longest=4)


def mistakes(model: Path, count: int) -> int:
    """How many moves of a model without search throw away a win or a draw, in random positions."""
    player, solver, random = parse_agent(f"learned({model})"), Solver(table_mb=8), seeded(3)
    wrong = 0
    for _ in range(count):
        position = Position.start(classic(5, 4))
        for _ in range(random.randrange(10)):
            if not position.is_over:
                position = position.play(random.choice(position.legal_moves))
        if not position.is_over:
            scores = analyse(solver, position).scores
            move = player.choose(position, Limit()).move
            assert isinstance(move, int)
            chosen = scores[move - 1]
            assert chosen is not None
            wrong += value_of(chosen) < value_of(max(s for s in scores if s is not None))
    return wrong


def test_training_reduces_the_error_and_improves_play(tmp_path: Path) -> None:
    trained, ignorant = tmp_path / "trained.npz", tmp_path / "ignorant.npz"
    curve = train_ntuple(trained, QUICK).curve
    train_ntuple(ignorant, NtupleSettings(games=1, seed=5, rules=SMALL))
    assert mistakes(trained, 150) < 0.6 * mistakes(ignorant, 150)
    errors = [point.error for point in curve]
    assert np.mean(errors[-50:]) < 0.6 * np.mean(errors[5:30])
    assert max(errors) < 20, "no score of the small board is beyond 10"
    assert [point.games for point in curve] == list(range(15, 3001, 15))
    assert all(7 <= point.moves <= 20 for point in curve)
    assert 0 < max(point.first_wins + point.draws for point in curve) < 1.001


def test_the_same_seed_gives_the_same_file_which_says_how_it_was_made(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.npz", "two.npz", "other.npz")]
    for file, seed in zip(files, (5, 5, 6), strict=True):
        settings = NtupleSettings(games=200, seed=seed, rules=SMALL)
        training = train_ntuple(file, settings, "the command")
    one, two, other = (file.read_bytes() for file in files)
    assert one == two != other
    header = load_model(files[-1]).header
    assert (header.kind, header.rules, header.seed) == ("ntuple", SMALL, 6)
    assert header.command == "the command"
    assert header.parameters["games"] == 200
    assert [GamesPoint(*point) for point in header.metrics["curve"]] == training.curve


_SLOW_RUN = """
import sys, time
from pathlib import Path
from enraya.learn.training import ntuple
ntuple.CHECKPOINT_SECONDS = 0.0
settings = ntuple.NtupleSettings(games=3000, seed=5, rules={rules!r}, longest=4)
ntuple.train_ntuple(Path(sys.argv[1]), settings, on_point=lambda point: time.sleep(0.02))
"""


@pytest.mark.slow
def test_a_killed_run_ends_with_the_same_file(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.npz", tmp_path / "parts.npz"
    train_ntuple(whole, QUICK)
    checkpoint = parts.with_name("parts.npz.part")
    script = _SLOW_RUN.format(rules=SMALL)
    run = subprocess.Popen([sys.executable, "-c", script, str(parts)])
    while not checkpoint.exists() and run.poll() is None:
        time.sleep(0.01)
    os.kill(run.pid, signal.SIGKILL)
    assert run.wait() == -signal.SIGKILL
    assert not parts.exists()
    train_ntuple(parts, QUICK)
    assert parts.read_bytes() == whole.read_bytes()


@pytest.fixture
def _ctrl_c_is_heard() -> Iterator[None]:
    """The processes that run the tests may ignore it."""
    earlier = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, earlier)


@pytest.mark.usefixtures("_ctrl_c_is_heard")
def test_ctrl_c_during_a_batch_loses_no_work(tmp_path: Path) -> None:
    settings = NtupleSettings(games=300, seed=5, rules=SMALL)
    whole, stopped = tmp_path / "whole.npz", tmp_path / "stopped.npz"

    def half(_: ModelFile) -> float:
        return 0.5

    train_ntuple(whole, settings, strength=half)

    def interrupted(_: ModelFile) -> float:
        os.kill(os.getpid(), signal.SIGINT)
        return 0.5

    with pytest.raises(KeyboardInterrupt):
        train_ntuple(stopped, settings, strength=interrupted)
    assert part_of(stopped).exists()
    assert not stopped.exists()
    seen: list[int] = []
    train_ntuple(stopped, settings, on_point=lambda p: seen.append(p.games), strength=half)
    assert seen[0] > 1, "it began again"
    assert stopped.read_bytes() == whole.read_bytes()
    assert not part_of(stopped).exists()


def test_the_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "model.npz"
    Training(QUICK, part_of(out)).keep()
    with pytest.raises(InvalidSetting, match="another run"):
        train_ntuple(out, replace(QUICK, seed=6))


@pytest.mark.parametrize("change", ["shape", "dtype", "nan", "curve", "list", "cut"])
def test_a_checkpoint_with_other_tables_is_refused(tmp_path: Path, change: str) -> None:
    rules = parse_rules(QUICK.rules)
    entries = sum(table_sizes(shapes(rules.columns, rules.rows)))
    facts: object = {"settings": asdict(QUICK), "curve": [5] if change == "curve" else []}
    table = np.zeros((2, entries), dtype=np.float32)
    table[0, 0] = np.nan if change == "nan" else 0
    if change in ("shape", "dtype"):
        table = table[:, :-1] if change == "shape" else table.astype(np.float64)
    arrays: dict[str, Any] = dict.fromkeys(Tables._fields, table)
    path = tmp_path / "model.npz.part"
    with path.open("wb") as file:
        content = json.dumps([facts] if change == "list" else facts)
        np.savez(file, facts=content, **arrays)
    if change == "cut":
        path.write_bytes(path.read_bytes()[:100])
    with pytest.raises(InvalidSetting, match="not a checkpoint"):
        train_ntuple(tmp_path / "model.npz", QUICK)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (NtupleSettings(games=0), "at least one game"),
        (NtupleSettings(games=1, rules="boom"), "classic games only"),
        (NtupleSettings(games=1, rules="classic(columns=4, rows=9)"), "at most 8 rows"),
    ],
)
def test_impossible_settings_are_refused(
    tmp_path: Path, settings: NtupleSettings, message: str
) -> None:
    with pytest.raises(InvalidSetting, match=message):
        train_ntuple(tmp_path / "model.npz", settings)
    assert list(tmp_path.iterdir()) == []
