"""What a heuristic is: a number that says how good a position is for a player."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import isnan, nan
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.position import Position
from enraya.kernels.core.board import DRAW
from enraya.kernels.heuristics.evaluator import (
    EVALUATE,
    NO_NUMBERS,
    Context,
    Evaluator,
    make_context,
    prepared,
)
from enraya.parameters import Parameter, number
from enraya.rules import RuleSet
from enraya.texts import Sentence

MOST_WEIGHT = 1_000_000.0
USER_WIN = 1_000_000_000.0
"""What a decided game is worth to a heuristic that does not say so itself."""


class NoNumber(EnrayaError):
    """What a user's heuristic answered is not a number."""

    def __init__(self, answer: object, position: Position, function: object) -> None:
        super().__init__(
            Sentence("fault.no_number", answer=repr(answer), moves=repr(position.moves))
        )
        self.function = function


class Heuristic(Protocol):
    """Anything that values positions."""

    @property
    def name(self) -> str:
        """How the heuristic is written down."""

    def evaluate(self, position: Position, player: int) -> float:
        """How good the position is for a player, 1 or 2, even when the game is over."""


def decided_worth(position: Position, player: int, win: float) -> float:
    """What a decided position is worth to a player."""
    if position.result == DRAW:
        return 0.0
    return win if position.result == player else -win


@dataclass(frozen=True, slots=True, eq=False)
class CompiledHeuristic:
    """A heuristic that runs inside compiled searches.

    >>> from enraya.heuristics import parse_heuristic
    >>> parse_heuristic("rivest").evaluate(Position.parse("4453"), 1)
    -5.0
    """

    name: str
    kernel: Evaluator
    """How it is computed; see `enraya.kernels.heuristics.evaluator`."""
    weights: NDArray[np.float64]
    """All its numbers, so that they can be tuned; the kernel says what each means."""
    win: float = USER_WIN
    """What a won game is worth."""
    fit: Callable[[RuleSet, NDArray[np.float64]], NDArray[np.float64]] | None = None
    """Adapts the weights to a rule set, if needed."""
    numbers: NDArray[np.float32] = field(default_factory=lambda: NO_NUMBERS, repr=False)
    """The numbers of a trained model; see `enraya.kernels.heuristics.evaluator`."""
    only: RuleSet | None = None
    """The rule set it was made for, when it values no other."""

    def check_rules(self, rules: RuleSet) -> None:
        """Refuses a rule set that the heuristic was not made for.

        Raises:
            InvalidSetting: with the one it was made for.
        """
        if self.only is not None and rules != self.only:
            raise InvalidSetting(
                Sentence(
                    "problem.other_rules", name=self.name, only=str(self.only), rules=str(rules)
                )
            )

    def fitted(self, rules: RuleSet) -> NDArray[np.float64]:
        """The weights in games of these rules."""
        return self.fit(rules, self.weights) if self.fit else self.weights

    def context(self, rules: RuleSet) -> Context:
        """What the kernel needs besides the board, in games of these rules."""
        self.check_rules(rules)
        return make_context(rules.kernel_geometry, self.fitted(rules), self.numbers)

    def pointer(self) -> Evaluator:
        """The kernel, ready to be passed to a compiled search."""
        return prepared(self.kernel, EVALUATE)

    def evaluate(self, position: Position, player: int) -> float:
        """How good the position is for a player, 1 or 2."""
        if position.is_over:
            return decided_worth(position, player, self.win)
        context, board = self.context(position.rules), position.kernel_board
        return float(self.pointer()(context, board, player - 1)) + 0.0  # no negative zero


@dataclass(frozen=True, slots=True, eq=False)
class PythonHeuristic:
    """A heuristic written in plain Python: a function of the position, for the player to move.

    >>> PythonHeuristic("first", lambda position: 1.0).evaluate(Position.parse("4"), 1)
    -1.0
    """

    name: str
    function: Callable[[Position], float]
    win: float = USER_WIN

    def evaluate(self, position: Position, player: int) -> float:
        """How good the position is for a player, 1 or 2.

        Raises:
            NoNumber: when the function answers anything but a number.
        """
        if position.is_over:
            return decided_worth(position, player, self.win)
        answer = self.function(position)
        found = _number(answer)
        if isnan(found):
            raise NoNumber(answer, position, self.function)
        return found if position.mover == player else -found


def _number(answer: Any) -> float:
    """An answer as a number; NaN for anything else."""
    try:
        return float(answer)
    except (TypeError, ValueError):
        return nan


@dataclass(frozen=True, slots=True)
class Weight(Parameter):
    """A tunable number of a heuristic; if not given, it follows from the other parameters."""

    places: tuple[int, ...] = ()
    """Where the kernel finds it."""
    default_value: float = 0.0
    """Its value when nothing is given."""

    @property
    def default_text(self) -> str:
        """The default value."""
        return f"{self.default_value:g}"


@dataclass(frozen=True, slots=True)
class HeuristicEntry:
    """A heuristic one can ask for by name."""

    make: Callable[..., CompiledHeuristic]
    """Makes it from its name as written and the parameters except weights."""
    summary: str
    origin: str
    parameters: tuple[Parameter, ...] = ()

    @property
    def weights(self) -> tuple[Weight, ...]:
        """The parameters that can be tuned."""
        return tuple(p for p in self.parameters if isinstance(p, Weight))


def weighted(
    make: Callable[..., CompiledHeuristic],
    summary: str,
    origin: str,
    weights: Mapping[str, tuple[tuple[int, ...], str]],
    parameters: tuple[Parameter, ...] = (),
    later: tuple[Parameter, ...] = (),
) -> HeuristicEntry:
    """An entry with weights, each given by its places in the kernel's array and a help text.

    The ``later`` parameters are listed after the weights, so that texts which give weights by
    place keep their meaning.
    """
    defaults = make("", **{p.name: p.default for p in (*parameters, *later)}).weights
    read = number(-MOST_WEIGHT, MOST_WEIGHT)
    tunable = (
        Weight(name, read, None, help_, places, float(defaults[places[0]]))
        for name, (places, help_) in weights.items()
    )
    return HeuristicEntry(make, summary, origin, (*parameters, *tunable, *later))


def weights_of(*numbers: Any) -> NDArray[np.float64]:
    """The numbers as kernels read them."""
    return np.array(numbers, dtype=np.float64)


def fixed(kernel: Evaluator, win: float, *numbers: float) -> Callable[[str], CompiledHeuristic]:
    """Makes a heuristic whose weights depend on no parameter."""
    return lambda name: CompiledHeuristic(name, kernel, weights_of(*numbers), win)
