"""Pictures of positions: cells, names, discs and bombs."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.game.position import Position
from enraya.game.svg import CELL, RADIUS, draw
from enraya.rules import RuleSet
from tests.strategies import RULES, positions

Spot = tuple[int, int]


def circles(picture: str, radius: int) -> list[tuple[Spot, str]]:
    """The centres of all circles of a radius, with how they are drawn."""
    found = re.findall(rf'<circle cx="(-?\d+)" cy="(-?\d+)" r="{radius}" (.*?)/>', picture)
    return [((int(x), int(y)), style) for x, y, style in found]


def spot(column: int, row: int, rows: int = 6) -> Spot:
    """The middle of a cell, counted from the bottom left."""
    return CELL * (column - 1) + CELL // 2, CELL * (rows - row) + CELL // 2


@pytest.mark.parametrize("rules", RULES, ids=str)
@given(data=st.data())
def test_every_cell_is_drawn_once_inside_the_picture(rules: RuleSet, data: st.DataObject) -> None:
    position = data.draw(positions(rules))
    columns, rows = rules.columns, rules.rows
    picture = draw(position)
    assert position._repr_svg_() == picture
    assert ElementTree.fromstring(picture).tag.endswith("svg")  # noqa: S314  # our own document
    assert f'viewBox="0 0 {columns * CELL} {(rows + 1) * CELL}"' in picture
    assert f'<rect width="{columns * CELL}" height="{rows * CELL}"' in picture
    cells = {(column, row) for column in range(1, columns + 1) for row in range(1, rows + 1)}
    discs = circles(picture, RADIUS)
    assert Counter(centre for centre, _ in discs) == Counter(spot(*cell, rows) for cell in cells)
    for player, colour in ((1, "#e69f00"), (2, "#56b4e9")):
        drawn = {centre for centre, style in discs if colour in style}
        assert drawn == {spot(*cell, rows) for cell in position.stones(player)}


def test_the_name_of_each_column_stands_below_it() -> None:
    labels = re.findall(r'<text x="(\d+)" y="(\d+)"[^>]*>(\w)</text>', draw(Position.start()))
    assert [(int(x), name) for x, _, name in labels] == [
        (spot(column, 1)[0], str(column)) for column in range(1, 8)
    ]
    assert {6 * CELL < int(y) - 22 < int(y) < 7 * CELL for _, y, _ in labels} == {True}


def test_discs_of_the_two_players_differ_in_colour_and_shape() -> None:
    picture = draw(Position.parse("445"))
    fills = dict(circles(picture, RADIUS))
    one, other, again = (fills[spot(*cell)] for cell in ((4, 1), (4, 2), (5, 1)))
    assert one == again != other
    assert len({one, other, fills[spot(1, 1)]}) == 3
    assert [centre for centre, _ in circles(picture, 9)] == [spot(4, 2)]
    crosses = [(int(x) + 7, int(y) + 7) for x, y in re.findall(r'd="M(\d+) (\d+)l14', picture)]
    assert sorted(crosses) == sorted([spot(4, 1), spot(5, 1)])


def test_the_last_stone_has_a_dashed_ring_unless_it_wins() -> None:
    before = circles(draw(Position.parse("445566")), RADIUS + 1)
    assert [centre for centre, _ in before] == [spot(6, 2)]
    assert "dasharray" in before[0][1]
    won = circles(draw(Position.parse("4455667")), RADIUS + 1)
    assert {centre for centre, _ in won} == {spot(column, 1) for column in (4, 5, 6, 7)}
    assert not any("dasharray" in style for _, style in won)
    assert not circles(draw(Position.start()), RADIUS + 1)


def test_bombs_have_a_thick_edge_with_a_fuse_outside() -> None:
    position = Position.parse("55654453667472", "boom")
    bombs = sum(symbol in "45" for row in position.rows_from_bottom for symbol in row)
    picture = draw(position)
    edges = [centre for centre, _ in circles(picture, 15)]
    assert len(edges) == bombs > 0
    fuses = [(int(x) - 10, int(y) + 10) for x, y in re.findall(r'd="M(\d+) (\d+)q5', picture)]
    assert fuses == edges
