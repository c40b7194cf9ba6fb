"""The pass with NUMBA_BOUNDSCHECK=1 can fail: an index out of range is really noticed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kernels.core.out_of_range import CASES


@pytest.mark.slow
@pytest.mark.parametrize("disable_jit", ["0", "1"])
def test_an_index_out_of_range_is_noticed(disable_jit: str, tmp_path: Path) -> None:
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
