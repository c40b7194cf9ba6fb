"""Hostile programs: raw system calls, signals, fork bombs and processes that keep running."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from enraya import Position
from enraya.agents.isolated import Allowance
from enraya.agents.isolated.program import ProgramAgent
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from tests.isolation.support import (  # the fixtures apply to the module
    LONG,
    _nothing_is_left,
    mark,
    processes_with,
    sandboxes,
    wait_until_left,
)

__all__ = ["_nothing_is_left", "mark"]

SOURCES = Path(__file__).with_name("programs")
ATTEMPTS = re.findall(r'TRY\("([^"]+)"', (SOURCES / "attempts.c").read_text())
SMALL = Allowance(memory_mb=300, load_seconds=10)
LARGE = Allowance(memory_mb=1000, load_seconds=10)
REFUSED = 1
MOST_COUNTED = 70
"""A few tenths of a second before and after the stop; the whole pause would be more."""


mode = sandboxes("full", "namespaces", "landlock")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the hostile programs, compiled."""
    folder = tmp_path_factory.mktemp("hostile")
    for source in SOURCES.glob("*.c"):
        command = ["gcc", "-w", "-O1", "-pthread", str(source), "-o", str(folder / source.stem)]
        subprocess.run(command, check=True)
    return folder


def agent_of(program: Path, *arguments: str, allowance: Allowance = SMALL) -> ProgramAgent:
    command = [str(program), *arguments]
    return ProgramAgent(command, readable=[str(program.parent)], allowance=allowance)


def test_no_forbidden_system_call_succeeds(programs: Path) -> None:
    assert len(ATTEMPTS) == len(set(ATTEMPTS)) > 50
    with agent_of(programs / "attempts", *ATTEMPTS) as agent:
        move = agent.choose(Position.start(), LONG).move
        if move != REFUSED:
            agent.choose(Position.parse(f"{move}1"), LONG)  # which tells what succeeded


def fault_of(agent: ProgramAgent, moves: tuple[str, ...] = ("",), pause: float = 0) -> AgentFault:
    def play() -> None:
        for text in moves:
            agent.choose(Position.parse(text), LONG)
            time.sleep(pause)

    with agent, pytest.raises(AgentFault) as caught:
        play()
    return caught.value


@pytest.mark.parametrize("kind", ["processes", "threads", "a chain", "pairs of sockets"])
def test_a_fork_bomb_is_contained(programs: Path, kind: str, mode: str, mark: str) -> None:
    fault = fault_of(agent_of(programs / "bomb", kind))
    if mode == "landlock" and kind in ("processes", "a chain"):
        assert "exit code 7" in fault.reason  # it could start none
    elif mode == "landlock" and kind == "pairs of sockets":
        assert "exit code 8" in fault.reason  # it ran out of descriptors
    else:
        words = "sockets" if "sockets" in kind else "threads"
        expected = (f"had more than 64 {words}", "exit code 7", "exit code 9")
        assert any(text in fault.reason for text in expected)  # the kernel or the watch was first
    assert len(processes_with(mark)) <= 2


def test_a_fork_bomb_that_keeps_trying_is_killed(programs: Path, mode: str) -> None:
    """However often the kernel refuses: those that try again leave the watch little time."""
    if mode != "landlock":  # where it can start nothing, and just thinks for too long
        fault = fault_of(agent_of(programs / "bomb", "insistence"))
        assert fault.reason == "had more than 64 threads"


@pytest.mark.slow
def test_a_fork_bomb_ends_with_its_killed_process(programs: Path, mode: str, mark: str) -> None:
    if mode == "landlock":
        return
    code = (
        "from enraya import Position\n"
        "from enraya.agents import Limit\n"
        "from enraya.agents.isolated.program import ProgramAgent\n"
        f"with ProgramAgent([{str(programs / 'bomb')!r}, 'insistence']) as agent:\n"
        "    agent.choose(Position.start(), Limit(seconds=30))\n"
    )
    before = len(processes_with(mark))
    for _ in range(3):
        command = [sys.executable, "-c", code]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            while process.poll() is None and len(processes_with(mark)) < before + 6:
                pass
            process.kill()
        assert len(wait_until_left(mark, before)) <= before


@pytest.mark.parametrize("kind", ["shared memory", "a map of zeros", "watches"])
def test_memory_that_cannot_be_measured_is_refused(programs: Path, kind: str) -> None:
    assert "exit code 7" in fault_of(agent_of(programs / "hoards", kind)).reason


@pytest.mark.parametrize("kind", ["mappings", "inherited pages"])
def test_memory_that_processes_inherit_is_counted(programs: Path, kind: str, mode: str) -> None:
    fault = fault_of(agent_of(programs / "hoards", kind))
    if mode == "landlock":
        assert "exit code 7" in fault.reason  # it starts no process that could inherit
    else:
        assert fault.termination == Termination.MEMORY, fault.reason


@pytest.mark.parametrize("name", ["x kB", ") R 1 1"])
def test_a_process_name_cannot_hide_memory_use(programs: Path, name: str) -> None:
    fault = fault_of(agent_of(programs / "renames", name))
    assert fault.termination == Termination.MEMORY, fault.reason


@pytest.mark.slow
@pytest.mark.parametrize("way", ["by its parent's end", "by its group"])
def test_the_end_of_a_process_does_not_resume_a_stopped_one(
    programs: Path, way: str, mode: str
) -> None:
    """A process with much memory takes a while to end: until after all the others are stopped."""
    if mode == "landlock":
        return
    agent = agent_of(programs / "wakes", way, allowance=LARGE)  # for two that end at once
    fault = fault_of(agent, ("", "47", "4747"), pause=1.5)
    assert fault.termination == Termination.CRASH
    first, *starts = [int(part) for part in re.findall(r"from (\d+)", fault.reason)]
    ends = [int(part) for part in re.findall(r"to (\d+)", fault.reason)]
    assert len(starts) == len(ends) == 2, fault.reason
    for stopped, continued in zip(ends, starts, strict=True):
        assert continued - stopped <= MOST_COUNTED, (first, ends, starts)
