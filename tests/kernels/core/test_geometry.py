"""Masks of cells, for every size of board."""

import pytest

from enraya.kernels.core.geometry import make_geometry
from tests.kernels.support import places_of
from tests.strategies import ALL_SIZES


@pytest.mark.parametrize(("columns", "rows"), ALL_SIZES)
def test_each_mask_contains_the_cells_of_its_name(columns: int, rows: int) -> None:
    geometry = make_geometry(columns, rows)
    board = {(column, row) for column in range(columns) for row in range(rows)}
    assert (geometry.columns, geometry.rows) == (columns, rows)
    assert places_of(geometry, geometry.board) == board
    assert places_of(geometry, geometry.bottom) == {(c, r) for c, r in board if r == 0}
    assert places_of(geometry, geometry.top) == {(c, r) for c, r in board if r == rows - 1}
    assert places_of(geometry, geometry.not_bottom) == {(c, r) for c, r in board if r > 0}
    assert places_of(geometry, geometry.not_top) == {(c, r) for c, r in board if r < rows - 1}
    assert places_of(geometry, geometry.rising_starts) == {(c, r) for c, r in board if r < rows - 3}
    assert places_of(geometry, geometry.falling_starts) == {(c, r) for c, r in board if r >= 3}
    assert places_of(geometry, geometry.first_column) == {(c, r) for c, r in board if c == 0}


@pytest.mark.parametrize(("columns", "rows"), ALL_SIZES)
def test_a_spare_bit_separates_columns_where_it_fits(columns: int, rows: int) -> None:
    stride = make_geometry(columns, rows).stride
    assert stride == (rows + 1 if columns * (rows + 1) <= 64 else rows)
