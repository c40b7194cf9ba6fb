"""Questions about sets of cells, against loops over cells, for every size of board."""

from random import Random

import pytest

from enraya.kernels.core.bits import (
    column_cells,
    drops,
    four_cells,
    has_four,
    mirrored,
    row_cells,
    winning_cells,
)
from enraya.kernels.core.geometry import make_geometry
from tests.kernels.support import bits_of, places_of
from tests.strategies import ALL_SIZES, seeded
from tests.twin import Place, completing_cells, windows

CASES = 40
sizes = pytest.mark.parametrize(("columns", "rows"), ALL_SIZES)


def random_places(random: Random, columns: int, rows: int) -> set[Place]:
    """A random set of cells, sparse or dense."""
    density = random.random()
    board = [(column, row) for column in range(columns) for row in range(rows)]
    return {place for place in board if random.random() < density}


def random_stacks(random: Random, columns: int, rows: int) -> set[Place]:
    """A random set of cells without holes below them."""
    heights = [random.randint(0, rows) for _ in range(columns)]
    return {(column, row) for column in range(columns) for row in range(heights[column])}


@sizes
def test_lines_of_four_are_found_and_no_others(columns: int, rows: int) -> None:
    geometry, random = make_geometry(columns, rows), seeded(columns * 100 + rows)
    for _ in range(CASES):
        stones = random_places(random, columns, rows)
        lines = [line for line in windows(columns, rows) if stones.issuperset(line)]
        bits = bits_of(geometry, stones)
        assert has_four(geometry, bits) == bool(lines)
        assert places_of(geometry, four_cells(geometry, bits)) == {
            p for line in lines for p in line
        }


@sizes
def test_each_line_of_four_is_found_and_three_stones_are_not_a_line(
    columns: int, rows: int
) -> None:
    geometry = make_geometry(columns, rows)
    for line in windows(columns, rows):
        assert has_four(geometry, bits_of(geometry, set(line)))
        assert places_of(geometry, four_cells(geometry, bits_of(geometry, set(line)))) == set(line)
        for missing in line:
            three = bits_of(geometry, set(line) - {missing})
            assert not has_four(geometry, three)
            assert four_cells(geometry, three) == 0
            found = winning_cells(geometry, three) & bits_of(geometry, {missing})
            assert bool(found) == (
                missing in completing_cells(columns, rows, set(line) - {missing})
            )


@sizes
def test_winning_cells_are_those_where_one_more_stone_makes_four(columns: int, rows: int) -> None:
    geometry, random = make_geometry(columns, rows), seeded(columns * 100 + rows)
    for _ in range(CASES):
        stones = random_places(random, columns, rows)
        bits = bits_of(geometry, stones)
        expected = completing_cells(columns, rows, stones)
        found = winning_cells(geometry, bits)
        assert places_of(geometry, found) - stones == expected


@sizes
def test_stones_drop_on_the_lowest_empty_cell_of_each_open_column(columns: int, rows: int) -> None:
    geometry, random = make_geometry(columns, rows), seeded(columns * 100 + rows)
    for _ in range(CASES):
        stones = random_stacks(random, columns, rows)
        heights = [sum(1 for c, _ in stones if c == column) for column in range(columns)]
        landing = {(column, height) for column, height in enumerate(heights) if height < rows}
        assert places_of(geometry, drops(geometry, bits_of(geometry, stones))) == landing
    assert drops(geometry, geometry.board) == 0


@sizes
def test_rows_and_columns_hold_their_cells(columns: int, rows: int) -> None:
    geometry = make_geometry(columns, rows)
    for row in range(rows):
        assert places_of(geometry, row_cells(geometry, row)) == {(c, row) for c in range(columns)}
    for column in range(columns):
        cells = places_of(geometry, column_cells(geometry, column))
        assert cells == {(column, row) for row in range(rows)}


@sizes
def test_the_mirror_exchanges_left_and_right(columns: int, rows: int) -> None:
    geometry, random = make_geometry(columns, rows), seeded(columns * 100 + rows)
    for _ in range(CASES):
        stones = random_places(random, columns, rows)
        image = mirrored(geometry, bits_of(geometry, stones))
        assert places_of(geometry, image) == {(columns - 1 - c, r) for c, r in stones}
        assert mirrored(geometry, image) == bits_of(geometry, stones)
