"""Tuning of weights: repeatable, resumable, and accepted only by a sequential test."""

from dataclasses import replace
from pathlib import Path

import pytest

from enraya.errors import InvalidSetting, UnknownName
from enraya.evolve import TuningSettings, tune_weights
from enraya.heuristics.weight_names import weights_by_name

SMALL = TuningSettings(
    "rivest", depth=1, generations=3, candidates=4, pairs=5, finalists=2, test_pairs=100, seed=3
)
SPOILT = replace(SMALL, heuristic="rivest(one=-10, two=-100, three=0.1)", generations=12,
                 candidates=8, pairs=20, sigma=2, test_pairs=2_000)  # fmt: skip


def test_a_weakened_heuristic_improves_and_is_kept() -> None:
    run = tune_weights(SPOILT, engine="serial")
    assert run.accepted
    assert run.verdict.startswith("H1 accepted")
    assert run.heuristic == run.test.heuristic == run.finalists[0].heuristic
    assert run.test.tally.total.share > 0.6
    shares = [finalist.tally.total.share for finalist in run.finalists]
    assert shares == sorted(shares, reverse=True)
    scored = [pair for g in run.generations for pair in zip(g.shares, g.candidates, strict=True)]
    finalists = {finalist.heuristic for finalist in run.finalists}
    assert {max(scored)[1], run.generations[-1].centre} <= finalists
    assert len(run.finalists[0].winners) == 4 * SPOILT.pairs


def test_a_candidate_that_is_not_better_is_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    run = tune_weights(replace(SMALL, sigma=0.001, test_pairs=150), engine="serial")
    assert len(run.test.winners) == 150
    assert capsys.readouterr().out == ""
    assert not run.accepted
    assert run.heuristic == "rivest"
    assert run.test.heuristic != "rivest"


def test_candidates_of_a_generation_are_different_and_near_the_original_at_first() -> None:
    run = tune_weights(replace(SMALL, sigma=0.01), engine="serial")
    first = run.generations[0]
    assert len(set(first.candidates)) == SMALL.candidates
    for text in first.candidates:
        found, original = weights_by_name(text), weights_by_name("rivest")
        assert all(found[n] == pytest.approx(original[n], rel=0.1) for n in original)


def test_a_stopped_run_resumes_to_the_same_result(tmp_path: Path) -> None:
    part = tmp_path / "run.part"
    whole = tune_weights(SMALL, engine="serial")
    for steps in (1, 3, 4):
        said: list[str] = []

        def stop(sentence: str, said: list[str] = said, steps: int = steps) -> None:
            said.append(sentence)
            if len(said) == steps:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            tune_weights(SMALL, engine="serial", checkpoint=part, on_step=stop)
        assert said[0].startswith("generation 1: best ")
    played: list[int] = []
    resumed = tune_weights(SMALL, engine="serial", checkpoint=part, on_games=played.append)
    assert resumed == whole
    assert sum(played) == 2 * SMALL.test_pairs  # only the test was left


@pytest.mark.parametrize(
    ("heuristic", "changes", "words"),
    [
        ("treats", {}, "did you mean 'threats'"),
        ("ugr-centre", {}, "'ugr-centre' has no weights to tune; these have"),
        ("threats", {"rules": "boom"}, "are fixed in games of 'boom'"),
        ("threats", {"depth": 0}, "depth must be from 1 to 20, not 0"),
        ("threats", {"candidates": 3}, "candidates must be from 4"),
        ("threats", {"pairs": 0}, "pairs must be from 1"),
        ("threats", {"sigma": 0}, "sigma must be from 0.001"),
        ("threats", {"sigma": float("nan")}, "sigma must be from 0.001"),
        ("threats", {"test_pairs": 0}, "test pairs must be from 1"),
        ("threats", {"seed": 2**63}, "seed must be from 0 to 9223372036854775807"),
        ("threats(two=x)", {}, "two must be a number"),
        ("rivest(two=2e6)", {"rules": "boom"}, r"must be from -1e\+06 to 1e\+06"),
    ],
)
def test_settings_out_of_range_are_refused(
    heuristic: str, changes: dict[str, int], words: str
) -> None:
    with pytest.raises((InvalidSetting, UnknownName), match=words):
        TuningSettings(heuristic, **changes)  # type: ignore[arg-type]  # some are texts
