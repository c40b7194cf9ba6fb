"""The arithmetic around a search: words with a sign, and bounds in one number."""

import pytest

from enraya.game.position import Position
from enraya.limit import Limit
from enraya.solver import Solver
from enraya.solver.search import _NOTHING_KNOWN, as_signed, unpack
from enraya.solver.solver import STRONG


@pytest.mark.parametrize(
    ("bits", "signed"),
    [(0, 0), (2**63 - 1, 2**63 - 1), (2**63, -(2**63)), (2**64 - 1, -1)],
)
def test_the_highest_bit_is_the_sign(bits: int, signed: int) -> None:
    assert as_signed(bits) == signed


def test_before_a_search_every_score_is_possible() -> None:
    assert unpack(_NOTHING_KNOWN) == (-STRONG, STRONG)


@pytest.mark.parametrize("threads", [1, 2])
def test_all_threads_share_the_nodes_of_a_limit(threads: int) -> None:
    solver = Solver(table_mb=4, threads=threads, book=None)
    solution = solver.solve(Position.start(), limit=Limit(nodes=100_000))
    assert solution.score is None
    assert 50_000 < solution.nodes < 110_000


def test_a_score_of_the_book_takes_no_nodes() -> None:
    solver = Solver(table_mb=4)
    assert solver.solve(Position.parse("444444326512")).nodes == 0
    assert solver.solve(Position.parse("4444443265125"), weak=True).nodes > 0


def test_a_time_that_is_long_enough_changes_no_score() -> None:
    position = Position.parse("4444443265125")
    free, timed = (
        Solver(table_mb=4).solve(position, limit=limit) for limit in (None, Limit(seconds=600))
    )
    assert timed.score == free.score
