"""Runs an agent inside its own process, on any system: loads it, then answers move by move.

Questions and answers are lines of JSON on pipes of their own, so nothing that the agent prints can
be taken for an answer.
"""

import json
import os
import random
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import numpy as np

from enraya.agents import Agent, Choice, Limit, check_rules, parse_agent
from enraya.agents.host.blame import blame
from enraya.agents.players.agent import prepare as prepare_agent
from enraya.agents.players.agent import tell_clock
from enraya.agents.text.spec import parse_spec
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.rules import parse_rules
from enraya.texts import encode_text


def answer_all(
    request: dict[str, Any],
    questions: Iterable[str],
    answers: int,
    on_fault: Callable[[], None] = lambda: None,
) -> None:
    """Loads the agent of a request, then answers every question.

    Args:
        request: which agent to load, with which seed and for which rules.
        questions: the questions, each a line of JSON.
        answers: the file descriptor of the pipe for the answers.
        on_fault: called when the agent has failed, before the reason is put into words.
    """
    loaded = _load(request, on_fault)
    if isinstance(loaded, dict):
        _send(answers, loaded)
        return
    _send(answers, {"ready": True})
    for line in questions:
        _send(answers, _move(loaded, json.loads(line), request, on_fault))


def _load(request: dict[str, Any], on_fault: Callable[[], None]) -> Agent | dict[str, str]:
    """The agent; if it cannot be loaded, the message with its fault."""
    try:
        random.seed(request["seed"])
        np.random.seed(request["seed"] % 2**32)  # noqa: NPY002  # what users' files draw from
        agent = parse_agent(request["spec"], request["seed"])
        if request["rules"] is not None:
            rules = parse_rules(request["rules"])
            check_rules(agent, rules)
            prepare_agent(agent, rules)  # compiles what the user's file has to compile
    except BaseException as error:  # noqa: BLE001  # anything the user's file may do
        on_fault()
        return _fault(error, request, Termination.IMPORT)
    return agent


def _move(
    agent: Agent, question: dict[str, Any], request: dict[str, Any], on_fault: Callable[[], None]
) -> dict[str, Any]:
    """The message with the agent's choice, or with its fault."""
    position = Position.parse(question["moves"], question["rules"])
    try:
        tell_clock(agent, question["clock"])
        return {"choice": _plain(agent.choose(position, Limit(*question["limit"])))}
    except BaseException as error:  # noqa: BLE001  # anything the user's file may do
        on_fault()
        return _fault(error, request)


def _plain(choice: Choice) -> dict[str, Any]:
    """A choice as values that JSON can hold, without its ``details`` and ``columns``."""
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
    termination, reason = blame(error, parse_spec(request["spec"]).files(), while_loading)
    return {"fault": termination.value, "reason": encode_text(reason)}


def _send(answers: int, message: dict[str, Any]) -> None:
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):  # the agent may have closed or replaced it
            stream.flush()
    data = json.dumps(message).encode() + b"\n"
    while data:
        data = data[os.write(answers, data) :]
