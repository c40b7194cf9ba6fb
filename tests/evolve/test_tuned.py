"""Runs of evolution in files: what they keep, and their seeds."""

from pathlib import Path

import pytest

from enraya.errors import InvalidSetting, UnknownName
from enraya.evolve import GeneSettings, TuningSettings, evolve_genes
from enraya.evolve.runfile import SEEDS, new_seed, seed_of_run


@pytest.mark.parametrize(
    ("heuristic", "changes", "words"),
    [
        ("treats", {}, "did you mean 'threats'"),
        ("ugr-centre", {}, "no weights to tune"),
        ("threats", {"rules": "boom"}, "are fixed in games of 'boom'"),
        ("threats", {"depth": 0}, "depth must be from 1 to 20, not 0"),
        ("threats", {"candidates": 3}, "candidates must be from 4"),
        ("threats", {"pairs": 0}, "pairs must be from 1"),
        ("threats", {"sigma": 0}, "sigma must be from 0.001"),
        ("threats", {"sigma": float("nan")}, "sigma must be from 0.001"),
        ("threats", {"test_pairs": 0}, "test pairs must be from 1"),
        ("threats", {"seed": 2**63}, "seed must be from 0 to 9223372036854775807"),
        ("threats(two=x)", {}, "two must be a number"),
    ],
)
def test_settings_out_of_range_are_refused(
    heuristic: str, changes: dict[str, int], words: str
) -> None:
    with pytest.raises((InvalidSetting, UnknownName), match=words):
        TuningSettings(heuristic, **changes)  # type: ignore[arg-type]  # some are texts


@pytest.mark.parametrize(
    "limits",
    [
        {"depth": 1, "candidates": 4, "pairs": 1, "sigma": 0.001, "elo1": 1, "seed": 0},
        {"depth": 20, "candidates": 1000, "sigma": 10, "elo1": 200, "seed": 2**63 - 1},
    ],
)
def test_settings_at_their_limits_are_accepted(limits: dict[str, int]) -> None:
    assert TuningSettings("threats", **limits).depth == limits["depth"]  # type: ignore[arg-type]


def test_new_seeds_differ() -> None:
    seeds = {new_seed() for _ in range(10)}
    assert len(seeds) == 10
    assert all(0 <= seed < SEEDS for seed in seeds)


def test_a_given_seed_comes_before_that_of_an_interrupted_run(tmp_path: Path) -> None:
    out = tmp_path / "run.json"
    settings = GeneSettings(population=4, generations=2, seed=77)
    evolve_genes(settings, checkpoint=tmp_path / "run.json.part")
    assert seed_of_run(5, out) == 5
    assert seed_of_run(None, out) == 77


@pytest.mark.parametrize(
    ("first_line", "seed"),
    [
        ('{"jobs": 3, "digest": "ab"}\n', None),
        ('{"jobs": 3, "digest": "ab", "seed": 6}\n', 6),
        ('{"jobs": 3, "digest": "ab", "seed": 6', None),
        ('{"seed": "six"}\n', None),
        ("", None),
    ],
)
def test_the_seed_of_a_checkpoint(first_line: str, seed: int | None, tmp_path: Path) -> None:
    (tmp_path / "run.json.part").write_text(first_line)
    found = [seed_of_run(None, tmp_path / "run.json") for _ in range(3)]
    assert (set(found) == {seed}) if seed is not None else (len(set(found)) == 3)
