"""Operations on sets of cells that work on all cells at once.

Every function here runs unchanged on Python integers, and on ``uint64`` inside kernels. The
layout of the bits is drawn in `geometry`. A step right is a shift by ``stride``, a step up by 1,
so the four directions of a line are::

    up 1    right stride    rising (right and up) stride + 1    falling (right and down) stride - 1
"""

from enraya.kernels.core.compile import inlined, shared
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import without_lowest


@inlined
def drops(geometry: Geometry, occupied: int) -> int:
    """The cells where the next stone can land, one for each column that is not full."""
    supported = ((occupied << 1) & geometry.not_bottom) | geometry.bottom
    return supported & ~occupied


@inlined
def fours(stones: int, step: int) -> int:
    """The first cell of every four stones ``step`` bits apart, even if they wrap round an edge."""
    pairs = stones & (stones >> step)
    return pairs & (pairs >> (2 * step))


@inlined
def has_four(geometry: Geometry, stones: int) -> bool:
    """Whether the stones contain four in a line."""
    stride = geometry.stride
    rising = fours(stones, 1) | fours(stones, stride + 1)
    falling = fours(stones, stride - 1)
    found = (
        fours(stones, stride)
        | (rising & geometry.rising_starts)
        | (falling & geometry.falling_starts)
    )
    return found != 0


@shared
def four_cells(geometry: Geometry, stones: int) -> int:
    """Every stone that belongs to four or more in a line."""
    stride = geometry.stride
    across = fours(stones, stride)
    up = fours(stones, 1) & geometry.rising_starts
    rising = fours(stones, stride + 1) & geometry.rising_starts
    falling = fours(stones, stride - 1) & geometry.falling_starts
    return (
        line_cells(across, stride)
        | line_cells(up, 1)
        | line_cells(rising, stride + 1)
        | line_cells(falling, stride - 1)
    )


@shared
def line_cells(starts: int, step: int) -> int:
    """The four cells of each line that starts in ``starts``."""
    pairs = starts | (starts << step)
    return pairs | (pairs << (2 * step))


@inlined
def _gaps(stones: int, step: int) -> int:
    """The cells that complete four in one direction, on a board with spare bits.

    Such a cell has two stones next to it on one side, and either a third one beyond them or one on
    the other side.
    """
    before = stones << step
    after = stones >> step
    two_before = before & (before << step)
    two_after = after & (after >> step)
    third_before = stones << (step + step + step)
    third_after = stones >> (step + step + step)
    return (two_before & (third_before | after)) | (two_after & (third_after | before))


@shared
def _masked_gaps(stones: int, step: int, arrivals: int, returns: int) -> int:
    """The cells that complete four in one direction, on a wide board; see `_gaps`.

    ``arrivals`` are the cells that a step forward from another cell can reach, ``returns`` those
    that a step back can reach.
    """
    before = (stones << step) & arrivals
    two_before = before & ((before << step) & arrivals)
    third_before = (((before << step) & arrivals) << step) & arrivals
    after = (stones >> step) & returns
    two_after = after & ((after >> step) & returns)
    third_after = (((after >> step) & returns) >> step) & returns
    return (two_before & (third_before | after)) | (two_after & (third_after | before))


@shared
def _on_three(geometry: Geometry, stones: int) -> int:
    """The cells on top of three stacked stones, on any board."""
    above = (stones << 1) & geometry.not_bottom
    above = ((above & stones) << 1) & geometry.not_bottom
    return ((above & stones) << 1) & geometry.not_bottom


@shared
def _wide_winning_cells(geometry: Geometry, stones: int) -> int:
    """The `winning_cells` on a wide board."""
    stride = geometry.stride
    return (
        _on_three(geometry, stones)
        | _masked_gaps(stones, stride, geometry.board, geometry.board)
        | _masked_gaps(stones, stride + 1, geometry.not_bottom, geometry.not_top)
        | _masked_gaps(stones, stride - 1, geometry.not_top, geometry.not_bottom)
    )


@inlined
def winning_cells(geometry: Geometry, stones: int) -> int:
    """The empty cells, playable or not, that would complete four for these stones.

    The result may contain occupied cells, which the caller removes. Within a column only the
    cell on top of three stones counts, since no other can be empty.
    """
    if geometry.wide:
        return _wide_winning_cells(geometry, stones)
    stride = geometry.stride
    on_top = (stones << 1) & (stones << 2) & (stones << 3)
    across = _gaps(stones, stride) | _gaps(stones, stride + 1) | _gaps(stones, stride - 1)
    return (on_top | across) & geometry.board


@inlined
def safe_moves(geometry: Geometry, occupied: int, losses: int) -> int:
    """The moves that do not let the opponent win with the next stone; empty if every move does.

    ``losses`` are the empty cells that complete a four of the opponent.
    """
    playable = drops(geometry, occupied)
    safe = playable & ~((losses & geometry.not_bottom) >> 1)  # never directly below a losing cell
    threats = losses & playable
    if threats != 0:
        safe &= threats  # one threat must be answered,
        if without_lowest(threats) != 0:
            safe &= ~safe  # two cannot be
    return safe


@shared
def row_cells(geometry: Geometry, row: int) -> int:
    """The cells of a row; row 0 is at the bottom."""
    return geometry.bottom << row


@shared
def rows_of_parity(geometry: Geometry, parity: int) -> int:
    """The cells of every second row: of the odd rows (counted from 1) for 0, of the even for 1."""
    return geometry.odd if parity == 0 else geometry.even


@shared
def column_cells(geometry: Geometry, column: int) -> int:
    """The cells of a column; column 0 is at the left."""
    return geometry.first_column << (column * geometry.stride)


@shared
def mirrored(geometry: Geometry, stones: int) -> int:
    """The mirror image of the stones: left and right exchanged."""
    image = stones & ~geometry.board
    for column in range(geometry.columns):
        cells = (stones >> (column * geometry.stride)) & geometry.first_column
        image |= cells << ((geometry.columns - 1 - column) * geometry.stride)
    return image
