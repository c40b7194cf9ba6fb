"""What the process of a training run records."""

from pathlib import Path

import pytest

from enraya.models import load_model
from enraya.web.laboratory.runs import trainer
from enraya.web.laboratory.runs.trainer import Files, Progress, learn


def test_a_point_that_is_reached_again_replaces_what_came_from_there() -> None:
    progress = Progress()
    for done in (10, 20, 30):
        progress.reach("playing", done, 30)
        progress.add({"error": float(done)})
    progress.reach("playing", 20, 30)
    progress.add({"error": 0.5})
    assert progress.curve == [(10, {"error": 10.0}), (20, {"error": 0.5})]


def test_games_against_oneself_are_recorded_with_the_strength_where_it_was_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setattr(trainer, "lower_priority", lambda _: None)
    monkeypatch.setattr(trainer, "strength", lambda *_: 0.25)
    learn((str(tmp_path), 1, {"model": "ntuple", "games": 3, "seed": 1}))
    files = Files(tmp_path, 1)
    progress = Progress.read(files.progress)
    assert (progress.phase, progress.done, progress.needed) == ("playing", 3, 3)
    assert [measures.get("strength") for _, measures in progress.curve] == [0.25, None, 0.25]
    assert load_model(files.model).header.kind == "ntuple"
