"""The solver's memory of positions: buckets of four entries, two buckets to a cache line.

An entry is one word, so threads may read and write it without locks::

    63    58 57    52 51  48 47    T T-1      0
    | lower | upper  | move | work  | tag      |

``lower`` and ``upper`` bound the score (plus `BIAS`, so that no entry is zero), ``move`` is the
column that last proved a bound, ``work`` the logarithm of the nodes it took, ``tag`` the low T bits
of the hash. The hash is the key times an odd constant; its high bits choose the bucket. Tag and
bucket together determine the key (a test proves it for every board), so an entry never belongs to
another position.

Wide boards need more than 64 bits for a key. Their buckets hold two entries of two words: data,
and hash XOR data, so that a half-written entry matches nothing (Hyatt and Mann, "A lockless
transposition table implementation for parallel search", 2002).
"""

from enraya.kernels.core.bits import drops
from enraya.kernels.core.compile import ONE, ZERO, inlined, integer, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest_index, popcount, without_lowest
from enraya.kernels.core.memory import load, save
from enraya.kernels.core.randomness import GOLDEN
from enraya.kernels.solver.workspace import (
    BASE,
    COLUMN_OF,
    MIRROR_PLIES,
    NEAR_BASE,
    NEAR_CELLS,
    NEAR_SHIFT,
    SHIFT,
    TAG_BITS,
)

WAYS = 4
WAYS_LOG2 = 2
BIAS = 32
MULTIPLIER = GOLDEN
MAX_TAG_BITS = 48
_LOWER_SHIFT, _UPPER_SHIFT, _MOVE_SHIFT = word(58), word(52), word(48)
_SIX_BITS, _FOUR_BITS = word(63), word(15)
_EXTRA_BITS = word((1 << 16) - 1)


@inlined
def table_key(geometry: Geometry, mover: int, occupied: int, workspace: int) -> tuple[int, int]:
    """A hash and an extra word that together determine the position, up to its mirror image.

    With spare bits, mover + occupied puts the mover's stones of each column above a run of ones
    as long as the column is high: no two positions share it. On wide boards the mover's stones and
    the playable cells determine everything except which columns are full.
    """
    if geometry.wide:
        return _wide_hash(geometry, mover, occupied, workspace)
    key = mover + occupied
    if popcount(occupied) <= integer(load(workspace, MIRROR_PLIES)):
        key = min(key, mirrored_key(geometry, key))
    return key * MULTIPLIER, ZERO


@shared
def mirrored_key(geometry: Geometry, key: int) -> int:
    """The key of the mirror image; each spare bit moves with its column."""
    column = (geometry.first_column << 1) | geometry.first_column
    image = ZERO
    for _ in range(geometry.columns):
        image = (image << geometry.stride) | (key & column)
        key = key >> geometry.stride
    return image


@shared
def _wide_hash(geometry: Geometry, mover: int, occupied: int, workspace: int) -> tuple[int, int]:
    full = occupied & geometry.top
    extra = ZERO
    while full != 0:
        extra |= ONE << load(workspace, COLUMN_OF + lowest_index(full))
        full = without_lowest(full)
    return (mover | drops(geometry, occupied)) * MULTIPLIER, extra


@inlined
def bucket_of(hashed: int, empty_cells: int, workspace: int) -> int:
    """The index of a position's bucket among the words of the table.

    Positions with few empty cells go to a small table that stays in the processor's cache: they
    are the most numerous and the cheapest to search again.
    """
    if empty_cells <= integer(load(workspace, NEAR_CELLS)):
        base, shift = load(workspace, NEAR_BASE), load(workspace, NEAR_SHIFT)
    else:
        base, shift = load(workspace, BASE), load(workspace, SHIFT)
    return integer(base) + integer(hashed >> shift) * WAYS


@inlined
def probe(geometry: Geometry, key: tuple[int, int], bucket: int, workspace: int, table: int) -> int:
    """The entry of a position; 0 if there is none."""
    hashed, extra = key
    if geometry.wide:
        return _wide_probe(hashed, extra, bucket, table)
    mask = (ONE << load(workspace, TAG_BITS)) - ONE
    tag = hashed & mask
    found = ZERO
    for i in range(WAYS):
        entry = load(table, bucket + i)
        if entry & mask == tag:
            found = entry
    return found


@shared
def _wide_probe(hashed: int, extra: int, bucket: int, table: int) -> int:
    for i in range(0, WAYS, 2):
        data = load(table, bucket + i)
        if load(table, bucket + i + 1) ^ data == hashed and data & _EXTRA_BITS == extra:
            return data
    return ZERO


@inlined
def lower_of(entry: int) -> int:
    """The lower bound in an entry."""
    return integer(entry >> _LOWER_SHIFT) - BIAS


@inlined
def upper_of(entry: int) -> int:
    """The upper bound in an entry."""
    return integer((entry >> _UPPER_SHIFT) & _SIX_BITS) - BIAS


@inlined
def move_of(entry: int) -> int:
    """The column remembered in an entry."""
    return integer((entry >> _MOVE_SHIFT) & _FOUR_BITS)


@inlined
def store(
    geometry: Geometry,
    key: tuple[int, int],
    bucket: int,
    bounds: tuple[int, int],
    move: int,
    work: int,
    workspace: int,
    table: int,
) -> None:
    """Stores bounds of a position over its old entry, or over the cheapest one of the bucket.

    ``work`` is the logarithm of the nodes that proving the bounds took.
    """
    hashed, extra = key
    lower, upper = bounds
    data = word(lower + BIAS) << _LOWER_SHIFT | word(upper + BIAS) << _UPPER_SHIFT
    data |= word(move) << _MOVE_SHIFT
    if geometry.wide:
        _wide_store(hashed, data | extra, bucket, table)
        return
    tag_bits = load(workspace, TAG_BITS)
    mask = (ONE << tag_bits) - ONE
    work_mask = ((ONE << _MOVE_SHIFT) - ONE) & ~mask
    slot = _slot(hashed & mask, mask, work_mask, bucket, table)
    data |= (word(work) << tag_bits) & work_mask
    save(table, slot, data | (hashed & mask))


@inlined
def _slot(tag: int, mask: int, work_mask: int, bucket: int, table: int) -> int:
    """The index for an entry with this tag: that of its old entry, else that with the least work.

    If tags leave no room for the work, the tag alone determines which entry is replaced.
    """
    slot = bucket + integer(tag & word(WAYS - 1))
    least = work_mask
    for i in range(WAYS):
        entry = load(table, bucket + i)
        if entry & mask == tag:
            return bucket + i
        if entry & work_mask < least:
            least = entry & work_mask
            slot = bucket + i
    return slot


@shared
def _wide_store(hashed: int, data: int, bucket: int, table: int) -> None:
    """Stores an entry first in its bucket; of other positions' entries the older one is dropped."""
    newest, check = load(table, bucket), load(table, bucket + 1)
    if check ^ newest != hashed or (newest ^ data) & _EXTRA_BITS != 0:
        save(table, bucket + 2, newest)
        save(table, bucket + 3, check)
    save(table, bucket, data)
    save(table, bucket + 1, data ^ hashed)
