"""Runs the commands of a table as written."""

import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from enraya.reproduce.claim import AND
from tests.cli.running import printed

IN_PROCESS = ("match", "tournament", "sprt", "dataset")
"""Commands that start processes of their own unless told not to; their results are the same."""


class Shell:
    """Runs command lines in one folder, each command once however often it is asked for."""

    def __init__(self) -> None:
        self._outputs: dict[str, str] = {}

    def __call__(self, line: str) -> str:
        """The output of a line of commands joined by ``&&``."""
        return "".join(self._output(command) for command in line.split(AND))

    def _output(self, command: str) -> str:
        if command not in self._outputs:
            words, _, file = command.partition(" > ")
            words, _, source = words.partition(" < ")
            name, *arguments = shlex.split(words)
            assert name == "enraya", command
            engine = ["--engine", "serial"] if arguments[0] in IN_PROCESS else []
            given = Path(source).read_text() if source else ""
            self._outputs[command] = printed(*arguments, *engine, given=given)
            if file:
                Path(file).write_text(self._outputs[command])
        return self._outputs[command]


def make_shell(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """A shell whose files and games stay in the folder."""
    monkeypatch.chdir(folder)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    monkeypatch.setenv("ENRAYA_LANG", "en")
    return Shell()
