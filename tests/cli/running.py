"""Running the command line as a user does: in a process of its own, with real pipes."""

import subprocess
import sys


def enraya(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """What `enraya ARGUMENTS` answers to this input."""
    content = given if isinstance(given, bytes) else given.encode()
    done = subprocess.run(
        [sys.executable, "-c", "from enraya.cli import main; main()", *arguments],
        input=content,
        capture_output=True,
        check=False,
    )
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )
