"""The process of an agent in the sandbox: takes on its limits, then answers one move at a time."""

import os
import tempfile
from contextlib import suppress
from typing import Any, NoReturn

from enraya.agents import parse_agent
from enraya.agents.agent import prepare as prepare_agent
from enraya.agents.isolated.answering import answer_all
from enraya.agents.isolated.compiling import leave_the_cache_alone, load_the_compiler
from enraya.game.position import Position
from enraya.isolation.sandbox.linux import show_as
from enraya.isolation.sandbox.restrictions import open_reserve, restrict
from enraya.isolation.sandbox.root import SCRATCH

_WARM = ("alphabeta", "search", "mcts(reuse=true)")
"""What users' agents build on; loaded ahead of time, so that no game waits for it."""


def prepare() -> None:
    """Loads what agents need, once, before the first is forked."""
    load_the_compiler()
    for spec in _WARM:
        prepare_agent(parse_agent(spec, 0), Position.start().rules)


def run_agent(request: dict[str, Any], questions: int, answers: int) -> NoReturn:
    """Plays until nobody asks for moves; the caller has set up the standard streams."""
    show_as("enraya-agent")
    with suppress(OSError):  # when nobody is listening
        _answer_all(request, questions, answers)
    os._exit(0)


def _answer_all(request: dict[str, Any], questions: int, answers: int) -> None:
    leave_the_cache_alone()
    _settle(request)
    restrict(request)
    with os.fdopen(questions) as lines:
        answer_all(request, lines, answers, open_reserve)


def _settle(request: dict[str, Any]) -> None:
    """Makes the agent's folder the working directory, and its scratch the home, if it has one."""
    with suppress(OSError):  # it may not exist in the agent's own root
        os.chdir(request["folder"])
    if request["own_root"]:
        os.environ |= {"TMPDIR": SCRATCH, "HOME": SCRATCH}
        tempfile.tempdir = SCRATCH
