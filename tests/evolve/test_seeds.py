"""Which seed a run has."""

from pathlib import Path

import pytest

from enraya.evolve import GeneSettings, evolve_genes
from enraya.evolve.seeds import SEEDS, new_seed, seed_of_run


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
