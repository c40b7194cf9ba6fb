"""Which settings a heuristic can be tuned with."""

import pytest

from enraya.errors import InvalidSetting, UnknownName
from enraya.evolve import TuningSettings


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
