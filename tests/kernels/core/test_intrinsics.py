"""Intrinsics against their definitions."""

import pytest

from enraya.kernels.core.compile import word
from enraya.kernels.core.intrinsics import (
    bit_length,
    lowest,
    lowest_index,
    popcount,
    without_lowest,
)
from tests.kernels.support import random_words

WORDS = [2, 3, 2**63, 2**64 - 2, *random_words(seed=1, count=50)]


@pytest.mark.parametrize("bits", WORDS)
def test_intrinsics_agree_with_their_definitions(bits: int) -> None:
    indexes = [index for index in range(64) if bits >> index & 1]
    smallest = 1 << indexes[0] if indexes else 0
    for value in (bits, word(bits)):
        assert popcount(value) == len(indexes)
        assert bit_length(value) == (indexes[-1] + 1 if indexes else 0)
        assert lowest_index(value) == (indexes[0] if indexes else 64)
        assert lowest(word(bits)) == smallest
        assert without_lowest(word(bits)) == bits - smallest
