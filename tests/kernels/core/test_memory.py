"""Words of memory by address."""

import numpy as np
import pytest

from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.memory import load, make_words, prefetch, save


@kernel
def read_and_write(address: int, index: int, value: int) -> int:
    before = load(word(address), index)
    save(word(address), index, word(value))
    prefetch(word(address), index)
    return before


def test_words_of_memory_are_read_and_written_by_index() -> None:
    words = make_words(10)
    words[:] = np.arange(10)
    assert read_and_write(words.ctypes.data, 7, 99) == 7
    assert words.tolist() == [0, 1, 2, 3, 4, 5, 6, 99, 8, 9]
    assert load(words.ctypes.data, 3) == 3
    save(words.ctypes.data, 3, 5)
    assert words[3] == 5


@pytest.mark.parametrize("alignment", [1, 8, 512])
@pytest.mark.parametrize("count", [1, 10, 1000])
def test_new_words_are_zero_and_aligned(count: int, alignment: int) -> None:
    words = make_words(count, alignment)
    assert words.tolist() == [0] * count
    assert words.ctypes.data % (8 * alignment) == 0
