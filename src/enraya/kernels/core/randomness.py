"""A small random number generator for kernels that gives the same numbers on every machine.

Each stream is one 64-bit counter passed through a mixing function (SplitMix64: Steele, Lea and
Flood, "Fast splittable pseudorandom number generators", 2014). A game's stream depends only on the
batch's seed and the game's number, so any part of a batch can be played anywhere.
"""

from enraya.kernels.core.compile import integer, shared, word

GOLDEN = word(0x9E3779B97F4A7C15)
"""2⁶⁴ divided by the golden ratio, made odd: multiples of it spread evenly over all words."""
_MIX_1 = word(0xBF58476D1CE4E5B9)
_MIX_2 = word(0x94D049BB133111EB)
_HALF = word(32)


@shared
def mix(bits: int) -> int:
    """A word whose every bit depends on every bit of the argument."""
    bits = (bits ^ (bits >> word(30))) * _MIX_1
    bits = (bits ^ (bits >> word(27))) * _MIX_2
    return bits ^ (bits >> word(31))


@shared
def stream(seed: int, number: int) -> int:
    """The initial state of the random stream with this number."""
    return mix(seed + GOLDEN) ^ mix(number * GOLDEN + _MIX_1)


@shared
def advance(state: int) -> int:
    """The next state of a stream; `mix` of it is the random word."""
    return state + GOLDEN


@shared
def below(bits: int, bound: int) -> int:
    """A number from 0 to ``bound - 1`` made from the high half of a random word.

    The bias is at most ``bound`` in 2³².
    """
    return integer(((bits >> _HALF) * word(bound)) >> _HALF)
