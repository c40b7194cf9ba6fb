"""`enraya serve` refuses to run other people's code where nothing protects the machine."""

import os
import subprocess
import sys

import pytest

ENRAYA = [sys.executable, "-c", "from enraya.cli import main; main()"]


@pytest.mark.slow
def test_uploads_without_a_sandbox_are_refused() -> None:
    done = subprocess.run(
        [*ENRAYA, "serve", "--allow-uploads"],
        env=os.environ | {"ENRAYA_SANDBOX": "off"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2
    assert "uploads need a sandbox, and there is none here" in done.stderr
    assert "--unsafe" in done.stderr
    assert "Traceback" not in done.stderr
