"""Waiting for an agent's answer, with the agent's end of the pipe in the test's hands."""

import json
import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from enraya.game.record import Termination
from enraya.isolation import DEFAULT_ALLOWANCE
from enraya.isolation import conversation as conversation_module
from enraya.isolation.conversation import Conversation
from enraya.isolation.faults import AgentFault
from enraya.isolation.forkserver import _fork
from enraya.isolation.launcher import Line
from enraya.texts import Sentence

SECONDS = 0.2
LATE = Sentence("fault.loading", seconds=SECONDS)


@contextmanager
def meanwhile(action: Callable[[], object]) -> Iterator[None]:
    """Repeats an action in another thread."""
    over = threading.Event()

    def repeat() -> None:
        while not over.is_set():
            action()

    thread = threading.Thread(target=repeat)
    thread.start()
    yield
    over.set()
    thread.join()


def take_one_back(write_end: int, read_end: int) -> None:
    os.write(write_end, b" ")
    with suppress(BlockingIOError):
        os.read(read_end, 1)


def end_when_told(control: socket.socket) -> None:
    control.recv(1)
    control.close()


def test_reading_does_not_block_when_an_agent_takes_its_answer_back() -> None:
    their_questions, questions = os.pipe()
    answers, their_answers = os.pipe()
    control, their_control = socket.socketpair()
    again = os.open(f"/proc/self/fd/{their_answers}", os.O_RDONLY | os.O_NONBLOCK)
    conversation = Conversation(Line(questions, answers, control), DEFAULT_ALLOWANCE)
    assert not os.get_blocking(answers)  # the race below is lost only now and then
    thief = meanwhile(lambda: take_one_back(their_answers, again))
    watch = threading.Thread(target=end_when_told, args=(their_control,))
    watch.start()
    with thief, pytest.raises(AgentFault) as caught:
        conversation.receive(SECONDS, LATE)
    watch.join()
    for end in (their_questions, their_answers, again):
        os.close(end)
    assert caught.value.termination == Termination.TIMEOUT


def test_a_fault_report_that_replaces_a_reply_is_read_completely(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(conversation_module, "_ACCOUNT_SECONDS", SECONDS)
    their_questions, questions = os.pipe()
    answers, their_answers = os.pipe()
    control, their_control = socket.socketpair()
    account = {"cause": "end", "status": 3, "tail": "", "memory_mb": 1}
    os.write(their_answers, b"{}\n")  # it answers and ends, and the watch says so before it closes
    their_control.sendall(json.dumps(account).encode())
    conversation = Conversation(Line(questions, answers, control), DEFAULT_ALLOWANCE)
    conversation.receive_line(SECONDS, LATE)
    with pytest.raises(AgentFault, match="exit code 3"):
        conversation.ask({}, SECONDS, LATE)
    their_control.close()
    for end in (their_questions, their_answers):
        os.close(end)


def test_a_fork_server_that_cannot_fork_reports_it_to_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> int:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(os, "fork", refuse)
    game, watch = socket.socketpair()
    with game, watch:
        assert _fork(watch.fileno()) is None
        assert json.loads(game.recv(1000))["cause"] == "broken"
