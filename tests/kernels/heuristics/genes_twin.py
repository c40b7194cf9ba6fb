"""The genetic agent as its paper describes it: lists of columns, row 0 on top, and exact odds."""

from collections import Counter
from fractions import Fraction
from itertools import product

from enraya.game.position import Position

TRAITS = 4
FOUR = 4


class Grid:
    """The cells of a classic position, seen by one player: 0 empty, 1 own stones, 2 the other's."""

    def __init__(self, position: Position, player: int) -> None:
        self.columns, self.rows = position.rules.columns, position.rules.rows
        self.cells = [[0] * self.columns for _ in range(self.rows)]
        for owner in (1, 2):
            for cell in position.stones(owner):
                mark = 1 if owner == player else 2
                self.cells[self.rows - cell.row][cell.column - 1] = mark

    def top(self, column: int) -> int:
        """The row of the lowest empty cell; -1 when the column is full."""
        return max((r for r in range(self.rows) if not self.cells[r][column]), default=-1)

    def possible(self, row: int, column: int) -> bool:
        """Whether a cell can be played next, or is in the top row and empty."""
        if row == 0:
            return self.cells[0][column] == 0
        return row == self.top(column)

    def highest(self, column: int) -> int:
        """The row of the topmost stone; of the bottom cell when there is none."""
        return min(self.top(column) + 1, self.rows - 1)


def centre(grid: Grid, first: bool) -> list[int]:
    margin = min(2, (grid.columns - 1) // 2)
    middle = range(margin, grid.columns - margin)
    return [column for column in range(grid.columns) if (column in middle) == first]


def consecutive(grid: Grid, first: bool) -> list[int]:
    found: list[int] = []
    for column in range(grid.columns):
        row = grid.highest(column)
        if grid.cells[row][column] != 1:
            continue
        if not first:
            found += spaced(grid, row, column, 1) + spaced(grid, row, column, -1)
            continue
        sides = [c for c in (column + 1, column - 1) if 0 <= c < grid.columns]
        found += [column, *(c for c in sides if grid.possible(row, c))]
    return found


def spaced(grid: Grid, row: int, column: int, way: int) -> list[int]:
    steps = [column + n * way for n in range(5)]
    inside = [0 <= c < grid.columns for c in steps]
    if not (inside[2] and grid.possible(row, steps[1]) and grid.possible(row, steps[2])):
        return []
    is_far = inside[3] and grid.possible(row, steps[3])
    is_stopped = inside[4] and grid.cells[row][steps[4]] == 1
    return [steps[2], steps[3]] if is_far and not is_stopped else [steps[2]]


def fuller(grid: Grid, first: bool) -> list[int]:
    tops = [grid.top(column) for column in range(grid.columns)]
    wanted = min(tops) if first else max(tops)
    return [column for column in range(grid.columns) if tops[column] == wanted]


def over(grid: Grid, first: bool) -> list[int]:
    found: list[int] = []
    for column in range(grid.columns):
        row = grid.highest(column)
        if grid.cells[row][column] != 2:
            continue
        if first:
            found.append(column)
            continue
        for beside in (column - 1, column + 1):
            is_inside = 0 <= beside < grid.columns
            if is_inside and grid.possible(row, beside) and beside not in found:
                found.append(beside)
    return found


RANGES = (centre, consecutive, fuller, over)
WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


def odds_of(position: Position, genes: list[Fraction]) -> dict[int, Fraction]:
    """How likely each column, counted from 0, is chosen by the player to move."""
    grid = Grid(position, position.mover)
    for mark in (1, 2):
        winning = [c for c in range(grid.columns) if makes_four(grid, c, mark)]
        if winning:
            return {winning[0]: Fraction(1)}
    total: dict[int, Fraction] = {}
    for branches in product((True, False), repeat=TRAITS):
        chance = Fraction(1)
        for gene, branch in zip(genes, branches, strict=True):
            chance *= gene if branch else 1 - gene
        lists = [trait(grid, branch) for trait, branch in zip(RANGES, branches, strict=True)]
        for column, share in combined(grid, lists[0], lists[1:]).items():
            total[column] = total.get(column, Fraction(0)) + chance * share
    return {column: share for column, share in total.items() if share}


def makes_four(grid: Grid, column: int, mark: int) -> bool:
    """Whether a stone with this mark would complete four in a column that is not full."""
    row = grid.top(column)
    if row < 0:
        return False
    for down, right in WAYS:
        length = 1
        for way in (1, -1):
            r, c = row + way * down, column + way * right
            while 0 <= r < grid.rows and 0 <= c < grid.columns and grid.cells[r][c] == mark:
                length, r, c = length + 1, r + way * down, c + way * right
        if length >= FOUR:
            return True
    return False


def combined(grid: Grid, former: list[int], more: list[list[int]]) -> dict[int, Fraction]:
    """The odds of each column once the ranges that are left are taken into account."""
    is_open = [grid.cells[0][column] == 0 for column in range(grid.columns)]
    if not more:
        hopes = [c for c in former if is_open[c]] or [c for c in range(grid.columns) if is_open[c]]
        return {c: Fraction(n, len(hopes)) for c, n in Counter(hopes).items()}
    common = [column for column in former if column in more[0]]
    if len(common) == 1 and is_open[common[0]]:
        return {common[0]: Fraction(1)}
    if common:
        return combined(grid, common, more[1:])
    candidates = [columns for columns in (former, more[0]) if columns] or [[]]
    total: dict[int, Fraction] = {}
    for columns in candidates:
        for column, share in combined(grid, columns, more[1:]).items():
            total[column] = total.get(column, Fraction(0)) + share / len(candidates)
    return total
