"""The same attacks in three languages, compiled and run as agents."""

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from enraya.agents.isolated import Allowance
from enraya.agents.isolated.program import ProgramAgent
from tests.examples.programs import command_of

SOURCES = {"C++": "attempts.cpp", "Java": "Attempts.java", "JavaScript": "attempts.js"}
MEMORY_MB = 300
"""A virtual machine starts with less than half of it."""


@dataclass(frozen=True, slots=True)
class Attacker:
    """A program that attacks, in a folder of its own."""

    language: str
    command: list[str]
    folder: Path

    def arguments(self, names: str, targets: Mapping[str, object]) -> list[str]:
        """The command with what it is to try, and where."""
        given = {**targets, "own": self.folder / "own", "command": ""}
        return [*self.command, names, *(f"{key}={value}" for key, value in given.items())]

    def agent(self, names: str, targets: Mapping[str, object] | None = None) -> ProgramAgent:
        """The agent that makes these attempts, or behaves in some way."""
        return ProgramAgent(
            self.arguments(names, targets or {}),
            readable=[str(self.folder)],
            allowance=Allowance(memory_mb=MEMORY_MB),
            variables={"OPENSSL_CONF": "/dev/null"},  # which Node cannot do without
        )


def compiled(language: str, folder: Path) -> Attacker:
    """The program of this language, with a file that it may read."""
    source = folder / SOURCES[language]
    shutil.copy(Path(__file__).with_name(source.name), source)
    (folder / "own").write_text("what it may read")
    return Attacker(language, command_of(source, folder), folder)
