"""The trial reports which attempts an agent makes and which the sandbox blocks."""

from pathlib import Path

import pytest

from enraya.agents.host.sandbox_trial import (
    ATTEMPTS,
    PROGRAM,
    PYTHON,
    names_of,
    planned,
    try_attempts,
)
from enraya.agents.isolated.process import LAUNCHER

SOURCE = '''
TARGETS, ATTEMPT = {}, ""

def read_a_file():
    """Reads a secret.

    More about it.
    """
    open(TARGETS["secret"]).read()

def do_nothing():
    """Succeeds everywhere."""

def _helper():
    """No attempt."""

def choose(position, limit):
    try:
        globals()[ATTEMPT]()
    except OSError:
        return 1
    return 2
'''


def test_attempts_are_listed_with_their_descriptions() -> None:
    found = names_of(SOURCE)
    assert found == {"read_a_file": "Reads a secret.", "do_nothing": "Succeeds everywhere."}
    assert all(names_of(ATTEMPTS.read_text()).values()), "each says what it tries"


@pytest.mark.parametrize(("mode", "held"), [("full", True), ("off", False)])
def test_an_attempt_is_reported_as_blocked_or_successful(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, held: bool
) -> None:
    source = tmp_path / "source.py"
    source.write_text(SOURCE)
    LAUNCHER.stop()
    monkeypatch.setenv("ENRAYA_SANDBOX", mode)
    try:
        tried = {(attempt.by, attempt.name): attempt.held for attempt in try_attempts(source)}
    finally:
        LAUNCHER.stop()
    assert tried == {
        (by, name): result
        for by in (PYTHON, PROGRAM)
        for name, result in (("read_a_file", held), ("do_nothing", False))
    }


def test_programs_try_every_attempt_except_what_they_are_allowed() -> None:
    names = {by: {name for name, _, who in planned() if who == by} for by in (PYTHON, PROGRAM)}
    assert names[PYTHON] - names[PROGRAM] == {"start_a_process", "become_another_program"}
    assert names[PROGRAM] < names[PYTHON]
