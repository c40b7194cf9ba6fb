"""The protocol between a game and a program: one line each way for every turn.

`docs/agents.md` describes it for the authors of programs. The program may also be an agent of
enraya, which `enraya engine` runs as such a program.
"""

import json
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from enraya.agents.players.agent import Agent, tell_clock
from enraya.errors import EnrayaError, IllegalMove, InvalidNotation
from enraya.game.notation import BOOM, COLUMN_NAMES, Move, format_move, parse_move, quote
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.kernels import KERNELS_VARIABLE, kernel_folder
from enraya.limit import Limit
from enraya.rules import RuleSet, parse_rules
from enraya.texts import Sentence

GREETING = "enraya 1"
"""The first line of a program that wants its questions as JSON."""
LONGEST_ANSWER = 1_000
"""The longest answer in bytes, including the line end; a longer line cannot be a move."""
_GREETING_WORD = GREETING.split()[0]
_NUMBER = re.compile(r"[+-]?[0-9]+")
_BETWEEN = re.compile(r"[\s,;]+")


class Role(NamedTuple):
    """Which game and side an agent plays, and what its moves may cost."""

    rules: RuleSet
    side: int | None = None
    """Which player the agent is, 1 or 2; None if that is not known."""
    limit: Limit = Limit()
    """The limit of each of its moves."""
    reserve: float | None = None
    """The seconds by which all its moves together may exceed their limits; None if the game keeps
    no such reserve."""


def environment(role: Role, seed: int | None = None) -> dict[str, str]:
    """The environment variables that tell a program about its game; unknown values are left out.

    >>> from enraya.rules import parse_rules
    >>> variables = environment(Role(parse_rules("boom"), side=2, limit=Limit(seconds=0.5)))
    >>> variables["ENRAYA_RULES"], variables["ENRAYA_SIDE"], variables["ENRAYA_SECONDS"]
    ('boom', '2', '0.5')
    """
    rules, side, limit, reserve = role
    values: dict[str, str | float | None] = {
        "ENRAYA_RULES": rules.spec,
        "ENRAYA_COLUMNS": rules.columns,
        "ENRAYA_ROWS": rules.rows,
        "ENRAYA_SIDE": side,
        "ENRAYA_SECONDS": limit.seconds,
        "ENRAYA_RESERVE": reserve,
        "ENRAYA_NODES": limit.nodes,
        "ENRAYA_DEPTH": limit.depth,
        "ENRAYA_SEED": seed,
        KERNELS_VARIABLE: kernel_folder(),  # for `enraya engine`
    }
    return {  # every language reads 1 second as 1, not as 1.0
        name: f"{value:.15g}" if isinstance(value, float) else str(value)
        for name, value in values.items()
        if value is not None
    }


def plain_question(position: Position) -> bytes:
    r"""A question as a line with the moves so far, empty at the start.

    >>> plain_question(Position.parse("4453"))
    b'4453\n'
    """
    return f"{position.moves}\n".encode()


def json_question(position: Position, limit: Limit, reserve: float | None = None) -> bytes:
    """A question as a line of JSON: the position, and what the move may cost.

    Args:
        position: the position to move in.
        limit: the limit of this move.
        reserve: the seconds left by which moves may exceed their limits.
    """
    question = {
        "moves": position.moves,
        "legal": [format_move(move) for move in position.legal_moves],
        "board": list(reversed(position.rows_from_bottom)),
        "player": position.mover,
        "seconds": limit.seconds,
        "reserve": reserve,
        "nodes": limit.nodes,
        "depth": limit.depth,
        "rules": position.rules.spec,
    }
    return json.dumps(question).encode() + b"\n"


def is_greeting(line: bytes) -> bool:
    r"""Whether a line asks for questions as JSON.

    >>> is_greeting(b"enraya 1\r\n"), is_greeting(b"4\n")
    (True, False)
    """
    return line.strip() == GREETING.encode()


def read_answer(line: bytes, position: Position) -> Move:
    r"""The move that a program answers with a line.

    Blanks around the column and the line ends of other systems are allowed.

    Raises:
        AgentFault: when the line is not a legal move; the reason tells the author what to do.

    >>> read_answer(b" 4\r\n", Position.start())
    4
    """
    moves = repr(position.moves)
    if len(line) > LONGEST_ANSWER:
        long = Sentence("fault.answer_long", most=LONGEST_ANSWER, moves=moves)
        raise AgentFault(Termination.OUTPUT, long)
    try:
        text = line.decode().strip()
    except UnicodeDecodeError:
        raise _illegal("fault.answer_bytes", text=quote(str(line)), moves=moves) from None
    if not text:
        raise AgentFault(Termination.NO_MOVE, Sentence("fault.answer_blank", moves=moves))
    columns = position.rules.columns
    if text != BOOM and text not in set(COLUMN_NAMES[:columns]):
        raise _no_move(text, position)
    move = parse_move(text, columns)
    if move not in position.legal_moves:
        raise _forbidden(move, position)
    return move


def _no_move(text: str, position: Position) -> AgentFault:
    """The fault for a line that is not a move on this board, with advice for the author."""
    names, moves = COLUMN_NAMES[: position.rules.columns], repr(position.moves)
    listed, quoted = ", ".join(names), quote(text)
    if text.lower() == BOOM.lower() and position.rules.has_bombs:
        return _illegal("fault.answer_small_boom", text=quoted, moves=moves)
    column = _column_meant(text, names)
    if column:
        return _illegal("fault.answer_written", text=quoted, moves=moves, column=column)
    if _NUMBER.fullmatch(text) and int(text) == 0:
        return _illegal("fault.answer_zero", text=quoted, moves=moves, columns=listed)
    if _NUMBER.fullmatch(text) or text in set(COLUMN_NAMES):
        return _illegal("fault.answer_outside", text=quoted, moves=moves, columns=listed)
    if text.split()[0] == _GREETING_WORD:
        return _illegal("fault.answer_greeting", text=quoted, moves=moves, greeting=GREETING)
    columns = {*COLUMN_NAMES, BOOM}
    if all(_NUMBER.fullmatch(part) or part in columns for part in _BETWEEN.split(text)):
        return _illegal("fault.answer_several", text=quoted, moves=moves)
    return _illegal("fault.answer_words", text=quoted, moves=moves, columns=listed)


def _column_meant(text: str, names: str) -> str:
    """The column meant by text that writes it another way, such as 10, 04 or A; empty if none."""
    if _NUMBER.fullmatch(text) and 1 <= int(text) <= len(names):
        return names[int(text) - 1]
    return text.lower() if text.lower() in set(names) else ""


def _forbidden(move: Move, position: Position) -> AgentFault:
    """The fault for a move that the rules forbid here, with advice for the author."""
    moves = repr(position.moves)
    if move != BOOM:
        legal = ", ".join(map(format_move, position.legal_moves))
        return _illegal("fault.answer_full", column=format_move(move), moves=moves, legal=legal)
    if position.rules.has_bombs:
        return _illegal("fault.answer_no_bomb", player=position.mover, moves=moves)
    return _illegal("fault.answer_no_bombs", rules=position.rules.spec, moves=moves)


def _illegal(key: str, **values: str | int) -> AgentFault:
    return AgentFault(Termination.ILLEGAL_MOVE, Sentence(key, **values))


class EngineQuestion(NamedTuple):
    """What a game asks a program."""

    position: Position
    limit: Limit
    reserve: float | None = None
    """The seconds left by which moves may exceed their limits."""


def parse_question(line: str, rules: RuleSet, limit: Limit) -> EngineQuestion:
    """Reads a question from a line: the moves so far, or JSON with more about the turn.

    Args:
        line: what the game wrote.
        rules: the rules of the game.
        limit: the limit of the move if the line is not JSON.

    Raises:
        EnrayaError: when the line is not a question about a game of these rules.
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
    """Whether a question is written as JSON, which begins with a brace; moves never do."""
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
    """Reads the questions from the lines that a game writes.

    Args:
        lines: what the game writes.
        rules: the rules of the game.
        limit: the limit of a move if its line is not JSON.
        only_json: whether to skip lines of moves: a game writes one if it has not read the greeting
            yet, and then asks the same question again as JSON.

    Raises:
        EnrayaError: when a line is not a question; the message has the line's number.
    """
    for number, line in enumerate(lines, start=1):
        stripped = line.strip()
        if only_json and not is_json(stripped):
            continue
        try:
            yield parse_question(stripped, rules, limit)
        except EnrayaError as error:
            raise InvalidNotation(f"line {number}: {error}") from None
