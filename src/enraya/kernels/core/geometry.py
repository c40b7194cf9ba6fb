"""Where the cells of a board lie in a 64-bit word.

A board is stored column by column, ``stride`` bits apart, each column from its bottom cell up.
Where it fits, one empty bit above each column keeps shifted stones from running into the next
column (``stride = rows + 1``); 7×6 looks like this, with the spare bits in brackets::

    (6)(13)(20)(27)(34)(41)(48)
     5  12  19  26  33  40  47      row 5, the top
     4  11  18  25  32  39  46
     3  10  17  24  31  38  45
     2   9  16  23  30  37  44
     1   8  15  22  29  36  43
     0   7  14  21  28  35  42      row 0, the bottom

Boards with too many cells for that (8×8, 9×7, 10×6, 16×4) are packed without spare bits
(``stride = rows``). Such a board is *wide*: the functions of `bits` mask its shifts.
"""

from typing import Any, NamedTuple

from enraya.kernels.core.compile import word

WORD_BITS = 64
MAX_COLUMNS = 16
"""The widest board is 16×4."""


class Geometry(NamedTuple):
    """The size of a board and the sets of cells that bit tricks need.

    >>> bin(make_geometry(4, 4).bottom)
    '0b1000010000100001'
    """

    columns: int
    rows: int
    stride: int
    """Bits from one column to the next."""
    board: int
    """Every cell."""
    bottom: int
    """The lowest cell of each column."""
    top: int
    """The highest cell of each column."""
    not_bottom: int
    """Every cell but the lowest of each column: where a step up can arrive."""
    not_top: int
    """Every cell but the highest of each column: where a step down can arrive."""
    rising_starts: int
    """Cells with three more above them: where a vertical or rising four can start."""
    falling_starts: int
    """Cells with three more below them: where a falling four can start."""
    first_column: int
    """The cells of the leftmost column."""
    odd: int
    """Rows 1, 3, 5, … as people count them, the bottom row being 1."""
    even: int
    """Rows 2, 4, 6, …"""
    wide: bool
    """Whether there is no spare bit above the columns, so that shifts must be masked."""


def make_geometry(columns: int, rows: int) -> Geometry:
    """The geometry of a board, in Python integers.

    The caller makes sure that the board has at least 4×4 and at most 64 cells.
    """
    wide = columns * (rows + 1) > WORD_BITS
    stride = rows if wide else rows + 1
    bottom = sum(1 << (column * stride) for column in range(columns))

    def rows_mask(low: int, high: int) -> int:
        return sum(bottom << row for row in range(low, high))

    return Geometry(
        columns=columns,
        rows=rows,
        stride=stride,
        board=rows_mask(0, rows),
        bottom=bottom,
        top=rows_mask(rows - 1, rows),
        not_bottom=rows_mask(1, rows),
        not_top=rows_mask(0, rows - 1),
        rising_starts=rows_mask(0, rows - 3),
        falling_starts=rows_mask(3, rows),
        first_column=(1 << rows) - 1,
        odd=sum(bottom << row for row in range(0, rows, 2)),
        even=sum(bottom << row for row in range(1, rows, 2)),
        wide=wide,
    )


def for_kernels(geometry: Geometry) -> Geometry:
    """The same geometry with its sets of cells as ``uint64``, as kernels need them."""
    sets = {*Geometry._fields} - {"columns", "rows", "stride", "wide"}
    words: dict[str, Any] = {name: word(getattr(geometry, name)) for name in sets}
    return geometry._replace(**words)
