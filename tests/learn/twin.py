"""Slow, obvious twins of the features: sets of cells, one feature after the other."""

from itertools import product
from math import dist

from enraya.game.position import Position

COLUMNS, ROWS = 7, 6
Cell = tuple[int, int]
Cells = frozenset[Cell]
ALL: Cells = frozenset(product(range(COLUMNS), range(ROWS)))
EIGHT = [(x, y) for x, y in product((-1, 0, 1), repeat=2) if (x, y) != (0, 0)]
LINES = {"row": [(1, 0)], "column": [(0, 1)], "diagonal": [(1, 1), (1, -1)]}


def windows(direction: str) -> list[Cells]:
    found = []
    for (column, row), (right, up) in product(sorted(ALL), LINES[direction]):
        cells = frozenset((column + i * right, row + i * up) for i in range(4))
        if cells <= ALL:
            found.append(cells)
    return found


WINDOWS = {name: windows(name) for name in LINES}


def sides(position: Position) -> tuple[Cells, Cells]:
    """The stones of the player who just moved, and of the one to move."""
    first, second = (
        frozenset((cell.column - 1, cell.row - 1) for cell in position.stones(player))
        for player in (1, 2)
    )
    return (first, second) if position.plies % 2 else (second, first)


def count_from(cell: Cell, way: Cell, own: Cells, seen: Cells) -> tuple[int, Cell]:
    """How many own stones stand from a cell on, and the cell that stops them."""
    length = 0
    while cell in own and cell in seen:
        length += 1
        cell = (cell[0] + way[0], cell[1] + way[1])
    return length, cell


def seen_cells(way: Cell, published: bool) -> Cells:
    return frozenset(
        (column, row)
        for column, row in ALL
        if not (published and way[0] > 0 and column == COLUMNS - 1)
        and not (published and way[1] < 0 and row == 0)
    )


def run_counts(own: Cells, other: Cells, length: int, published: bool) -> list[int]:
    blocked = effective = 0
    for way in EIGHT:
        seen = seen_cells(way, published)
        for cell in ALL:
            found, stopper = count_from(cell, way, own, seen)
            if found == length:
                is_open = stopper in seen and stopper not in own | other
                effective, blocked = effective + is_open, blocked + (not is_open)
    return [blocked, effective]


def mean_distance(stones: Cells) -> float:
    pairs = [dist(a, b) for a, b in product(stones, repeat=2) if a != b]
    return sum(pairs) / len(pairs) if pairs else 0.0


def paper_features(position: Position, published: bool = False) -> list[float]:
    ally, opponent = sides(position)
    features = [len(ally | opponent), mean_distance(ally), mean_distance(opponent)]
    for length in (2, 3):
        features += run_counts(ally, opponent, length, published)
        features += run_counts(opponent, ally, length, published)
    return features


def threats_of(own: Cells, other: Cells) -> Cells:
    """The empty cells that complete four."""
    all_windows = [cells for group in WINDOWS.values() for cells in group]
    missing = [cells - own for cells in all_windows if len(cells - own) == 1]
    return frozenset(cell for cells in missing for cell in cells) - other


def landing(occupied: Cells) -> Cells:
    heights = [sum(column == c for c, _ in occupied) for column in range(COLUMNS)]
    return frozenset((column, height) for column, height in enumerate(heights) if height < ROWS)


def is_above(cell: Cell, cells: Cells) -> bool:
    return any(cell[0] == column and cell[1] > row for column, row in cells)


def prospects(own: Cells, other: Cells) -> list[int]:
    """Wins at once, safe moves, attacks, doubles, and the most threats after a safe move."""
    occupied = own | other
    wins = threats_of(own, other) & landing(occupied)
    safe = [
        cell
        for cell in sorted(landing(occupied))
        if not threats_of(other, own | {cell}) & landing(occupied | {cell})
    ]
    attacks = doubles = most = 0
    for cell in safe:
        after = threats_of(own | {cell}, other)
        at_once = after & landing(occupied | {cell})
        attacks += bool(at_once)
        stacked = any((column, row + 1) in after for column, row in at_once)
        doubles += len(at_once) > 1 or stacked
        most = max(most, len(after))
    return [len(wins), len(safe), attacks, doubles, most]


def threat_features(cells: Cells, hidden: Cells, occupied: Cells, parity: int) -> list[int]:
    playable = landing(occupied)
    useful = cells - hidden
    good = [cell for cell in useful if cell[1] % 2 == parity]
    return [
        *(sum(row == r for _, r in cells) for row in range(ROWS)),
        len(cells & playable),
        sum((column, row - 1) in playable for column, row in cells),
        len(good),
        len(useful) - len(good),
        len(cells & hidden),
        sum((column, row - 1) in cells for column, row in cells),
    ]


def lowest(cells: Cells, occupied: Cells) -> list[int]:
    found = []
    for column in range(COLUMNS):
        rows = [row for c, row in cells if c == column]
        height = sum(c == column for c, _ in occupied)
        found.append(min(rows) - height if rows else -1)
    return found


def quiet(cells: Cells, occupied: Cells) -> list[int]:
    """The empty cells lower than the one below the lowest threat of their column."""
    below = frozenset((column, row - 1) for column, row in cells) & (ALL - occupied)
    free = [
        cell
        for cell in ALL - occupied
        if cell not in below and cell not in cells and not is_above(cell, below)
    ]
    return [len(free), len(free) % 2]


def zugzwang(first: Cells, second: Cells) -> int:
    """Who must give way, by the lowest threats of both; rows 1, 3, 5 are even numbers here."""
    firsts, seconds = (sum(row % 2 == 0 for _, row in cells) for cells in (first, second))
    if firsts != seconds:
        return 1 if firsts > seconds else -1
    return -1 if any(row % 2 for _, row in second) else 0


def left_above(cells: list[Cell]) -> int:
    return (ROWS - min(row for _, row in cells) + 1) // 2 if cells else 0


def tempo(mine: Cells, theirs: Cells, occupied: Cells, hidden: Cells, is_first: bool) -> list[int]:
    own, other = mine - hidden, theirs - hidden
    found = [n for cells in (mine, theirs, mine | theirs) for n in quiet(cells, occupied)]
    found.append(zugzwang(own, other) if is_first else -zugzwang(other, own))
    wanted = 0 if is_first else 1
    good = [cell for cell in own if cell[1] % 2 == wanted]
    bad = [cell for cell in other if cell[1] % 2 != wanted]
    return [*found, left_above(good) - left_above(bad)]


def hopes(own: Cells, other: Cells, hidden: Cells, parity: int) -> list[int]:
    cells = {
        cell
        for name in ("row", "diagonal")
        for window in WINDOWS[name]
        if not window & other and len(window & own) == 2
        for cell in window - own - hidden
    }
    good = sum(row % 2 == parity for _, row in cells)
    return [good, len(cells) - good]


def chosen_image(position: Position) -> Position:
    """The board or its mirror image, whichever the features are taken of."""
    last = 1 if position.plies % 2 else 2
    image = position.mirror()
    key = [position.stones_mask(last), position.stones_mask(3 - last)]
    image_key = [image.stones_mask(last), image.stones_mask(3 - last)]
    return image if image_key < key else position


def our_features(position: Position) -> list[float]:
    ally, opponent = sides(chosen_image(position))
    occupied = ally | opponent
    parity = 0 if position.plies % 2 else 1
    mine, theirs = threats_of(ally, opponent), threats_of(opponent, ally)
    hidden = frozenset(cell for cell in ALL if is_above(cell, mine | theirs))
    pairs = [(ally, opponent), (opponent, ally)]
    held = [
        sum(len(window & own) == number and not window & other for window in WINDOWS[name])
        for name in LINES
        for own, other in pairs
        for number in (1, 2, 3)
    ]
    return [
        len(occupied), parity,
        *(sum(c == column for c, _ in occupied) for column in range(COLUMNS)),
        *held,
        *(sum(min(c, COLUMNS - 1 - c) for c, _ in own) for own, _ in pairs),
        *threat_features(mine, hidden, occupied, parity),
        *threat_features(theirs, hidden, occupied, 1 - parity),
        *lowest(mine, occupied), *lowest(theirs, occupied),
        *tempo(mine, theirs, occupied, hidden, parity == 0),
        *hopes(ally, opponent, hidden, parity), *hopes(opponent, ally, hidden, 1 - parity),
        *prospects(opponent, ally), *prospects(ally, opponent),
        *((cell in ally) - (cell in opponent) for cell in sorted(ALL)),
        *(cell_kind(cell, mine, theirs) for cell in sorted(ALL)),
    ]  # fmt: skip


def cell_kind(cell: Cell, mine: Cells, theirs: Cells) -> int:
    if cell in mine and cell in theirs:
        return 2
    return (cell in mine) - (cell in theirs)
