"""Positions read from a drawing: the rows of a board, highest first.

What `text.draw` prints is accepted back, and so are plainer drawings: ``.`` or ``_`` for an empty
cell, ``X``, ``x`` or ``1`` for the first player, ``O``, ``o`` or ``2`` for the second, ``X*`` or
``4`` and ``O*`` or ``5`` for their bombs; spaces and marks around a stone do not count. A line of
column names ends the board.

A drawing does not say in which order the stones fell. One legal order is found, or the drawing
is refused: taking the last stone away first, only the order of colours and bombs can still fail,
because a board without a line has none at any earlier moment either. That holds while nothing has
exploded; what an explosion removed is not in the drawing, so bomb games are read up to there.
"""

from collections import Counter
from collections.abc import Iterator

from enraya.errors import InvalidNotation
from enraya.game.notation import COLUMN_NAMES, format_move, quote
from enraya.game.position import Position
from enraya.game.text import BOMB_MARK, status
from enraya.kernels.core.bits import four_cells
from enraya.kernels.core.board import Rules, mover, round_number
from enraya.kernels.core.geometry import Geometry
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic

_CELLS = {".": 0, "_": 0, "X": 1, "x": 1, "1": 1, "O": 2, "o": 2, "2": 2}
_BOMB = 3
"""What a bomb adds to the number of its player."""
_BOMB_CELLS = _CELLS | {"4": 1 + _BOMB, "5": 2 + _BOMB}
_MARKS = str.maketrans("", "", " \t|()[]")
MAX_STATES = 500_000
"""How many partial boards are tried before a drawing counts as undecidable."""

Stacks = list[list[int]]
"""The stones of each column from the bottom up: players 1 and 2, their bombs 4 and 5."""


def parse_drawing(drawing: str, rules: RuleSet | str | None = None) -> Position:
    r"""The position that a drawing shows, with a legal order of moves; classic if no rules say so.

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


def _parse_grid(drawing: str, has_bombs: bool) -> tuple[list[list[int]], str]:
    """The cells of the drawing, highest row first, and the line below the column names."""
    grid: list[list[int]] = []
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


def _parse_row(number: int, line: str, has_bombs: bool) -> list[int]:
    """The cells of a line; a bomb's mark follows its stone."""
    known = _BOMB_CELLS if has_bombs else _CELLS
    row: list[int] = []
    for character in line.translate(_MARKS):
        if character == BOMB_MARK and has_bombs and row and row[-1] in (1, 2):
            row[-1] += _BOMB
        elif character in known:
            row.append(known[character])
        else:
            raise InvalidNotation(
                f"line {number} of the drawing, {quote(line)}: {character!r} is not a cell; "
                "use . for empty, X and O for the stones"
            )
    return row


def _stacks(grid: list[list[int]]) -> Stacks:
    stacks: Stacks = []
    for column in range(len(grid[0])):
        cells = [row[column] for row in reversed(grid)]
        stones = [cell for cell in cells if cell]
        if any(cells[len(stones) :]):
            name = format_move(column + 1)
            raise InvalidNotation(f"a stone of column {name} hangs above an empty cell")
        stacks.append(stones)
    return stacks


def _legal_order(stacks: Stacks, rules: RuleSet) -> str:
    """The moves of one legal game that ends with these stacks."""
    order = _stones_in_order(rules.numbers, sum(map(len, stacks)))
    drawn = Counter(stone for stack in stacks for stone in stack)
    if drawn != Counter(order):
        raise InvalidNotation(_why_not(drawn, rules))
    taken = _take_back(stacks, order, rules.geometry)
    if taken is None:
        turns = "by the turns of the game" if rules.has_bombs else "X and O in turn"
        raise InvalidNotation(f"no order of legal moves, {turns}, leads to this drawing")
    return "".join(format_move(column + 1) for column in reversed(taken))


def _stones_in_order(rules: Rules, count: int) -> list[int]:
    """The stones that the first moves drop, as long as nothing explodes."""
    stones: list[int] = []
    for ply in range(count):
        player = mover(rules, ply) + 1
        is_bomb_round = rules.bomb_period and round_number(rules, ply) % rules.bomb_period == 0
        is_bomb = is_bomb_round and player + _BOMB not in stones
        stones.append(player + _BOMB if is_bomb else player)
    return stones


def _why_not(drawn: Counter[int], rules: RuleSet) -> str:
    first, second = drawn[1], drawn[2]
    if not rules.has_bombs:
        return f"{first} X and {second} O cannot come from alternating moves with X first"
    bombs = f"{drawn[1 + _BOMB]} X{BOMB_MARK} and {drawn[2 + _BOMB]} O{BOMB_MARK}"
    return (
        f"{first} X and {second} O with bombs {bombs} cannot come from a {rules.name} game without "
        "an explosion; give its moves or JSON"
    )


def _possible_last_columns(stacks: Stacks, geometry: Geometry, stone: int) -> Iterator[int]:
    """Columns with that stone on top where it leaves no line when removed."""
    for column, stack in enumerate(stacks):
        if not stack or stack[-1] != stone:
            continue
        others = [s[:-1] if c == column else s for c, s in enumerate(stacks)]
        if not any(four_cells(geometry, _mask(others, geometry, p)) for p in (1, 2)):
            yield column


def _mask(stacks: Stacks, geometry: Geometry, player: int) -> int:
    return sum(
        1 << (column * geometry.stride + row)
        for column, stack in enumerate(stacks)
        for row, stone in enumerate(stack)
        if stone % _BOMB == player
    )


def _take_back(stacks: Stacks, order: list[int], geometry: Geometry) -> list[int] | None:
    """The columns from which the stones of the order can be taken off, the last one first.

    Depth first, never twice from the same stacks in any columns; None when that cannot be.
    """
    heights = [len(stack) for stack in stacks]
    parts = [_parts(stack) for stack in stacks]
    seen: set[tuple[int, ...]] = set()
    taken: list[int] = []
    choices = [_possible_last_columns(stacks, geometry, order[-1])] if order else []
    while any(heights):
        column = next(choices[-1], None)
        if column is None:
            choices.pop()
            if not choices:
                return None
            heights[taken.pop()] += 1
            continue
        heights[column] -= 1
        state = tuple(sorted(part[height] for part, height in zip(parts, heights, strict=True)))
        if state in seen:
            heights[column] += 1
            continue
        seen.add(state)
        if len(seen) > MAX_STATES:
            raise InvalidNotation(
                f"no legal order of moves was found for this drawing in {MAX_STATES} attempts"
            )
        taken.append(column)
        left = sum(heights)
        choices.append(_removable(stacks, heights, order[left - 1]))
    return taken


def _parts(stack: list[int]) -> list[int]:
    """A number for each height of a stack that encodes its stones up to there."""
    numbers = [1]
    for stone in stack:
        numbers.append(2 * _BOMB * numbers[-1] + stone)
    return numbers


def _removable(stacks: Stacks, heights: list[int], stone: int) -> Iterator[int]:
    """Columns with that stone on top, the highest first: they get stuck most easily."""
    tops = [
        column
        for column, height in enumerate(heights)
        if height and stacks[column][height - 1] == stone
    ]
    return iter(sorted(tops, key=lambda column: -heights[column]))
