"""Runs of gene evolution: the same for every engine and after any interruption."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from enraya.agents import Limit
from enraya.agents.players.genes import GenesAgent
from enraya.errors import InvalidNotation, InvalidSetting
from enraya.evolve import Generation, GeneRun, GeneSettings, evolve_genes, load_run, save_run
from enraya.evolve.genes import Batch, evaluate, play_batch
from enraya.evolve.genetics import Individual, first_generation
from enraya.evolve.winners import against
from enraya.game.position import Position
from enraya.work import ENGINES

SMALL = GeneSettings(population=20, generations=4, keep=50, seed=5)


def test_the_sizes_of_the_original_call() -> None:
    run = evolve_genes(GeneSettings(population=20, generations=20, keep=80, shrinking=True))
    sizes = [len(generation.agents) for generation in run.generations]
    assert sizes == [20, 16, 12, 9, 7, 5, 4, 3, 2]


def test_every_pair_meets_once_and_the_first_of_it_moves_first() -> None:
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


def test_the_winner_has_the_most_wins_of_the_last_generation() -> None:
    run = evolve_genes(SMALL)
    last = run.generations[-1]
    best = max(last.wins)
    assert run.winner == next(
        a.genes for a, wins in zip(last.agents, last.wins, strict=True) if wins == best
    )
    assert [len(generation.agents) for generation in run.generations] == [20] * 4


def test_who_was_kept_is_in_the_next_generation() -> None:
    run = evolve_genes(SMALL)
    for before, after in zip(run.generations, run.generations[1:], strict=False):
        best = {before.agents[place].genes for place in before.ranking[:10]}
        assert best <= {agent.genes for agent in after.agents}
        for agent in after.agents:
            assert set(agent.parents) <= set(before.ranking[:10])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.slow
def test_every_engine_gives_the_same_run(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = GeneSettings(population=20, generations=2, seed=5)
    expected = evolve_genes(settings)
    monkeypatch.setattr("enraya.evolve.genes.BATCH", 70)  # so that there are several jobs
    assert evolve_genes(settings, engine=engine, workers=2) == expected


def test_another_seed_gives_another_run() -> None:
    assert evolve_genes(SMALL) == evolve_genes(SMALL)
    other = GeneSettings(**{**asdict(SMALL), "seed": 6})
    assert evolve_genes(other).winner != evolve_genes(SMALL).winner


def test_a_run_goes_through_its_file(tmp_path: Path) -> None:
    run = evolve_genes(SMALL)
    save_run(run, tmp_path / "run.json")
    assert load_run(tmp_path / "run.json") == run


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind": "genes"}', '{"kind": "cats"}', "\0"])
def test_a_file_that_holds_no_run_is_named(text: str, tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(text)
    with pytest.raises(InvalidNotation, match="not a run of `enraya evolve`"):
        load_run(path)
    with pytest.raises(InvalidSetting, match="cannot read"):
        load_run(tmp_path / "absent.json")


def test_a_run_with_numbers_beyond_all_bounds_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    save_run(evolve_genes(SMALL), path)
    path.write_text(path.read_text().replace('"mutated": 0', '"mutated": 1e400'))
    with pytest.raises(InvalidNotation, match="not a run of `enraya evolve`"):
        load_run(path)


def test_a_file_of_something_else_is_not_repeated_in_the_message(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(b"\xff" * 10_000)
    with pytest.raises(InvalidNotation) as caught:
        load_run(path)
    assert len(str(caught.value)) < 300 + len(str(path))


def test_a_stopped_run_goes_on_where_it_was(tmp_path: Path) -> None:
    part = tmp_path / "run.part"

    def stop(number: int, generation: Generation) -> None:  # noqa: ARG001
        if number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evolve_genes(SMALL, checkpoint=part, on_generation=stop)
    assert len(part.read_text().splitlines()) == 3
    assert evolve_genes(SMALL, checkpoint=part) == evolve_genes(SMALL)


def test_the_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    part = tmp_path / "run.part"
    evolve_genes(SMALL, checkpoint=part)
    with pytest.raises(InvalidSetting, match="checkpoint of another run"):
        evolve_genes(GeneSettings(population=20, generations=4, seed=6), checkpoint=part)


KILLED = """
import sys
from pathlib import Path
from enraya.evolve import GeneSettings, evolve_genes
evolve_genes(
    GeneSettings(population=100, generations=400, seed=5), checkpoint=Path(sys.argv[1])
)
"""


def test_a_run_that_was_killed_goes_on_to_the_same_end(tmp_path: Path) -> None:
    part = tmp_path / "run.part"
    with subprocess.Popen([sys.executable, "-c", KILLED, str(part)]) as process:
        while not part.exists() or part.read_bytes().count(b"\n") < 6:
            assert process.poll() is None, "it ended before it could be killed"
            time.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
    done = part.read_bytes().count(b"\n") - 1
    assert done < 400
    settings = GeneSettings(population=100, generations=400, seed=5)
    seen: list[int] = []

    def stop(number: int, generation: Generation) -> None:  # noqa: ARG001
        seen.append(number)
        if number == done + 3:
            raise KeyboardInterrupt

    generations: list[Generation] = []
    with pytest.raises(KeyboardInterrupt):
        evolve_genes(settings, checkpoint=part, on_generation=stop)
    short = GeneSettings(population=100, generations=done + 3, seed=5)
    evolve_genes(short, on_generation=lambda _, generation: generations.append(generation))
    resumed: list[Generation] = []

    def collect(number: int, generation: Generation) -> None:
        resumed.append(generation)
        if number == done + 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        evolve_genes(settings, checkpoint=part, on_generation=collect)
    assert resumed == generations


@pytest.mark.slow
def test_evolution_beats_the_agents_it_started_from() -> None:
    run = evolve_genes(GeneSettings(population=100, generations=20, seed=1))
    score = against(run.winner, run.generations[0], seed=9)
    assert score.games == 200
    assert score.share > 0.5 + 1.96 * 0.5 / np.sqrt(score.games)


def test_runs_are_values() -> None:
    run = evolve_genes(SMALL)
    assert GeneRun.from_object(run.to_object()) == run
    assert "best" in run.generations[0].summary()


@pytest.mark.parametrize("shrinking", [True, False])
@pytest.mark.parametrize("population", [2, 3, 7])
def test_small_and_odd_populations_evolve(population: int, shrinking: bool) -> None:
    settings = GeneSettings(population, generations=4, keep=90, seed=1, shrinking=shrinking)
    run = evolve_genes(settings)
    sizes = [len(generation.agents) for generation in run.generations]
    expected = {2: [2], 3: [3, 2], 7: [7, 6, 5, 4]}[population]
    assert sizes == (expected if shrinking else [population] * 4)


def test_the_mutation_of_a_run_is_kept_with_it(tmp_path: Path) -> None:
    settings = GeneSettings(population=6, generations=3, seed=1, mutation=0.75)
    run = evolve_genes(settings, checkpoint=tmp_path / "part")
    save_run(run, tmp_path / "run.json")
    assert load_run(tmp_path / "run.json") == run
    with pytest.raises(InvalidSetting, match="another run"):
        evolve_genes(
            GeneSettings(population=6, generations=3, seed=1), checkpoint=tmp_path / "part"
        )
