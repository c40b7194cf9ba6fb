"""Runs of evolution in files: contents, refusals and seeds."""

from collections.abc import Callable
from pathlib import Path

import pytest

from enraya.errors import InvalidNotation, InvalidSetting
from enraya.evolve import (
    GeneSettings,
    TuningRun,
    TuningSettings,
    evolve_genes,
    load_run,
    save_run,
    tune_weights,
)
from enraya.evolve.runfile import Run, seed_of_run

GENES = evolve_genes(GeneSettings(population=6, generations=3, seed=77, mutation=0.75))


def tuned() -> TuningRun:
    settings = TuningSettings(
        "rivest", depth=1, generations=1, candidates=4, pairs=1, finalists=1, test_pairs=1
    )
    return tune_weights(settings, engine="serial")


@pytest.mark.parametrize("make", [lambda: GENES, tuned])
def test_a_run_is_read_back_from_its_file(make: Callable[[], Run], tmp_path: Path) -> None:
    run = make()
    save_run(run, tmp_path / "run.json")
    assert load_run(tmp_path / "run.json") == run


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"{}", b'{"kind": "genes"}', b'{"kind": "cats"}', b"\0", b"\xff" * 10_000],
)
def test_a_file_that_holds_no_run_is_named_and_not_repeated(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_bytes(content)
    with pytest.raises(InvalidNotation, match="not a run of `enraya evolve`") as caught:
        load_run(path)
    assert len(str(caught.value)) < 300 + len(str(path))
    with pytest.raises(InvalidSetting, match="cannot read"):
        load_run(tmp_path / "absent.json")


def test_a_run_with_numbers_out_of_range_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    save_run(GENES, path)
    path.write_text(path.read_text().replace('"mutated": 0', '"mutated": 1e400'))
    with pytest.raises(InvalidNotation, match="not a run of `enraya evolve`"):
        load_run(path)


def test_a_given_seed_overrides_that_of_an_interrupted_run(tmp_path: Path) -> None:
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
def test_the_seed_is_read_from_a_checkpoint(
    first_line: str, seed: int | None, tmp_path: Path
) -> None:
    (tmp_path / "run.json.part").write_text(first_line)
    found = [seed_of_run(None, tmp_path / "run.json") for _ in range(3)]
    assert (set(found) == {seed}) if seed is not None else (len(set(found)) == 3)
