"""Positions read from drawings, and the reasons for refusals."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.errors import EnrayaError, InvalidNotation, InvalidSetting
from enraya.game import drawing_parser
from enraya.game.drawing_parser import parse_drawing
from enraya.game.jsonform import parse_json
from enraya.game.position import Position
from enraya.rules import RuleSet
from enraya.rules.classic import classic
from tests.strategies import ALL_SIZES, RULES, positions, seeded, walk

ONE_STONE = """
    .......
    .......
    .......
    .......
    .......
    ...X...
"""


def board(*rows: str) -> str:
    """A drawing of the lowest rows on a board of six, highest first."""
    width = len(rows[0])
    return "\n".join(["." * width] * (6 - len(rows)) + list(rows))


@pytest.mark.parametrize(
    "text",
    [
        ONE_STONE,
        ONE_STONE.replace("X", "x"),
        ONE_STONE.replace("X", "1"),
        ONE_STONE.replace(".", "_"),
        ONE_STONE.replace("X", "(X)").replace(".", " . "),
        ONE_STONE.replace(".", "|.|"),
        ONE_STONE.replace("\n", "\r\n"),
        ONE_STONE + "1234567\nwhatever follows the column names",
        ONE_STONE + " 1  2  3  4  5  6  7\nO to move",
    ],
)
def test_plain_and_decorated_drawings_are_read_as_the_same_position(text: str) -> None:
    assert parse_drawing(text) == Position.parse("4")


def test_the_last_stone_may_join_two_threes_into_seven() -> None:
    position = parse_drawing(board("OOO.OOO", "XXXXXXX"))
    assert position.moves[-1] == "4"
    assert position.outcome is not None
    assert (position.outcome.winner, len(position.outcome.cells)) == (1, 7)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the drawing has no rows"),
        ("\n \n", "the drawing has no rows"),
        ("1234567", "the drawing has no rows"),
        (board("...X...", "......."), "a stone of column 4 hangs above an empty cell"),
        (board("O......", "X......", "......X"), "column 1 hangs above"),
        (board("...O..."), "0 X and 1 O cannot come from alternating moves with X first"),
        (board("XX....."), "2 X and 0 O cannot come"),
        (board("XXXO..."), "3 X and 1 O cannot come"),
        (board("XOOO..."), "1 X and 3 O cannot come"),
        (board("X......", "O......"), "no order of legal moves"),
        (board("XXXX...", "OOOO..."), "no order of legal moves"),
        (board("XX.....", "OO....."), "no order of legal moves"),
        (board("XO.....", "XO.....", "XO.....", "XO....."), "no order of legal moves"),
        # a line that was not made last: O lies on top of it, or has moved after the end
        (board("O......", "X......", "X......", "X......", "XOOO..."), "no order of legal moves"),
        (board("X......", "XO.....", "XO.....", "XO...O."), "no order of legal moves"),
        (board("X.....", "O....Z.", "......."), "'Z' is not a cell"),
        (board("......", "......."), "line 6 of the drawing has 7 cells, the first 6"),
        (board("4......"), "'4' is not a cell"),
        (board("X*....."), "'*' is not a cell"),
        (board("\N{LARGE RED CIRCLE}......"), "is not a cell; use . for empty, X and O"),
    ],
)
def test_impossible_drawings_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_drawing(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("text", "rules", "kind", "reason"),
    [
        (board("......."), "classic(columns=8)", InvalidNotation, "has 7 columns and 6 rows"),
        ("...\n...", None, InvalidSetting, "3x2"),
        ("." * 17 + "\n" + "." * 17, None, InvalidSetting, "17x2"),
        ("\n".join(["." * 9] * 8), None, InvalidSetting, "at most 64 cells"),
        ("\n".join(["." * 7] * 6), "boom", InvalidNotation, "the board of boom has 7 and 7"),
    ],
)
def test_other_sizes_are_refused(
    text: str, rules: str | None, kind: type[EnrayaError], reason: str
) -> None:
    with pytest.raises(kind) as caught:
        parse_drawing(text, rules)
    assert reason in str(caught.value)


@pytest.mark.parametrize(("columns", "rows"), ALL_SIZES)
def test_full_and_nearly_full_boards_of_every_size_are_read_back(columns: int, rows: int) -> None:
    rules = classic(columns, rows)
    for seed in range(4):
        game = [position for _, position in walk(rules, seeded(seed).randbytes(64))]
        for position in game[-2:]:
            found = parse_drawing("\n".join(reversed(position.rows_from_bottom)))
            assert found == position
            assert Position.parse(found.moves, rules) == position


def old_drawing(position: Position) -> str:
    """The drawing of earlier versions, in which a bomb's mark took the place of a bracket."""
    drawn = str(position)
    if not position.rules.has_bombs:
        return drawn
    rows, names = drawn.splitlines()[: position.rules.rows], drawn.splitlines()[-2:]
    cells = [[row[at : at + 4] for at in range(0, len(row), 4)] for row in rows]
    return "\n".join(["".join(cell[:3] for cell in row) for row in cells] + names)


def without_explosions(rules: RuleSet) -> st.SearchStrategy[Position]:
    return positions(rules).map(lambda found: Position.parse(found.moves.split("B")[0], rules))


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("draw", [str, old_drawing])
@given(data=st.data())
def test_old_and_new_drawings_are_read_back(
    draw: Callable[[Position], str], rules: RuleSet, data: st.DataObject
) -> None:
    position = data.draw(without_explosions(rules))
    found = parse_drawing(draw(position), rules)
    assert found == position
    rows = {"rows_from_bottom": position.rows_from_bottom, "rules": rules.spec}
    assert parse_json(json.dumps(rows)) == position


SEVEN = ["......."] * 6


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("\n".join([*SEVEN, "X*......"]), "0 X and 0 O with bombs 1 X* and 0 O*"),
        ("\n".join([*SEVEN, "XX....."]), "from a boom game without an explosion"),
        ("\n".join([*SEVEN, ".*....."]), "'*' is not a cell"),
        ("\n".join([*SEVEN, "X**...."]), "'*' is not a cell"),
        (
            str(Position.parse("25777131474441B", "boom")),
            "not 'X to move, round 5'; give the moves",
        ),
    ],
)
def test_impossible_bomb_games_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(InvalidNotation) as caught:
        parse_drawing(text, "boom")
    assert reason in str(caught.value)


HARD = {
    "many stones of O on top": """
        22..22.....2
        222.22.2..22
        112.11.22.21
        111.11212.11
        111211211211""",
    "few stones of X at the bottom": """
        .2.11..12
        22.111.12
        11.212.21
        21.121.12
        21.111.11
        12.222.11
        22.222222""",
    "no columns alike": """
        ..2....
        112.211
        111.121
        222.112
        121.221
        112.111
        122.111
        211.222
        2222222""",
}


@pytest.mark.parametrize("text", HARD.values(), ids=HARD)
def test_hard_drawings_are_decided_within_the_budget(text: str) -> None:
    with pytest.raises(InvalidNotation, match=r"^no order of legal moves, X and O in turn"):
        parse_drawing(text)


def test_a_search_beyond_the_budget_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing_parser, "MAX_STATES", 100)
    with pytest.raises(InvalidNotation, match=r"no legal order of moves was found .* 100 attempts"):
        parse_drawing(HARD["no columns alike"])
