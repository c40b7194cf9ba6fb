"""Where the cells of a board lie in a 64-bit word.

A board is stored column by column, the bottom cell of a column first, ``stride`` bits apart.
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
(``stride = rows``). Every function of `bits` masks its shifts, so one body serves both.
"""

from typing import NamedTuple

from enraya.kernels.compile import word

WORD_BITS = 64


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


def make_geometry(columns: int, rows: int) -> Geometry:
    """The geometry of a board, in Python integers.

    The caller checks the size: at least 4×4, at most 64 cells.
    """
    stride = rows + 1 if columns * (rows + 1) <= WORD_BITS else rows
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
    )


def for_kernels(geometry: Geometry) -> Geometry:
    """The same geometry with its sets of cells as ``uint64``, as kernels need them."""
    sizes, masks = geometry[:3], geometry[3:]
    return Geometry(*sizes, *(word(mask) for mask in masks))
