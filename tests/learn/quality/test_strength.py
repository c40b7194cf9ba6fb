"""The strength of a model during training."""

from itertools import pairwise
from pathlib import Path

import pytest

from enraya.learn.quality import strength as module
from enraya.learn.quality.strength import describe_strength, is_due, strength, strength_curve
from enraya.learn.training.ntuple import GamesPoint, NtupleSettings, train_ntuple
from enraya.models import ModelFile, load_model, model_path

SMALL = "classic(columns=5, rows=4)"


def test_the_strength_of_the_shipped_model_is_above_one_half(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "GAMES", 4)
    model = load_model(model_path("ntuple"))
    assert 0.5 < strength(model) == strength(model) <= 1


@pytest.mark.parametrize(
    ("parts", "needed", "apart", "measured"),
    [
        (range(0, 101, 10), 100, 1, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100]),
        (range(0, 1001, 5), 1000, 2000, [5, 1000]),
        (range(4), 3, 1, [1, 2, 3]),
        ((0, 7, 14, 21, 28, 30), 30, 10, [7, 14, 21, 30]),  # whatever the parts are
    ],
)
def test_strength_is_measured_at_both_ends_and_a_few_times_between(
    parts: range, needed: int, apart: int, measured: list[int]
) -> None:
    found = [
        done
        for before, done in pairwise(parts)
        if is_due(before, done, needed, times=10, apart=apart)
    ]
    assert found == measured


def test_measured_strength_is_saved_even_by_an_interrupted_run(tmp_path: Path) -> None:
    settings = NtupleSettings(games=400, seed=5, rules=SMALL)
    seen: list[float | None] = []
    weighed: list[ModelFile] = []

    def fake(model: ModelFile) -> float:
        weighed.append(model)
        return len(weighed) / 4

    def stop(point: GamesPoint) -> None:
        seen.append(point.strength)
        if point.games == 200:
            raise KeyboardInterrupt

    out = tmp_path / "model.npz"
    with pytest.raises(KeyboardInterrupt):
        train_ntuple(out, settings, on_point=stop, strength=fake)
    train_ntuple(out, settings, strength=fake)
    assert seen[:2] == [0.25, None]
    assert weighed[0].header.rules == SMALL
    assert strength_curve(load_model(out).header.metrics) == [(2, 0.25), (400, 0.5)]


def test_files_of_older_versions_have_no_strength() -> None:
    assert strength_curve(load_model(model_path("ntuple")).header.metrics) == []
    assert strength_curve(load_model(model_path("tables")).header.metrics) == []
    assert describe_strength(0.5) == "50.0 % of the points against level(5)"
