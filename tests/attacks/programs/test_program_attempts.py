"""The sandbox blocks programs in other languages as it blocks agents in Python."""

import subprocess

import pytest

from enraya import Position
from enraya.agents.host.sandbox_trial import _targets
from tests.attacks.programs.attackers import SOURCES, Attacker
from tests.isolation.support import LONG

HARMLESS = (
    "read_a_secret",
    "read_the_passwords",
    "list_the_home",
    "change_a_file",
    "write_to_a_pipe",
    "connect_over_the_network",
    "connect_to_a_socket_file",
    "signal_another_process",
    "look_into_another_process",
    "remove_a_file",
)
"""What every attacker can do without a sandbox, on targets of the test's own."""


@pytest.mark.slow
@pytest.mark.parametrize("language", SOURCES)
def test_the_sandbox_blocks_every_attempt_of_a_program(
    language: str, attackers: dict[str, Attacker]
) -> None:
    with _targets() as targets, attackers[language].agent("all", targets.values) as agent:
        before = targets.reached()
        assert agent.choose(Position.start(), LONG).move == 1
        assert targets.reached() == before


@pytest.mark.slow
@pytest.mark.parametrize("language", SOURCES)
def test_the_attempts_succeed_without_a_sandbox(
    language: str, attackers: dict[str, Attacker], mode: str
) -> None:
    if mode != "full":
        return  # once is enough
    with _targets() as targets:
        command = attackers[language].arguments(",".join(HARMLESS), targets.values)
        done = subprocess.run(command, input="\n", capture_output=True, text=True, check=False)
        succeeded = {line.removeprefix("succeeded: ") for line in done.stderr.splitlines()}
        assert succeeded == set(HARMLESS)
        assert targets.reached() > 0
