"""Running the command line as a user does."""

import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from enraya.cli import app, main
from tests.processes import hear_ctrl_c

COMMAND = (sys.executable, "-m", "enraya")


class Stream(io.StringIO):
    """Input or output that may be a terminal."""

    def __init__(
        self, text: str = "", *, is_terminal: bool = True, encoding: str = "utf-8"
    ) -> None:
        super().__init__(text)
        self._is_terminal, self._encoding = is_terminal, encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]  # of a text that has none
        """As it was given."""
        return self._encoding

    def isatty(self) -> bool:
        """As it was given."""
        return self._is_terminal


def enraya(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """What `enraya ARGUMENTS` answers to this input in this process: its exit code, its output."""
    content = given if isinstance(given, bytes) else given.encode()
    streams = [io.TextIOWrapper(io.BytesIO(part), "utf-8") for part in (content, b"", b"")]
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv = ["enraya", *arguments]
    sys.stdin, sys.stdout, sys.stderr = streams
    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
    return subprocess.CompletedProcess(
        arguments,
        code if isinstance(code, int) else int(code is not None),
        *map(_text, streams[1:]),
    )


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def in_a_process(*arguments: str, given: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """The same in a process of its own, with real pipes."""
    content = given if isinstance(given, bytes) else given.encode()
    done = subprocess.run([*COMMAND, *arguments], input=content, capture_output=True, check=False)
    return subprocess.CompletedProcess(
        done.args, done.returncode, done.stdout.decode(), done.stderr.decode()
    )


def started(*arguments: str, **variables: str) -> "subprocess.Popen[str]":
    """A command in a process of its own, with pipes and these variables, that hears Ctrl-C."""
    return subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **variables},
        preexec_fn=hear_ctrl_c,
    )


def printed(*arguments: str, given: str = "") -> str:
    """What a command prints in this process; what it refuses is raised, as `main` expects."""
    return _run(arguments, given).stdout


def answer(*arguments: str) -> Any:
    """What a command tells programs in this process."""
    return json.loads(printed(*arguments, "--json"))


def warnings_of(*arguments: str) -> str:
    """What a command that succeeds in this process prints on standard error."""
    return _run(arguments).stderr


def _run(arguments: Sequence[str], given: str = "") -> Result:
    result = CliRunner().invoke(app, list(arguments), input=given)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result


def cells(*arguments: str) -> list[list[str]]:
    """The cells of the table that a command prints where there is room for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "200")
        lines = printed(*arguments).splitlines()
    return [re.split(r" +│ +", line.strip("│ ")) for line in lines if line.startswith("│")]
