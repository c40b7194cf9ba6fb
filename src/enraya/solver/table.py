"""The transposition tables of a solver: one array of words, shared by all its threads.

It holds three tables. Positions near the end of the game go to a small one that stays in the
processor's cache; other positions of a small search go to a middle one; the large one is only for
large searches, so that small ones never wait for cold memory.
"""

import numpy as np

from enraya.errors import InvalidSetting
from enraya.kernels.core.memory import make_words
from enraya.kernels.solver.table import MAX_TAG_BITS, MULTIPLIER, WAYS_LOG2
from enraya.platform import memory_mb
from enraya.rules import RuleSet

NEAR_WORDS_LOG2 = 15
MIDDLE_WORDS_LOG2 = 19
MIN_TABLE_MB = 4
"""The smallest table: with fewer buckets, positions of the largest boards could share an entry."""
_MIN_TAG_BITS = 32
_KEY_BITS_BY_BUCKET = 7
_WORD_BYTES_LOG2 = 3
_HUGE_PAGE_WORDS = 1 << 18  # 2 MB; tables start on such a boundary so that huge pages can be used


class PositionTable:
    """The array with a solver's tables; the number of words in the large one is a power of two.

    Raises:
        InvalidSetting: if it would be too small, or there is not enough memory.
    """

    def __init__(self, megabytes: int) -> None:
        if megabytes < MIN_TABLE_MB:
            raise InvalidSetting(
                f"a table of {megabytes} MB is too small; {MIN_TABLE_MB} are needed"
            )
        memory = memory_mb()
        if memory is not None and megabytes > memory:
            raise InvalidSetting(
                f"a table of {megabytes} MB does not fit into {memory} MB of memory"
            )
        self.middle_base = 1 << NEAR_WORDS_LOG2
        self.large_base = self.middle_base + (1 << MIDDLE_WORDS_LOG2)
        self.large_words_log2 = (megabytes << 20 - _WORD_BYTES_LOG2).bit_length() - 1
        count = self.large_base + (1 << self.large_words_log2)
        try:
            words = make_words(count, alignment=_HUGE_PAGE_WORDS)
        except MemoryError:
            raise InvalidSetting(f"there is no memory for a table of {megabytes} MB") from None
        self.address = int(words.ctypes.data)
        words[: self.large_base] = 0  # in memory now, not page by page in the first search
        self.near = words[: self.middle_base]
        self.middle = words[self.middle_base : self.large_base]
        self.large = words[self.large_base :]


def bucket_shift(words_log2: int) -> int:
    """How far right to shift a hash, so that the rest is the number of a bucket.

    The table has ``2**words_log2`` words.
    """
    return 64 - (words_log2 - WAYS_LOG2)


def _key_bits(rules: RuleSet) -> int:
    """How many bits a key takes."""
    return rules.columns * (rules.rows + 1)


def tag_bits(rules: RuleSet) -> int:
    """How many bits of the hash an entry keeps; the number of its bucket tells the rest."""
    return min(MAX_TAG_BITS, max(_key_bits(rules) - _KEY_BITS_BY_BUCKET, _MIN_TAG_BITS))


def key_fits(rules: RuleSet, words_log2: int) -> bool:
    """Whether tag and bucket together tell all keys apart in a table of ``2**words_log2`` words.

    Keys that differ only above the tag have hashes that differ by a multiple of the multiplier;
    they must never fall into one bucket.
    """
    if rules.geometry.wide:
        return True
    tag, shift = tag_bits(rules), bucket_shift(words_log2)
    steps = np.arange(1, 1 << max(0, _key_bits(rules) - tag), dtype=np.uint64)
    with np.errstate(over="ignore"):
        apart = (steps << np.uint64(tag)) * np.uint64(MULTIPLIER)
        nearest = np.minimum(apart, ~apart)
    return bool(np.all(nearest >= np.uint64(1 << shift)))
