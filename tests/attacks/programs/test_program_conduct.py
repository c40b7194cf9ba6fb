"""Programs that hoard, flood, hang or cheat: each ends in time with the right fault."""

import time
from contextlib import suppress

import pytest

from enraya import Position
from enraya.agents import Limit
from enraya.agents.isolated.program import ProgramAgent
from enraya.game.record import Termination
from enraya.isolation.consumption import processor_seconds
from enraya.isolation.faults import AgentFault
from tests.attacks.programs.attackers import Attacker
from tests.isolation.support import LONG, SHORT, processes_with

CPP, JAVA, NODE = "C++", "Java", "JavaScript"
ALL = (CPP, JAVA, NODE)
Case = tuple[tuple[str, ...], str]


def for_each_language(cases: list[Case]) -> list[tuple[str, str]]:
    """The cases as pairs of a language and a conduct."""
    return [(language, name) for languages, name in cases for language in languages]


def play_twice(agent: ProgramAgent, limit: Limit) -> None:
    """Two turns of an agent that fails in one of them."""
    first = agent.choose(Position.start(), limit).move
    agent.choose(Position.start().play(first).play(7), limit)


def fault_of(attacker: Attacker, name: str, limit: Limit = LONG) -> AgentFault:
    """The fault of a program that behaves like this."""
    with attacker.agent(name) as agent, pytest.raises(AgentFault) as caught:
        play_twice(agent, limit)
    return caught.value


BLAMED: dict[str, tuple[tuple[str, ...], list[tuple[Termination, str]]]] = {
    "hoards_memory": (ALL, [(Termination.MEMORY, "memory")]),
    "hoards_memory_outside_the_heap": ((JAVA, NODE), [(Termination.MEMORY, "memory")]),
    "floods_its_answers": (ALL, [(Termination.OUTPUT, "a line of more than 1000 bytes")]),
    "floods_its_answers_with_lines": ((CPP,), [(Termination.ILLEGAL_MOVE, "before")]),
    "floods_its_errors": (ALL, [(Termination.OUTPUT, "1,000,000 bytes")]),
    "starts_threads": (
        ALL,
        [
            (Termination.CRASH, "threads"),
            (Termination.CRASH, "Resource temporarily unavailable"),  # it met the kernel's limit
            (Termination.ILLEGAL_MOVE, "Failed to start thread"),  # and Java complained of it
            (Termination.MEMORY, "memory"),
        ],
    ),
    "answers_twice": (ALL, [(Termination.ILLEGAL_MOVE, "before")]),
    "fails": ((JAVA, NODE), [(Termination.CRASH, "a bad state")]),
    "crashes": ((CPP,), [(Termination.CRASH, "SIGSEGV")]),
}
"""The languages that do it, and what they may be blamed for."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "name"), for_each_language([(case[0], name) for name, case in BLAMED.items()])
)
def test_a_program_gets_the_fault_it_caused(
    language: str, name: str, attackers: dict[str, Attacker]
) -> None:
    fault = fault_of(attackers[language], name)
    assert any(
        fault.termination == termination and words in fault.reason
        for termination, words in BLAMED[name][1]
    ), (fault.termination, fault.reason)


PROCESSES: list[tuple[tuple[str, ...], str, Termination]] = [
    (ALL, "starts_processes", Termination.CRASH),
    ((CPP,), "hoards_memory_in_processes", Termination.MEMORY),
    ((CPP,), "kills_itself", Termination.CRASH),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "name", "termination"),
    [(language, *case) for languages, *case in PROCESSES for language in languages],
)
def test_the_processes_of_a_program_count_as_its_own(
    language: str, name: str, termination: Termination, mode: str, attackers: dict[str, Attacker]
) -> None:
    if mode == "landlock":
        with suppress(AgentFault), attackers[language].agent(name) as agent:
            play_twice(agent, LONG)  # it starts none and kills none
    else:
        fault = fault_of(attackers[language], name)
        assert fault.termination == termination, fault.reason


LATE: list[Case] = [
    ((CPP,), "ignores_every_signal"),
    ((CPP,), "stops_itself"),
    ((CPP,), "closes_everything"),
    ((CPP,), "answers_half_a_line"),
    ((JAVA, NODE), "sleeps"),
    ((JAVA,), "hangs_at_its_end"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), for_each_language(LATE))
def test_waiting_for_a_program_times_out(
    language: str, name: str, attackers: dict[str, Attacker]
) -> None:
    fault = fault_of(attackers[language], name, SHORT)
    assert fault.termination == Termination.TIMEOUT, fault.reason


LEAVING: list[Case] = [
    (ALL, "leaves_a_process"),
    ((CPP,), "leaves_a_chain_of_processes"),
    ((CPP,), "kills_all_processes"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), for_each_language(LEAVING))
def test_no_process_of_a_program_outlives_its_game(
    language: str, name: str, mode: str, attackers: dict[str, Attacker]
) -> None:
    """The fixture of the module looks for what is left."""
    with attackers[language].agent(name) as agent:
        if mode == "full":
            play_twice(agent, LONG)
        else:
            with suppress(AgentFault):
                play_twice(agent, LONG)


MOST_THOUGHT = 0.3
"""Seconds on a processor, some of them the watch's own."""
THINKING: list[Case] = [
    (ALL, "thinks_in_a_thread"),
    (ALL, "thinks_in_a_process"),
    ((CPP,), "thinks_in_a_session_of_its_own"),
    ((CPP,), "thinks_when_woken"),
    ((CPP,), "continues_its_parent"),
    ((NODE,), "thinks_between_its_moves"),
]


def thought(mark: str) -> float:
    """The seconds that these agents have had on a processor."""
    total = 0.0
    for number in processes_with(mark):
        with suppress(OSError):  # ended meanwhile
            total += processor_seconds(number)
    return total


@pytest.mark.slow
@pytest.mark.parametrize(("language", "name"), for_each_language(THINKING))
def test_no_program_thinks_on_its_opponents_time(
    language: str, name: str, mode: str, attackers: dict[str, Attacker], mark: str
) -> None:
    with attackers[language].agent(name) as agent:
        try:
            agent.choose(Position.start(), LONG)
        except AgentFault:
            assert mode == "landlock"  # where it starts no process
            return
        before = thought(mark)
        time.sleep(0.6)
        assert thought(mark) - before < MOST_THOUGHT
