"""The process of an agent: takes on its limits, runs the file, then answers one move at a time.

Questions and answers are lines of JSON on their own pipes, so what the agent prints cannot be taken
for an answer.
"""

import json
import os
import random
import sys
import tempfile
from contextlib import suppress
from typing import Any, NoReturn

import numpy as np

from enraya.agents import Agent, Choice, Limit, check_rules, parse_agent
from enraya.agents.agent import prepare as prepare_agent
from enraya.agents.agent import tell_clock
from enraya.agents.isolated.blame import blame, user_files
from enraya.agents.isolated.compiling import leave_the_cache_alone
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.sandbox.linux import show_as
from enraya.isolation.sandbox.restrictions import open_reserve, restrict
from enraya.isolation.sandbox.root import SCRATCH
from enraya.rules import parse_rules

_WARM = ("alphabeta", "search", "mcts(reuse=true)")
"""What users' agents build on; loaded ahead of time, so that no game waits for it."""


def prepare() -> None:
    """Loads what agents need, once, before the first is forked."""
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
    loaded = _load(request)
    if isinstance(loaded, dict):
        _send(answers, loaded)
        return
    _send(answers, {"ready": True})
    with os.fdopen(questions) as lines:
        for line in lines:
            _send(answers, _move(loaded, json.loads(line), request))


def _settle(request: dict[str, Any]) -> None:
    """Makes the agent's folder the working directory, and its scratch the home, if it has one."""
    with suppress(OSError):  # it may not exist in the agent's own root
        os.chdir(request["folder"])
    if request["own_root"]:
        os.environ |= {"TMPDIR": SCRATCH, "HOME": SCRATCH}
        tempfile.tempdir = SCRATCH


def _load(request: dict[str, Any]) -> Agent | dict[str, str]:
    """The agent, or what went wrong."""
    try:
        random.seed(request["seed"])
        np.random.seed(request["seed"] % 2**32)  # noqa: NPY002  # what users' files draw from
        agent = parse_agent(request["spec"], request["seed"])
        if request["rules"] is not None:
            rules = parse_rules(request["rules"])
            check_rules(agent, rules)
            prepare_agent(agent, rules)  # compiles what the user's file has to compile
    except BaseException as error:  # noqa: BLE001  # anything the user's file may do
        return _fault(error, request, Termination.IMPORT)
    return agent


def _move(agent: Agent, question: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    """What the agent chooses, or what went wrong."""
    position = Position.parse(question["moves"], question["rules"])
    try:
        tell_clock(agent, question["clock"])
        return {"choice": _plain(agent.choose(position, Limit(*question["limit"])))}
    except BaseException as error:  # noqa: BLE001  # anything the user's file may do
        return _fault(error, request)


def _plain(choice: Choice) -> dict[str, Any]:
    """A choice as numbers and strings; what an agent adds in ``details`` stays here."""
    move = choice.move if isinstance(choice.move, str) else int(choice.move)
    numbers = {
        name: None if value is None else kind(value)
        for name, value, kind in (
            ("score", choice.score, float),
            ("nodes", choice.nodes, int),
            ("depth", choice.depth, int),
            ("leaves", choice.leaves, int),
        )
    }
    return {"move": move, "line": str(choice.line), "stopped": bool(choice.stopped), **numbers}


def _fault(
    error: BaseException, request: dict[str, Any], while_loading: Termination | None = None
) -> dict[str, str]:
    open_reserve()
    termination, reason = blame(error, user_files(request["spec"]), while_loading)
    return {"fault": termination.value, "reason": reason}


def _send(answers: int, message: dict[str, Any]) -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # the agent may have closed or replaced it
            stream.flush()
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(answers, data) :]
