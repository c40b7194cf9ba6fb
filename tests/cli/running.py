"""Running the command line as a user does."""

import subprocess
import sys
from collections.abc import Sequence

from typer.testing import CliRunner, Result

from enraya.cli import app
from enraya.errors import EnrayaError


def enraya(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """What `enraya ARGUMENTS` answers to this input, in its own process with real pipes."""
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


def printed(*arguments: str, given: str = "") -> str:
    """What a command prints in this process; what it refuses is raised, as `main` expects."""
    return _run(arguments, given).stdout


def warnings_of(*arguments: str) -> str:
    """What a command that succeeds in this process prints on standard error."""
    return _run(arguments).stderr


def _run(arguments: Sequence[str], given: str = "") -> Result:
    result = CliRunner().invoke(app, list(arguments), input=given)
    if isinstance(result.exception, EnrayaError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result
