"""Positions read from a drawing: the rows of a classic board, highest first.

What `text.draw` prints is accepted back, and so are plainer drawings: ``.`` or ``_`` for an empty
cell, ``X``, ``x`` or ``1`` for the first player, ``O``, ``o`` or ``2`` for the second; spaces
and marks around a stone do not count. A line of column names ends the board.

A drawing does not say in which order the stones fell. One legal order is found, or the drawing
is refused: taking the last stone away first, only the alternation of colours can still fail,
because a board without a line has none at any earlier moment either.
"""

from collections.abc import Iterator

from enraya.errors import InvalidNotation
from enraya.game.notation import COLUMN_NAMES, format_move, quote
from enraya.game.position import Position
from enraya.kernels.core.bits import four_cells
from enraya.kernels.core.geometry import Geometry
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic

_CELLS = {".": 0, "_": 0, "X": 1, "x": 1, "1": 1, "O": 2, "o": 2, "2": 2}
_MARKS = str.maketrans("", "", " \t|()[]")
MAX_STATES = 500_000
"""How many partial boards are tried before a drawing counts as undecidable."""

Stacks = list[list[int]]
"""For each column its stones from the bottom up, as players 1 and 2."""


def parse_drawing(drawing: str, rules: RuleSet | str | None = None) -> Position:
    r"""The classic position that a drawing shows, with a legal order of moves.

    >>> parse_drawing("....\n....\n.O..\n.XX.").moves
    '223'

    Raises:
        InvalidNotation: when it is not a drawing, its size does not fit the rules, or no game
            leads to it; the message says which.
    """
    grid = _parse_grid(drawing)
    size_rules = classic(len(grid[0]), len(grid))
    wanted = parse_rules(rules) if isinstance(rules, str) else rules or size_rules
    if wanted.has_bombs:
        raise InvalidNotation(f"a drawing cannot show a {wanted.name} game; give its moves or JSON")
    if wanted != size_rules:
        raise InvalidNotation(
            f"the drawing has {size_rules.columns} columns and {size_rules.rows} rows, "
            f"but the board of {wanted} has {wanted.columns} and {wanted.rows}"
        )
    return Position.parse(_legal_order(_stacks(grid), size_rules), size_rules)


def _parse_grid(drawing: str) -> list[list[int]]:
    """The cells of the drawing, highest row first."""
    grid: list[list[int]] = []
    for number, line in enumerate(drawing.splitlines(), start=1):
        cells = line.translate(_MARKS)
        if not cells:
            continue
        if len(cells) > 2 and cells == COLUMN_NAMES[: len(cells)]:
            break
        unknown = [character for character in cells if character not in _CELLS]
        if unknown:
            raise InvalidNotation(
                f"line {number} of the drawing, {quote(line)}: {unknown[0]!r} is not a cell; "
                "use . for empty, X and O for the stones"
            )
        grid.append([_CELLS[character] for character in cells])
        if len(grid[-1]) != len(grid[0]):
            raise InvalidNotation(
                f"line {number} of the drawing has {len(grid[-1])} cells, the first {len(grid[0])}"
            )
    if not grid:
        raise InvalidNotation("the drawing has no rows; draw . for empty cells, X and O for stones")
    return grid


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
    first, second = (sum(stack.count(player) for stack in stacks) for player in (1, 2))
    if first - second not in (0, 1):
        raise InvalidNotation(
            f"{first} X and {second} O cannot come from alternating moves with X first"
        )
    last_player = 1 if first > second else 2
    taken = _take_back(stacks, _possible_last_columns(stacks, rules.geometry, last_player))
    if taken is None:
        raise InvalidNotation("no order of legal moves, X and O in turn, leads to this drawing")
    return "".join(format_move(column + 1) for column in reversed(taken))


def _possible_last_columns(stacks: Stacks, geometry: Geometry, player: int) -> Iterator[int]:
    """Columns whose top stone is the player's and leaves no line when removed."""
    for column, stack in enumerate(stacks):
        if not stack or stack[-1] != player:
            continue
        others = [s[:-1] if c == column else s for c, s in enumerate(stacks)]
        if not any(four_cells(geometry, _mask(others, geometry, p)) for p in (1, 2)):
            yield column


def _mask(stacks: Stacks, geometry: Geometry, player: int) -> int:
    return sum(
        1 << (column * geometry.stride + row)
        for column, stack in enumerate(stacks)
        for row, stone in enumerate(stack)
        if stone == player
    )


def _take_back(stacks: Stacks, last_columns: Iterator[int]) -> list[int] | None:
    """The columns in an order in which the stones, colours alternating, can be taken off.

    The first stone comes from one of the given columns. Depth first, never twice from the same
    stacks in any columns; None when there is no such order.
    """
    heights = [len(stack) for stack in stacks]
    parts = [_parts(stack) for stack in stacks]
    seen: set[tuple[int, ...]] = set()
    taken: list[int] = []
    choices = [last_columns]
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
        choices.append(_removable(stacks, heights, 1 if sum(heights) % 2 else 2))
    return taken


def _parts(stack: list[int]) -> list[int]:
    """A number for each height of a stack that encodes its stones up to there."""
    numbers = [1]
    for stone in stack:
        numbers.append(2 * numbers[-1] + stone - 1)
    return numbers


def _removable(stacks: Stacks, heights: list[int], player: int) -> Iterator[int]:
    """Columns with the player's stone on top, the highest first: they get stuck most easily."""
    tops = [
        column
        for column, height in enumerate(heights)
        if height and stacks[column][height - 1] == player
    ]
    return iter(sorted(tops, key=lambda column: -heights[column]))
