"""Bounds that follow from parity, against the solver."""

import pytest

from enraya.game.position import Position
from enraya.kernels.search.static_knowledge import DRAWN, LOST, WON
from enraya.rules.classic import classic
from enraya.solver import Solver
from tests.kernels.search.test_guided import bounds_by_parity, safe_moves_of, wins_of
from tests.kernels.support import sized
from tests.strategies import seeded, walk


@pytest.mark.parametrize("size", [(7, 6), (6, 5), (7, 5)])
def test_quiet_positions_end_within_the_static_bounds(size: tuple[int, int]) -> None:
    solver, found = Solver(table_mb=8), set()
    for seed in range(sized(600, 60)):
        choices = seeded(seed).randbytes(size[0] * size[1] // 3 + seed % 20)
        *_, (_, position) = walk(classic(*size), choices)
        if position.is_over or wins_of(position) or len(safe_moves_of(position)) < 2:
            continue
        low, high = bounds_by_parity(position)
        value = solver.solve(position, weak=True).value
        assert value is not None
        end = 1 + (value if position.mover == 1 else -value)
        assert low <= end <= high
        found.add((low, high))
    assert (LOST, WON) in found
    assert len(found) >= sized(3, 2)  # and something is known of others


def test_the_first_player_can_be_proved_not_to_win() -> None:
    position = Position.parse("643174316736234722617516136134774")
    assert bounds_by_parity(position) == (LOST, DRAWN)
    assert position.mover == 2
    assert Solver(table_mb=8).solve(position, weak=True).value == 1


def test_boards_without_spare_bits_get_the_widest_bounds() -> None:
    assert bounds_by_parity(Position.parse("3344", classic(8, 8))) == (LOST, WON)
