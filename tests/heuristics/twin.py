"""Slow and obvious second versions of the heuristics, from their descriptions: loops over cells."""

from collections.abc import Callable, Iterator
from functools import partial

from enraya.game.position import Position

Grid = list[list[int]]
"""1 and 2 for the players' stones, 0 for empty; rows from the bottom."""
Cell = tuple[int, int]
"""Row and column."""
ACROSS, UP, RISING, FALLING = (0, 1), (1, 0), (1, 1), (-1, 1)


def grid_of(position: Position) -> Grid:
    owners = {".": 0, "1": 1, "2": 2, "4": 1, "5": 2}
    return [[owners[symbol] for symbol in row] for row in position.rows_from_bottom]


def at(grid: Grid, row: int, column: int) -> int | None:
    """The owner of a cell; None off the board."""
    inside = 0 <= row < len(grid) and 0 <= column < len(grid[0])
    return grid[row][column] if inside else None


def windows(grid: Grid, directions: tuple[Cell, ...]) -> Iterator[tuple[Cell, list[Cell]]]:
    """All windows of four with their direction."""
    for up, right in directions:
        for row in range(len(grid)):
            for column in range(len(grid[0])):
                cells = [(row + i * up, column + i * right) for i in range(4)]
                if all(at(grid, *cell) is not None for cell in cells):
                    yield (up, right), cells


def lines(position: Position, player: int, values: list[int], diagonals: bool = True) -> float:
    grid, total = grid_of(position), 0
    directions = (ACROSS, UP, RISING, FALLING) if diagonals else (ACROSS, UP)
    for _, cells in windows(grid, directions):
        owners = [grid[row][column] for row, column in cells]
        for side, sign in ((player, 1), (3 - player, -1)):
            if 3 - side not in owners and owners.count(side):
                total += sign * values[owners.count(side) - 1]
    return total


def top_runs(position: Position, player: int, directions: list[Cell]) -> float:
    grid, total = grid_of(position), 0
    for column in range(len(grid[0])):
        height = sum(1 for row in grid if row[column])
        if not height:
            continue
        owner = grid[height - 1][column]
        for up, right in directions:
            run = 0
            while at(grid, height - 1 + run * up, column + run * right) == owner:
                run += 1
            total += (1 if owner == player else -1) * [0, 10, 100, 1000][run]
    return total


def parity_lines(position: Position, player: int, kind: str, three: int = 12) -> float:
    """``kind``: own, sum, published or constant."""
    grid = grid_of(position)
    stones = sum(1 for row in grid for owner in row if owner)
    total = 0
    for side, sign in ((player, 1), (3 - player, -1)):
        parity = (side - 1) if kind == "own" else stones % 2
        for way, cells in windows(grid, (ACROSS, UP, RISING, FALLING)):
            slots = cells[::-1] if way in (ACROSS, UP) else cells  # in the authors' order
            owners = [grid[row][column] for row, column in slots]
            if 3 - side in owners:
                continue
            empty = [row for (row, column) in slots if grid[row][column] == 0]
            total += sign * _parity_value(owners, side, empty, parity, kind, three)
    return total


def _parity_value(
    owners: list[int], side: int, empty: list[int], parity: int, kind: str, three: int
) -> int:
    match owners.count(side):
        case 1:
            return 2
        case 2:
            if kind == "constant":
                return 4
            values = [3 if row % 2 == parity else 2 for row in empty]
            is_first_two = owners[0] == 0 and owners[1] == 0
            return sum(values) if kind != "published" or is_first_two else values[-1]
        case 3:
            matches = empty[0] % 2 == parity
            return three if matches == (kind == "own") else 8
    return 1


def centre(position: Position, player: int) -> float:
    symbol = str(player)
    columns = position.rules.columns
    return sum(
        min(column, columns - 1 - column)
        for row in position.rows_from_bottom
        for column, found in enumerate(row)
        if found == symbol
    )


def groups(
    position: Position, player: int, published: bool = False, diagonals: bool = False
) -> float:
    grid = grid_of(position)
    width = len(grid[0])
    centre_sum = sum(
        min(column, width - 1 - column)
        for row in grid
        for column in range(width)
        if row[column] == player
    )
    sides = grid + [[row[column] for row in grid] for column in range(width)]
    if diagonals:
        sides += [line for right in (1, -1) for line in _diagonals(grid, right)]
    rival = 0 if published and player == 1 else 3 - player
    own = sum(_run_values(line, player) for line in sides)
    return centre_sum + own - (sum(_run_values(line, rival) for line in sides) if rival else 0)


def _diagonals(grid: Grid, right: int) -> list[list[int]]:
    """The lines that rise in one direction, from the bottom and from the edge they start at."""
    last = len(grid[0]) - 1
    starts = [(0, column) for column in range(last + 1)]
    starts += [(row, 0 if right > 0 else last) for row in range(1, len(grid))]
    return [_walk(grid, row, column, right, 0) for row, column in starts]


def _run_values(line: list[int], side: int) -> int:
    text = "".join("x" if owner == side else "." for owner in line)
    return sum(20 if len(run) >= 3 else 10 if len(run) == 2 else 0 for run in text.split("."))


def qmatic(position: Position, player: int, published: bool = False, stage: int = 4) -> float:
    """The state machine of the original, cell by cell; ``stage`` 1 to 4."""
    grid = grid_of(position)
    signs = {0: 0, player: 1, 3 - player: -1}
    cells = [[signs[owner] for owner in row] for row in grid]
    rows, columns = len(cells), len(cells[0])
    total = sum(_column_value([cells[row][c] for row in range(rows)]) for c in range(columns))
    for row in range(rows if stage > 1 else 0):
        value = _walk_value(cells[row][::-1])
        weighed = abs(10 * value) // (row + 1) * (1 if value > 0 else -1)
        total += weighed if stage > 2 else value
    if stage < 4:
        return total
    starts = [(0, c) for c in range(columns)]
    for row, column in starts + [(r, 0) for r in range(1, rows)]:
        total += _walk_value(_walk(cells, row, column, 1, 0))
    for row, column in starts + [(r, columns - 1) for r in range(1, rows)]:
        total += _walk_value(_walk(cells, row, column, -1, 1 if published else 0))
    return total


def _walk(cells: Grid, row: int, column: int, right: int, first_column: int) -> list[int]:
    found = []
    while row < len(cells) and first_column <= column < len(cells[0]):
        found.append(cells[row][column])
        row, column = row + 1, column + right
    return found


def _column_value(column: list[int]) -> int:
    stones = [owner for owner in column if owner]
    if not stones:
        return 0
    run = 0
    while run < len(stones) and stones[-1 - run] == stones[-1]:
        run += 1
    room = len(column) - len(stones)
    return stones[-1] * 10 ** (run - 1) if room + run >= 4 else 0


def _walk_value(cells: list[int]) -> int:
    total = empties = run = colour = pending = 0
    for piece in cells:
        if piece == 0 and colour != 0:
            if run + empties > 3:
                total += colour * 10 ** (run - 1)
            pending, colour, empties = colour, 0, 1
        elif piece == 0:
            empties += 1
            if pending and run + empties > 3:
                total += pending * 10 ** (run - 1)
                pending = 0
        elif piece == colour:
            run += 1
        elif colour == 0:
            colour, run = piece, 1
        else:
            if run + empties > 3:
                total += colour * 10 ** (run - 1)
            colour, run, empties = -colour, 1, 0
    if colour and run + empties > 3:
        total += colour * 10 ** (run - 1)
    return total


_DOWN, _RIGHT, _LEFT, _DOWN_LEFT = (-1, 0), (0, 1), (0, -1), (-1, -1)
_FOUR = [_DOWN, _RIGHT, _LEFT, _DOWN_LEFT]
_SEVEN = [*_FOUR, (-1, 1), (1, -1), (1, 1)]
TWINS: dict[str, Callable[[Position, int], float]] = {
    "uam-h0": partial(top_runs, directions=_FOUR),
    "uam-h1": partial(top_runs, directions=_SEVEN),
    "uam-h2": partial(lines, values=[10, 100, 1000], diagonals=False),
    "uam-h2(base=2)": partial(lines, values=[2, 4, 8], diagonals=False),
    "uam-h3": partial(parity_lines, kind="own"),
    "uam-h3(pairs=sum)": partial(parity_lines, kind="sum"),
    "uam-h3(published=true)": partial(parity_lines, kind="published"),
    "uam-h3(published=true, three=10)": partial(parity_lines, kind="published", three=10),
    "uam-h3(three=10)": partial(parity_lines, kind="own", three=10),
    "uam-evenodd": partial(parity_lines, kind="constant"),
    "uam-evenodd(three=10)": partial(parity_lines, kind="constant", three=10),
    "uam-lines": partial(lines, values=[2, 4, 8]),
    "uam-lines(base=3)": partial(lines, values=[3, 9, 27]),
    "ugr-centre": centre,
    "ugr-groups": groups,
    "ugr-groups(published=true)": partial(groups, published=True),
    "ugr-groups(diagonals=true)": partial(groups, diagonals=True),
    "rivest": partial(lines, values=[1, 10, 50]),
    "qmatic": qmatic,
    "qmatic(published=true)": partial(qmatic, published=True),
    "qmatic(stage=columns)": partial(qmatic, stage=1),
    "qmatic(stage=rows)": partial(qmatic, stage=2),
    "qmatic(stage=levels)": partial(qmatic, stage=3),
}
