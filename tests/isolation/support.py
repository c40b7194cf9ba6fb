"""Helpers for isolated agents, which count processes and check that none is left."""

import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from enraya import Position
from enraya.agents import Limit
from enraya.agents.isolated import Allowance, IsolatedAgent, protection
from enraya.agents.isolated.process import LAUNCHER
from enraya.agents.text.spec import AgentSpec, parse_spec
from enraya.isolation.faults import AgentFault

HOSTILE = Path(__file__).parents[1] / "attacks" / "hostile.py"
FAIL_WHILE_LOADING = ("hangs_at_import", "import_fails")
MARK = "LC_TEST_MARK"
SHORT = Limit(seconds=0.3)
LONG = Limit(seconds=30)
"""Enough for agents that answer at once, on a busy machine."""
SMALL = Allowance(memory_mb=300)
HELLO = "def choose(position, limit):\n    return 4\n"


def processes_with(mark: str) -> list[int]:
    """The living processes with this text in their environment.

    Not the one in which Python tracks what this process shares with its workers: it ends with it.
    """
    found = []
    for entry in Path("/proc").iterdir():
        try:
            environment = (entry / "environ").read_bytes() if entry.name.isdecimal() else b""
            is_ours = f"{MARK}={mark}".encode() in environment
            if is_ours and b"resource_tracker" not in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue  # ended meanwhile, or is not ours
    return found


def processes_named(mark: str, *names: str) -> list[int]:
    """Those of them with one of these names, or with one in their command."""
    found = []
    for number in processes_with(mark):
        files = Path(f"/proc/{number}")
        with suppress(OSError):  # ended meanwhile
            command = (files / "cmdline").read_text()
            is_named = (files / "comm").read_text().strip() in names
            if is_named or any(name in command for name in names):
                found.append(number)
    return found


def wait_until_left(mark: str, expected: int) -> list[int]:
    """What is left once no more than expected are, or after a while."""
    deadline = time.monotonic() + 20
    while len(processes_with(mark)) > expected and time.monotonic() < deadline:
        time.sleep(0.02)
    return processes_with(mark)


@pytest.fixture(scope="module", autouse=True)
def mark() -> Iterator[str]:
    """A text that every process of these agents has in its environment."""
    text = uuid4().hex
    LAUNCHER.stop()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MARK, text)
        yield text
        LAUNCHER.stop()
        assert wait_until_left(text, 0) == []


@pytest.fixture(autouse=True)
def _nothing_is_left(mark: str) -> Iterator[None]:
    yield
    left = wait_until_left(mark, 1)
    assert len(left) <= 1, "more than the fork server is left"


def sandboxes(*modes: str) -> Any:
    """A fixture, of that name in its module: the tests there meet each of these sandboxes."""

    @pytest.fixture(scope="module", params=modes, autouse=True)
    def mode(request: pytest.FixtureRequest, mark: str) -> Iterator[str]:  # noqa: ARG001  # before it
        LAUNCHER.stop()
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ENRAYA_SANDBOX", request.param)
            assert protection().is_sandbox
            yield request.param
            LAUNCHER.stop()

    return mode


def written(folder: Path, code: str) -> AgentSpec:
    path = folder / "mine.py"
    path.write_text(code)
    return parse_spec(f"file:{path}")


def hostile(folder: Path, name: str) -> AgentSpec:
    """One of the hostile agents, in a file of this name in the folder."""
    path = folder / f"{name}.py"
    ending = f"{name}()" if name in FAIL_WHILE_LOADING else f"choose = {name}"
    path.write_text(f"{HOSTILE.read_text()}\n\n{ending}\n")
    return parse_spec(f"file:{path}")


def fault_of(spec: AgentSpec, limit: Limit = SHORT, allowance: Allowance = SMALL) -> AgentFault:
    """The fault of an agent at its first move."""
    with IsolatedAgent(spec, 1, allowance=allowance) as agent, pytest.raises(AgentFault) as caught:
        agent.choose(Position.start(), limit)
    return caught.value
