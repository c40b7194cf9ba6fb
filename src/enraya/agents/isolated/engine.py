"""The other end of the lines: an agent of enraya as a program."""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from enraya.agents.players.agent import Agent, tell_clock
from enraya.errors import EnrayaError, IllegalMove, InvalidNotation
from enraya.game.notation import format_move, quote
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.rules import RuleSet, parse_rules


class EngineQuestion(NamedTuple):
    """What a game asks a program."""

    position: Position
    limit: Limit
    reserve: float | None = None
    """The seconds that are left by which moves may exceed their limits."""


def parse_question(line: str, rules: RuleSet, limit: Limit) -> EngineQuestion:
    """The question in a line: the moves so far, or JSON with more about the turn.

    Args:
        line: what the game wrote.
        rules: what is played.
        limit: of a move, where the line says nothing about it.

    Raises:
        EnrayaError: when the line is no question about a game of these rules.
    """
    if not is_json(line):
        return EngineQuestion(Position.parse(line, rules), limit)
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"{quote(line)} is not JSON: {error}") from None
    if type(said.get("moves")) is not str:
        raise InvalidNotation(f'{quote(line)} has no moves, such as "moves": "4453"')
    asked = said.get("rules", rules.spec)
    if type(asked) is not str or parse_rules(asked) != rules:
        raise InvalidNotation(f"the question is about {asked!r}, but this game is {rules.spec!r}")
    seconds, reserve = _number(said, "seconds"), _number(said, "reserve")
    limit = Limit(seconds, _count(said, "nodes"), _count(said, "depth"))
    return EngineQuestion(Position.parse(said["moves"], rules), limit, reserve)


def is_json(line: str) -> bool:
    """Whether a question is written as JSON; moves never begin like that."""
    return line.startswith("{")


def _number(said: dict[str, Any], name: str) -> float | None:
    value = said.get(name)
    if value is None or (type(value) in (int, float) and 0 <= value < float("inf")):
        return value
    raise InvalidNotation(f"{name!r} must be a number of seconds or null, not {value!r}")


def _count(said: dict[str, Any], name: str) -> int | None:
    value = said.get(name)
    if value is None or (type(value) is int and value > 0):
        return value
    raise InvalidNotation(f"{name!r} must be a whole number above 0 or null, not {value!r}")


def answer_questions(
    agent: Agent,
    questions: Iterable[EngineQuestion],
    answer: Callable[[str], None],
) -> None:
    """Answers each question with the move that the agent chooses.

    Raises:
        EnrayaError: when the agent fails, or the game is over.
    """
    for position, limit, reserve in questions:
        if position.is_over:
            raise IllegalMove(f"the game {position.moves!r} is over; there is no move to choose")
        if limit.seconds is not None and reserve is not None:
            tell_clock(agent, limit.seconds + reserve)
        answer(format_move(agent.choose(position, limit).move))


def read_questions(
    lines: Iterable[str], rules: RuleSet, limit: Limit, *, only_json: bool
) -> Iterable[EngineQuestion]:
    """The questions in the lines of a game.

    Args:
        lines: of the game.
        rules: what is played.
        limit: of a move, where a line says nothing about it.
        only_json: whether lines of moves are skipped, because the same question follows as JSON:
            a game that sent one had not yet been greeted.

    Raises:
        EnrayaError: when a line is no question; the message has its number.
    """
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if only_json and not is_json(stripped):
            continue
        try:
            yield parse_question(stripped, rules, limit)
        except EnrayaError as error:
            raise InvalidNotation(f"line {number}: {error}") from None
