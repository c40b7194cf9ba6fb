"""Threats and their use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya import Cell, InvalidSetting, Position
from enraya.game.threats import Use, find_threats, owner_at_the_end
from tests.strategies import RULES, positions


def completes_four(position: Position, player: int, cell: Cell) -> bool:
    """Whether a stone there gives four in a line; looks along every line, one by one."""
    stones = {*position.stones(player), cell}
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        for shift in range(4):
            line = {
                Cell(cell.column + across * (step - shift), cell.row + up * (step - shift))
                for step in range(4)
            }
            if line <= stones:
                return True
    return False


@given(st.sampled_from(RULES).flatmap(positions))
def test_threats_are_the_empty_cells_that_complete_four(position: Position) -> None:
    if position.rules.has_bombs:
        with pytest.raises(InvalidSetting):
            find_threats(position)
        return
    taken = {*position.stones(1), *position.stones(2)}
    expected = {
        (player, Cell(column, row))
        for column in range(1, position.rules.columns + 1)
        for row in range(1, position.rules.rows + 1)
        for player in (1, 2)
        if Cell(column, row) not in taken and completes_four(position, player, Cell(column, row))
    }
    assert {(threat.player, threat.cell) for threat in find_threats(position)} == expected


def test_a_threat_above_a_winning_cell_of_the_opponent_is_useless() -> None:
    uses = {(t.player, t.cell): t.use for t in find_threats(Position.parse("112233"))}
    assert uses == {(1, Cell(4, 1)): Use.NOW, (2, Cell(4, 2)): Use.USELESS}


@pytest.mark.parametrize(
    ("rules", "first_rows"), [("classic", {1, 3, 5}), ("classic(columns=6, rows=7)", {2, 4, 6})]
)
def test_the_size_of_the_board_decides_who_owns_each_row_at_the_end(
    rules: str, first_rows: set[int]
) -> None:
    start = Position.start(rules)
    rows = range(1, start.rules.rows + 1)
    assert {row for row in rows if owner_at_the_end(start, Cell(1, row)) == 1} == first_rows


def test_two_threats_on_top_of_each_other_are_stacked() -> None:
    uses = {t.cell: t.use for t in find_threats(Position.parse("44455554221"))}
    assert uses == {Cell(3, 1): Use.NOW, Cell(3, 2): Use.STACKED}


@pytest.mark.parametrize(
    ("moves", "player", "cell", "use"),
    [
        ("146163135314", 2, Cell(2, 2), Use.STRONG),
        ("347341154141", 2, Cell(2, 3), Use.WEAK),
        ("45331515622736", 1, Cell(4, 4), Use.WEAK),
        ("45331515622736", 2, Cell(4, 4), Use.STRONG),
        ("36223631264442", 1, Cell(1, 3), Use.STACKED),  # below another
        ("7615667655136", 2, Cell(4, 2), Use.STRONG),  # above another, but both want it
        ("346156265235532", 2, Cell(4, 3), Use.WEAK),  # below another, but both want it
        ("413263773624", 2, Cell(5, 2), Use.USELESS),
    ],
)
def test_the_use_of_a_threat_depends_on_its_row_and_its_owner(
    moves: str, player: int, cell: Cell, use: Use
) -> None:
    found = {(t.player, t.cell): t for t in find_threats(Position.parse(moves))}
    assert found[player, cell].use is use
    assert found[player, cell].is_odd == (cell.row in (1, 3, 5))
