"""Agents from a user's Python file: a heuristic, a chooser, or a Kaggle agent."""

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from inspect import unwrap
from numbers import Real
from pathlib import Path
from time import perf_counter
from traceback import walk_tb
from typing import Any

from enraya.agents.players.agent import Agent, Choice
from enraya.agents.players.fixed_depth import STYLES, FixedDepthAgent
from enraya.errors import EnrayaError, IllegalMove, InvalidSetting
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.heuristics.userfile import heuristic_in, load_file
from enraya.limit import DEFAULT_RESERVE, Limit
from enraya.rules import RuleSet
from enraya.texts import Sentence

DEPTH = 4
"""How many moves ahead the agent looks if its file has only a heuristic."""
_KAGGLE_SECONDS = 2.0


class Struct(dict[str, Any]):
    """A mapping whose items are attributes too, as Kaggle's agents expect."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class BadAnswer(IllegalMove):
    """A user's function gave an answer that is not a legal move."""

    def __init__(
        self, name: str, answer: object, position: Position, function: object = None
    ) -> None:
        moves = repr(position.moves)
        super().__init__(
            Sentence("fault.agent_answered", agent=repr(name), move=repr(answer), moves=moves)
        )
        self.answer = answer
        self.function = function


_LONGEST = 2_000
"""How many characters of an error's text are shown."""


class FailedAgent(EnrayaError):
    """A user's function failed; the message names the error and the line of their file."""

    def __init__(self, name: str, error: Exception, function: object = None) -> None:
        said = str(error)[:_LONGEST]  # copies of a huge text would fill the memory
        code = getattr(unwrap(function) if callable(function) else None, "__code__", None)
        files = [code.co_filename] if code else []
        self.reason = in_file(f"{type(error).__name__}: {said}", error, files)
        super().__init__(f"agent {name!r} failed: {self.reason}")


def in_file(reason: str, error: BaseException, paths: Iterable[str | Path]) -> str:
    """The reason with the last line of these files in the error's traceback, if there is one.

    For a wrong answer, the line is that of the function that gave it.
    """
    names = {os.path.realpath(path): Path(path).name for path in paths}
    code = getattr(getattr(error, "function", None), "__code__", None)
    places = [(code.co_filename, code.co_firstlineno)] if code else []
    places += [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    lines = [
        (names[path], line) for file, line in places if (path := os.path.realpath(file)) in names
    ]
    if not lines:
        return reason
    file, line = lines[-1]
    return Sentence("fault.in_file", reason=reason, file=file, line=line)


def load_agent(path: str, name: str) -> Agent:
    """The agent in a user's Python file.

    Raises:
        InvalidSetting: when there is no such file, it cannot be run, or it holds no agent.
    """
    module = load_file(path)
    for function, make in (("choose", ChooserAgent), ("agent", KaggleAgent)):
        found: Any = getattr(module, function, None)
        if callable(found):
            return make(name, found, getattr(module, "prepare", None))
    heuristic = heuristic_in(module, name)
    if heuristic is not None:
        return FixedDepthAgent(name, DEPTH, heuristic, STYLES["plain"])
    raise InvalidSetting(Sentence("fault.no_agent", file=repr(path)))


def checked(
    name: str, position: Position, function: Callable[[], Any], written: object = None
) -> Choice:
    """The answer of a user's function as a `Choice`, if it is a legal move or a `Choice` of one.

    Args:
        name: the name of the agent.
        position: the position to move in.
        function: calls the user's function.
        written: the user's function itself, so that errors can name its line.

    Raises:
        FailedAgent: when the function fails.
        BadAnswer: when its answer is not a legal move.
    """
    started = perf_counter()
    try:
        answer = function()
    except Exception as error:  # whatever the user's function does wrong
        raise FailedAgent(name, error, written) from error
    choice = answer if isinstance(answer, Choice) else None
    move = choice.move if choice else answer
    is_move = isinstance(move, str | Real) and not isinstance(move, bool)
    if not (is_move and move in position.legal_moves):
        raise BadAnswer(name, move, position, written)
    if choice:
        return choice
    move = move if isinstance(move, str) else int(move)
    return Choice(move, seconds=perf_counter() - started, line=format_move(move))


@dataclass(slots=True)
class ChooserAgent:
    """An agent from a user's ``choose(position, limit)``, which returns a move or a `Choice`."""

    name: str
    function: Callable[[Any, Any], Any]
    preparation: Callable[[RuleSet], Any] | None = None
    """The user's function ``prepare(rules)``, if there is one."""

    def prepare(self, rules: RuleSet) -> None:
        """Calls the file's ``prepare``, if it has one."""
        if self.preparation is not None:
            self.preparation(rules)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The choice of the user's function."""
        return checked(self.name, position, lambda: self.function(position, limit), self.function)


@dataclass(slots=True)
class KaggleAgent(ChooserAgent):
    """A Kaggle ConnectX agent ``agent(observation, configuration)``, whose columns count from 0."""

    _clock: float | None = field(default=None, repr=False, compare=False)

    def tell_clock(self, seconds: float) -> None:
        """Sets after how many seconds the next move is lost."""
        self._clock = seconds

    def check_rules(self, rules: RuleSet) -> None:
        """Refuses rules that Kaggle agents do not play.

        Raises:
            InvalidSetting: when the rules are not classic.
        """
        if rules.name != "classic":
            raise InvalidSetting(f"{self.name}: a Kaggle agent plays classic games only")

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The choice of the Kaggle agent."""
        self.check_rules(position.rules)
        seconds = _KAGGLE_SECONDS if limit.seconds is None else limit.seconds
        overage = DEFAULT_RESERVE if self._clock is None else max(self._clock - seconds, 0.0)
        observation = kaggle_observation(position, overage)
        configuration = Struct(
            columns=position.rules.columns, rows=position.rules.rows, inarow=4,
            actTimeout=seconds, timeout=seconds,
        )  # fmt: skip
        return checked(
            self.name,
            position,
            lambda: from_kaggle(self.function(observation, configuration)),
            self.function,
        )


def from_kaggle(column: Any) -> Any:
    """A 0-based column as a 1-based one; anything but a number is returned unchanged."""
    return column + 1 if isinstance(column, Real) and not isinstance(column, bool) else column


def kaggle_observation(position: Position, overage: float = DEFAULT_RESERVE) -> Struct:
    """The position as Kaggle shows it: a flat board of 0, 1 and 2, top row first.

    ``overage`` is how many seconds of the reserve are left.
    """
    cells = "".join(position.rows_from_bottom[::-1]).replace(".", "0")
    return Struct(
        board=[int(cell) for cell in cells],
        mark=position.mover,
        step=position.plies,
        remainingOverageTime=overage,
    )
