"""Positions read from a drawing: the rows of a board, highest first.

What `text.draw` prints is accepted back, and so are plainer drawings: ``.`` or ``_`` for an empty
cell, ``X``, ``x`` or ``1`` for the first player, ``O``, ``o`` or ``2`` for the second, ``X*`` or
``4`` and ``O*`` or ``5`` for their bombs; spaces and marks around a stone do not count. A line of
column names ends the board.

A drawing does not say in which order the stones fell. One legal order is found, or the drawing
is refused. Once the last stone is taken away, only the order of colours and bombs matters, because
a board without four in a line had none at any earlier moment either. That holds until the first
explosion; what it removed is not in the drawing, so bomb games can be read only up to it.
"""

from collections import Counter
from collections.abc import Sequence

from enraya.errors import InvalidNotation
from enraya.game.notation import COLUMN_NAMES, format_move, quote
from enraya.game.position import Position
from enraya.game.stacks import GaveUp, last_columns, take_off
from enraya.game.text_drawing import BOMB_MARK, status
from enraya.kernels.core.board import Rules, mover, round_number
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic

_CELLS = {".": ".", "_": ".", "X": "1", "x": "1", "1": "1", "O": "2", "o": "2", "2": "2"}
_BOMBS = {"1": "4", "2": "5"}
"""The symbol of each stone as a bomb."""
_MARKS = str.maketrans("", "", " \t|()[]")
MAX_STATES = 500_000
"""How many partial boards are tried before the search for an order gives up."""


def parse_drawing(drawing: str, rules: RuleSet | str | None = None) -> Position:
    r"""The position that a drawing shows, with a legal order of moves; classic by default.

    >>> parse_drawing("....\n....\n.O..\n.XX.").moves
    '223'

    Raises:
        InvalidNotation: when it is not a drawing, its size does not fit the rules, or no game
            without explosions leads to it; the message says which.
    """
    wanted = parse_rules(rules) if isinstance(rules, str) else rules
    has_bombs = wanted is not None and wanted.has_bombs
    grid, below = _parse_grid(drawing, has_bombs)
    columns, rows = len(grid[0]), len(grid)
    wanted = wanted or classic(columns, rows)
    if (columns, rows) != (wanted.columns, wanted.rows):
        raise InvalidNotation(
            f"the drawing has {columns} columns and {rows} rows, "
            f"but the board of {wanted} has {wanted.columns} and {wanted.rows}"
        )
    position = Position.parse(_legal_order(_stacks(grid), wanted), wanted)
    if has_bombs and below and below != status(position):
        raise InvalidNotation(
            f"without an explosion this board would be {quote(status(position))}, "
            f"not {quote(below)}; give the moves or JSON of a game with explosions"
        )
    return position


def _parse_grid(drawing: str, has_bombs: bool) -> tuple[list[list[str]], str]:
    """The cells of the drawing, highest row first, and the line below the column names."""
    grid: list[list[str]] = []
    lines = enumerate(drawing.splitlines(), start=1)
    for number, line in lines:
        cells = line.translate(_MARKS)
        if not cells:
            continue
        if len(cells) > 2 and cells == COLUMN_NAMES[: len(cells)]:
            break
        grid.append(_parse_row(number, line, has_bombs))
        if len(grid[-1]) != len(grid[0]):
            raise InvalidNotation(
                f"line {number} of the drawing has {len(grid[-1])} cells, the first {len(grid[0])}"
            )
    if not grid:
        raise InvalidNotation("the drawing has no rows; draw . for empty cells, X and O for stones")
    return grid, next((line.strip() for _, line in lines if line.strip()), "")


def _parse_row(number: int, line: str, has_bombs: bool) -> list[str]:
    """The cells of a line in the symbols of `Position.rows_from_bottom`; ``*`` follows a bomb."""
    known = _CELLS | {"4": "4", "5": "5"} if has_bombs else _CELLS
    row: list[str] = []
    for character in line.translate(_MARKS):
        if character == BOMB_MARK and has_bombs and row and row[-1] in _BOMBS:
            row[-1] = _BOMBS[row[-1]]
        elif character in known:
            row.append(known[character])
        else:
            raise InvalidNotation(
                f"line {number} of the drawing, {quote(line)}: {character!r} is not a cell; "
                "use . for empty, X and O for the stones"
            )
    return row


def _stacks(grid: list[list[str]]) -> list[str]:
    stacks = ["".join(column).rstrip(".") for column in zip(*reversed(grid), strict=True)]
    for column, stack in enumerate(stacks, start=1):
        if "." in stack:
            name = format_move(column)
            raise InvalidNotation(f"a stone of column {name} hangs above an empty cell")
    return stacks


def _legal_order(stacks: list[str], rules: RuleSet) -> str:
    """The moves of one legal game that ends with these stacks."""
    stones = _stones_in_order(rules.numbers, sum(map(len, stacks)))
    drawn = Counter("".join(stacks))
    if drawn != Counter(stones):
        raise InvalidNotation(_why_not(drawn, rules))

    def choices(left: Sequence[str], stone: str) -> list[int]:
        """Columns with that stone on top, the highest first, because they get stuck most easily."""
        if sum(map(len, left)) == len(stones):
            return last_columns(left, stone, rules)
        tops = [column for column, stack in enumerate(left) if stack.endswith(stone)]
        return sorted(tops, key=lambda column: -len(left[column]))

    try:
        taken = take_off(stacks, stones[::-1], choices, MAX_STATES)
    except GaveUp:
        raise InvalidNotation(
            f"no legal order of moves was found for this drawing in {MAX_STATES} attempts"
        ) from None
    if taken is None:
        turns = "by the turns of the game" if rules.has_bombs else "X and O in turn"
        raise InvalidNotation(f"no order of legal moves, {turns}, leads to this drawing")
    return "".join(format_move(column + 1) for column in reversed(taken))


def _stones_in_order(rules: Rules, count: int) -> list[str]:
    """The stones that the first ``count`` moves drop if nothing explodes."""
    stones: list[str] = []
    for ply in range(count):
        stone = "12"[mover(rules, ply)]
        is_bomb_round = rules.bomb_period and round_number(rules, ply) % rules.bomb_period == 0
        is_bomb = is_bomb_round and _BOMBS[stone] not in stones
        stones.append(_BOMBS[stone] if is_bomb else stone)
    return stones


def _why_not(drawn: Counter[str], rules: RuleSet) -> str:
    first, second = drawn["1"], drawn["2"]
    if not rules.has_bombs:
        return f"{first} X and {second} O cannot come from alternating moves with X first"
    bombs = f"{drawn['4']} X{BOMB_MARK} and {drawn['5']} O{BOMB_MARK}"
    return (
        f"{first} X and {second} O with bombs {bombs} cannot come from a {rules.name} game without "
        "an explosion; give its moves or JSON"
    )
