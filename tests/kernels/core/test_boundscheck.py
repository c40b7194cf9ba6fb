"""The pass with NUMBA_BOUNDSCHECK=1 can fail: an index out of range is really noticed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import numpy as np
from enraya.kernels.core.compile import word
from enraya.kernels.core.board import Board
from enraya.kernels.games.playouts import playouts
from enraya.rules import parse_rules

rules = parse_rules("classic")
empty = Board(word(0), word(0), word(0), 0)
results, lengths = np.zeros(8, np.int8), np.zeros({room}, np.int32)
try:
    playouts(rules.numbers, rules.kernel_geometry, empty, word(1), 0, results, lengths)
except IndexError:
    print("IndexError")
else:
    print("no error")
"""


@pytest.mark.slow
@pytest.mark.parametrize(("room", "answer"), [(3, "IndexError"), (8, "no error")])
def test_an_index_out_of_range_is_noticed(room: int, answer: str, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "NUMBA_BOUNDSCHECK": "1",
        "NUMBA_DISABLE_JIT": "0",
        "NUMBA_CACHE_DIR": "",
        "ENRAYA_CACHE_DIR": str(tmp_path),
    }
    finished = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(room=room)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert finished.stdout.split("\n")[0] == answer
