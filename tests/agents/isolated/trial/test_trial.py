"""The trial notices what an agent does, and what it is kept from."""

from pathlib import Path

import pytest

from enraya.agents.isolated.agent import LAUNCHER
from enraya.agents.isolated.trial.trial import ATTEMPTS, names_of, try_attempts

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


def test_attempts_are_found_by_their_names() -> None:
    found = names_of(SOURCE)
    assert found == {"read_a_file": "Reads a secret.", "do_nothing": "Succeeds everywhere."}
    assert all(names_of(ATTEMPTS.read_text()).values()), "each says what it tries"


@pytest.mark.parametrize(("mode", "held"), [("full", True), ("off", False)])
def test_an_attempt_is_held_or_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, held: bool
) -> None:
    source = tmp_path / "source.py"
    source.write_text(SOURCE)
    LAUNCHER.stop()
    monkeypatch.setenv("ENRAYA_SANDBOX", mode)
    try:
        tried = {attempt.name: attempt.held for attempt in try_attempts(source)}
    finally:
        LAUNCHER.stop()
    assert tried == {"read_a_file": held, "do_nothing": False}
