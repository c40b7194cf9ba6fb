"""Kernels cached by another process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from enraya.kernels import kernel_folder
from tests.kernels.support import IS_COMPILED

pytestmark = pytest.mark.skipif(not IS_COMPILED, reason="nothing is compiled")

KERNEL = """
from enraya.kernels.core.compile import kernel

@kernel
def doubled(number):
    return 2 * number

print(doubled(21))
"""


def run(code: str, home: Path, kernels: str | Path) -> subprocess.CompletedProcess[str]:
    """Runs Python with the home and the kernels that a program in a sandbox would have."""
    variables = {name: value for name, value in os.environ.items() if "CACHE_DIR" not in name}
    variables |= {"HOME": str(home), "XDG_CACHE_HOME": str(home), "ENRAYA_KERNELS": str(kernels)}
    return subprocess.run(
        [sys.executable, "-c", code],
        env={**variables, "NUMBA_DEBUG_CACHE": "1"},
        cwd=home,
        capture_output=True,
        text=True,
        check=True,
    )


def test_a_process_without_a_home_folder_reads_the_kernel_cache_of_its_host(tmp_path: Path) -> None:
    code = "from enraya.cli import main; import sys; sys.argv = ['enraya', 'perft', '4']; main()"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # compiles once
    done = run(code, tmp_path, kernel_folder())
    assert "data loaded from" in done.stdout
    assert "saved" not in done.stdout
    assert not list(tmp_path.iterdir())


def test_an_uncached_kernel_is_compiled_but_not_saved(tmp_path: Path) -> None:
    home, kernels = tmp_path / "home", tmp_path / "kernels"
    home.mkdir()
    kernels.mkdir()
    source = tmp_path / "doubling.py"
    source.write_text(KERNEL)
    done = run(f"import runpy; runpy.run_path({str(source)!r})", home, kernels)
    assert "42" in done.stdout.split()
    assert not [*home.iterdir(), *kernels.iterdir()]
