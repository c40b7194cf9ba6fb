"""A map from keys to small numbers that takes little more room than the numbers: no keys are kept.

Every key has three *places* among the slots, in three neighbouring segments; its number is the
exclusive or of these three slots (a binary fuse filter: Graf and Lemire, "Binary fuse filters",
2022). A key that was not there when the slots were filled gets a meaningless number.

Filling works backwards: a place that belongs to only one key can be given any value, whatever that
key's other two slots hold. So keys with such a place are set aside one after another until none is
left, and their values are assigned in the reverse order. With about an eighth more slots than keys
this succeeds for almost every seed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.compile import inlined, integer, kernel, word
from enraya.kernels.core.randomness import below, mix

Keys = NDArray[np.uint64]
Bytes = NDArray[np.uint8]
_BYTE = 8
_SECOND = word(18)
"""The bit of a hash at which the second place begins; the first uses the high half, the third the
lowest bits."""


class Layout(NamedTuple):
    """The numbers that determine how the slots are laid out."""

    seed: int
    segment_log2: int
    """The binary logarithm of the number of slots in a segment."""
    starts: int
    """How many slots can be the first place of a key; two segments follow them."""
    bits: int
    """How many bits each number has."""


@inlined
def places(key: int, layout: Layout) -> tuple[int, int, int]:
    """The three slots of a key."""
    hashed = mix(key + word(layout.seed))
    segment = 1 << layout.segment_log2
    within = word(segment - 1)
    first = below(hashed, layout.starts)
    second = (first + segment) ^ integer((hashed >> _SECOND) & within)
    third = (first + 2 * segment) ^ integer(hashed & within)
    return first, second, third


@inlined
def _slot(slots: Bytes, number: int, bits: int) -> int:
    """The content of a slot, which spans at most two neighbouring bytes."""
    place = number * bits
    pair = integer(slots[place // _BYTE]) | (integer(slots[place // _BYTE + 1]) << _BYTE)
    return (pair >> (place % _BYTE)) & ((1 << bits) - 1)


@inlined
def retrieve(key: int, slots: Bytes, layout: Layout) -> int:
    """The number stored for a key."""
    first, second, third = places(key, layout)
    bits = layout.bits
    return _slot(slots, first, bits) ^ _slot(slots, second, bits) ^ _slot(slots, third, bits)


@kernel
def fill(keys: Keys, numbers: Bytes, layout: Layout, values: Bytes) -> bool:
    """Fills ``values``, one for each slot, so that every key gets its number; False if it fails."""
    uses = np.zeros(values.size, dtype=np.uint8)
    mixture = np.zeros(values.size, dtype=np.uint32)
    for i in range(keys.size):
        for slot in places(keys[i], layout):
            if uses[slot] == 255:  # the counter would overflow: a bad seed
                return False
            uses[slot] += 1
            mixture[slot] ^= np.uint32(i)
    aside = np.zeros(keys.size, dtype=np.uint32)
    own = np.zeros(keys.size, dtype=np.uint32)
    count = _set_aside(keys, layout, uses, mixture, aside, own)
    for place in range(count - 1, -1, -1):
        i = aside[place]
        value = numbers[i]
        for slot in places(keys[i], layout):
            if slot != own[place]:
                value ^= values[slot]
        values[own[place]] = value
    return bool(count == keys.size)


@kernel
def _set_aside(
    keys: Keys,
    layout: Layout,
    uses: Bytes,
    mixture: NDArray[np.uint32],
    aside: NDArray[np.uint32],
    own: NDArray[np.uint32],
) -> int:
    """Lists the keys in the order in which they can be set aside, and returns how many.

    ``own`` gets the place of each that no key still waiting has.
    """
    waiting = np.zeros(uses.size, dtype=np.uint32)
    last = 0
    for slot in range(uses.size):
        if uses[slot] == 1:
            waiting[last] = slot
            last += 1
    count = 0
    while last > 0:
        last -= 1
        slot = integer(waiting[last])
        if uses[slot] != 1:
            continue
        i = mixture[slot]
        aside[count], own[count] = i, slot
        count += 1
        for other in places(keys[i], layout):
            uses[other] -= 1
            mixture[other] ^= i
            if uses[other] == 1:
                waiting[last] = other
                last += 1
    return count
