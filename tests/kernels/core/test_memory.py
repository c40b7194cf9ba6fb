"""Words of memory by address, and the checked build, in which an index out of range is noticed."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from enraya.kernels.core.compile import kernel, word
from enraya.kernels.core.memory import load, make_words, prefetch, save
from tests.kernels.core.out_of_range import CASES


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


@pytest.mark.slow
@pytest.mark.parametrize("disable_jit", ["0", "1"])
def test_an_index_out_of_range_is_detected(disable_jit: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "NUMBA_DISABLE_JIT": disable_jit,
        "NUMBA_CACHE_DIR": "",
        "ENRAYA_CACHE_DIR": str(tmp_path),
    }
    finished = subprocess.run(
        [sys.executable, "-m", "tests.kernels.core.out_of_range"],
        cwd=Path(__file__).parents[3],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.stdout.splitlines() == [f"{case[0].__name__} False True" for case in CASES], (
        finished.stderr
    )
