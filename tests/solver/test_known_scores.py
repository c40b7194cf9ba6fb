"""Positions whose scores are known from other sources."""

from pathlib import Path

import numpy as np
import pytest

from enraya.solver import Solver, analyse
from enraya.solver.bitbully import Bitbully
from enraya.solver.position_sets import SETS, load_file, load_set
from tools.bench.oracle import random_position

COUNTS = dict.fromkeys(["end-easy", "middle-easy", "middle-medium", "begin-easy"], 500)
COUNTS |= {"begin-medium": 60, "begin-hard": 6}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_published_positions_are_exact(name: str, count: int, testdata: Path) -> None:
    scored = load_file(testdata / "solved" / f"{name}.txt")[:count]
    found = Solver(256, 2, None).solve_many([position for position, _ in scored])
    assert [solution.score for solution in found] == [score for _, score in scored]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["begin-medium", "begin-hard"])
def test_all_hard_positions_are_exact_with_the_book(name: str, testdata: Path) -> None:
    solver = Solver(1024, 2)
    for position, score in load_file(testdata / "solved" / f"{name}.txt"):
        assert solver.solve(position).score == score


@pytest.mark.parametrize("name", SETS)
def test_shipped_position_sets_meet_their_definition_and_are_exact(name: str) -> None:
    scored = load_set(name)
    assert len(scored) >= 50
    solver = Solver(64, 2, None)
    for position, score in scored[: 3 if name == "begin-hard" else 20]:
        solution = solver.solve(position)
        assert solution.score == score
        assert position.plies in SETS[name].stones
        assert solution.plies_to_end in SETS[name].plies_to_end


def test_scores_of_random_positions_agree_with_bitbully_in_every_column() -> None:
    peer, solver = Bitbully(with_book=True), Solver(64, 2)
    rng = np.random.default_rng(20)
    for _ in range(40):
        position = random_position(rng)
        assert list(analyse(solver, position).scores) == peer.column_scores(position)
