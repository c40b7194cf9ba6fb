"""Runs of gene evolution: the same for every engine and after any interruption."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from enraya.agents import Limit
from enraya.agents.players.genes import GenesAgent
from enraya.errors import InvalidSetting
from enraya.evolve import Generation, GeneRun, GeneSettings, evolve_genes
from enraya.evolve.genes import Batch, evaluate, play_batch
from enraya.evolve.genetics import Individual, first_generation
from enraya.evolve.winners import against
from enraya.game.position import Position

SMALL = GeneSettings(population=20, generations=4, keep=50, seed=5)
LEVEL = Individual((0.5,) * 4)
RUN = evolve_genes(GeneSettings(population=4, generations=2, seed=1))


def test_every_pair_meets_once_and_its_first_agent_moves_first() -> None:
    agents = first_generation(GeneSettings(population=6), np.random.default_rng(3))
    wins, draws = [0] * 6, [0] * 6
    seeds = np.random.default_rng([1, 2, 3]).integers(2**63, size=15, dtype=np.uint64).tolist()
    games = [(i, j) for i in range(6) for j in range(i + 1, 6)]
    for (i, j), seed in zip(games, seeds, strict=True):
        winner = slow_winner(agents[i], agents[j], seed)
        if winner:
            wins[(i, j)[winner - 1]] += 1
        else:
            draws[i], draws[j] = draws[i] + 1, draws[j] + 1
    generation = evaluate(agents, [1, 2, 3], "serial")
    assert (generation.wins, generation.draws) == (tuple(wins), tuple(draws))
    population = [agent.genes for agent in agents]
    parts = [play_batch(Batch(population, [1, 2, 3], a, b)) for a, b in ((0, 4), (4, 15))]
    assert np.sum(parts, axis=0).tolist() == [wins, draws]


def slow_winner(first: Individual, second: Individual, seed: int) -> int:
    players = [GenesAgent("", tuple(a.genes), seed) for a in (first, second)]  # type: ignore[arg-type]
    position = Position.start()
    while not position.is_over:
        position = position.play(players[position.mover - 1].choose(position, Limit()).move)
    assert position.outcome is not None
    return position.outcome.winner


def test_survivors_enter_the_next_generation_and_the_last_best_wins() -> None:
    run = evolve_genes(SMALL)
    last = run.generations[-1]
    assert run.winner == last.agents[last.wins.index(max(last.wins))].genes
    for before, after in zip(run.generations, run.generations[1:], strict=False):
        best = {before.agents[place].genes for place in before.ranking[:10]}
        assert best <= {agent.genes for agent in after.agents}
        for agent in after.agents:
            assert set(agent.parents) <= set(before.ranking[:10])


def test_a_seed_gives_the_same_run_in_other_processes_and_another_seed_another() -> None:
    run = evolve_genes(SMALL)
    assert evolve_genes(SMALL, engine="processes", workers=2) == run
    assert evolve_genes(replace(SMALL, seed=6)).winner != run.winner


KILLED = """
import sys
from pathlib import Path
from enraya.evolve import GeneSettings, evolve_genes
evolve_genes(
    GeneSettings(population=100, generations=400, seed=5), checkpoint=Path(sys.argv[1])
)
"""


def test_a_killed_run_resumes_to_the_same_result(tmp_path: Path) -> None:
    part = tmp_path / "run.part"
    with subprocess.Popen([sys.executable, "-c", KILLED, str(part)]) as process:
        while not part.exists() or part.read_bytes().count(b"\n") < 6:
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    done = part.read_bytes().count(b"\n") - 1
    assert done < 400
    resumed: list[Generation] = []

    def stop(number: int, generation: Generation) -> None:
        resumed.append(generation)
        if number == done + 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evolve_genes(
            GeneSettings(population=100, generations=400, seed=5), checkpoint=part,
            on_generation=stop,
        )  # fmt: skip
    short = GeneSettings(population=100, generations=done + 3, seed=5)
    assert tuple(resumed) == evolve_genes(short).generations


@pytest.mark.parametrize("other", [{"seed": 6}, {"seed": 5, "mutation": 0.75}])
def test_the_checkpoint_of_another_run_is_refused(other: dict[str, Any], tmp_path: Path) -> None:
    part = tmp_path / "run.part"
    evolve_genes(SMALL, checkpoint=part)
    with pytest.raises(InvalidSetting, match="checkpoint of another run"):
        evolve_genes(GeneSettings(population=20, generations=4, **other), checkpoint=part)


@pytest.mark.slow
def test_evolution_beats_the_agents_it_started_from() -> None:
    run = evolve_genes(GeneSettings(population=100, generations=20, seed=1))
    score = against(run.winner, run.generations[0], seed=9)
    assert score.games == 200
    assert score.share > 0.5 + 1.96 * 0.5 / np.sqrt(score.games)


@pytest.mark.parametrize("shrinking", [True, False])
@pytest.mark.parametrize("population", [2, 3, 7])
def test_small_and_odd_populations_evolve(population: int, shrinking: bool) -> None:
    settings = GeneSettings(population, generations=4, keep=90, seed=1, shrinking=shrinking)
    run = evolve_genes(settings)
    sizes = [len(generation.agents) for generation in run.generations]
    expected = {2: [2], 3: [3, 2], 7: [7, 6, 5, 4]}[population]
    assert sizes == (expected if shrinking else [population] * 4)


def state_of(change: str, value: object) -> dict[str, Any]:
    """A run with one value of its second generation changed."""
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
        ("gene", -0.1), ("gene", 1.1), ("genes", [0.5] * 3), ("genes", [0.5] * 5), ("mutated", 5),
        ("mutated", -1), ("wins", 4), ("wins", -1), ("wins", 1.0), ("draws", 4), ("parents", [4]),
        ("parents", [-1]),
    ],
)  # fmt: skip
def test_values_that_no_generation_can_have_are_refused(change: str, value: object) -> None:
    with pytest.raises(ValueError, match=r"cannot be|not in the previous"):
        GeneRun.from_object(state_of(change, value))


@pytest.mark.parametrize(("size", "wins"), [(1, [0]), (2, [1])])
def test_a_run_has_generations_of_two_agents_with_a_count_each(size: int, wins: list[int]) -> None:
    agents = [{"genes": [0.5] * 4, "parents": [], "mutated": 0}] * size
    with pytest.raises(ValueError, match="cannot be those of a generation"):
        Generation.from_object({"agents": agents, "wins": wins, "draws": [0] * size})
    with pytest.raises(ValueError, match="no generations"):
        GeneRun.from_object({**RUN.to_object(), "generations": []})
