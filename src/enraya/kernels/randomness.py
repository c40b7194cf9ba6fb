"""A small random generator for kernels, the same on every machine.

Each stream is one 64-bit counter passed through a mixing function (SplitMix64: Steele, Lea and
Flood, "Fast splittable pseudorandom number generators", 2014). A game takes its stream from the
batch's seed and its own number, so any part of a batch can be played anywhere.
"""

import numpy as np

from enraya.kernels.compile import shared

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_HALF = np.uint64(32)


@shared
def mix(word: np.uint64) -> np.uint64:
    """A word whose every bit depends on every bit of the argument."""
    word = (word ^ (word >> np.uint64(30))) * _MIX_1
    word = (word ^ (word >> np.uint64(27))) * _MIX_2
    return word ^ (word >> np.uint64(31))


@shared
def stream(seed: np.uint64, number: np.uint64) -> np.uint64:
    """The start of the random stream with this number."""
    return mix(seed + _GOLDEN) ^ mix(number * _GOLDEN + _MIX_1)


@shared
def advance(state: np.uint64) -> np.uint64:
    """The next state of a stream; `mix` of it is the random word."""
    return state + _GOLDEN


@shared
def below(word: np.uint64, bound: int) -> int:
    """A number from 0 to ``bound - 1`` made from the high half of a random word.

    The bias is at most ``bound`` in 2³².
    """
    return np.int64(((word >> _HALF) * np.uint64(bound)) >> _HALF)
