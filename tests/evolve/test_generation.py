"""Generations as plain values: what they say of themselves, and which are none."""

from typing import Any

import pytest

from enraya.evolve import Generation, GeneRun, GeneSettings, evolve_genes
from enraya.evolve.genetics import Individual

LEVEL = Individual((0.5,) * 4)
RUN = evolve_genes(GeneSettings(population=4, generations=2, seed=1))


def state_of(change: str, value: object) -> dict[str, Any]:
    """The run above with one value of its second generation changed."""
    state = RUN.to_object()
    generation = state["generations"] = list(state["generations"])
    last: dict[str, Any] = generation[-1]
    if change in ("wins", "draws"):
        last[change] = (value, *last[change][1:])
    elif change == "gene":
        last["agents"][0]["genes"] = (0.5, 0.5, 0.5, value)
    else:
        last["agents"][0][change] = value
    return state


def test_a_generation_summary_has_best_mean_and_diversity() -> None:
    generation = Generation((LEVEL,) * 5, (4, 3, 2, 1, 0), (0,) * 5)
    assert generation.games == 4
    assert generation.summary() == "best 100.0 %, mean 50.0 %, diversity 0.000"


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("gene", 0), ("gene", 1), ("mutated", 4), ("mutated", 0), ("wins", 3), ("wins", 0),
        ("draws", 3), ("parents", [0]), ("parents", [3, 0]),
    ],
)  # fmt: skip
def test_values_that_a_generation_may_have_are_read(change: str, value: object) -> None:
    assert GeneRun.from_object(state_of(change, value)).settings == RUN.settings


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("gene", -0.1), ("gene", 1.1), ("genes", [0.5] * 3), ("genes", [0.5] * 5), ("mutated", 5),
        ("mutated", -1), ("wins", 4), ("wins", -1), ("wins", 1.0), ("draws", 4), ("parents", [4]),
        ("parents", [-1]),
    ],
)  # fmt: skip
def test_values_that_no_generation_can_have_are_refused(change: str, value: object) -> None:
    with pytest.raises(ValueError, match="no such"):
        GeneRun.from_object(state_of(change, value))


def test_a_generation_has_two_agents_with_one_count_each() -> None:
    two = {"agents": [{"genes": [0.5] * 4, "parents": [], "mutated": 0}] * 2}
    assert Generation.from_object({**two, "wins": [1, 0], "draws": [0, 0]}).games == 1
    for size, wins in ((1, [0]), (2, [1])):
        agents = two["agents"][:size]
        with pytest.raises(ValueError, match="no such generation"):
            Generation.from_object({"agents": agents, "wins": wins, "draws": [0] * size})


def test_a_run_without_generations_is_none() -> None:
    with pytest.raises(ValueError, match="no generations"):
        GeneRun.from_object({**RUN.to_object(), "generations": []})
