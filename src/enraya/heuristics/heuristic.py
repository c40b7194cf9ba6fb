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
"""The default value of a won game."""


class NoNumber(EnrayaError):
    """A user's heuristic returned something that is not a number."""

    def __init__(self, answer: object, position: Position, function: object) -> None:
        super().__init__(
            Sentence("fault.no_number", answer=repr(answer), moves=repr(position.moves))
        )
        self.function = function


class Heuristic(Protocol):
    """Anything that values positions."""

    @property
    def name(self) -> str:
        """The text that describes the heuristic, with its parameters."""

    def evaluate(self, position: Position, player: int) -> float:
        """How good a position is for a player, 1 or 2; the game may be over."""


def decided_worth(position: Position, player: int, win: float) -> float:
    """The value of a finished game's last position for a player."""
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
    """The kernel that computes it; see `enraya.kernels.heuristics.evaluator`."""
    weights: NDArray[np.float64]
    """All numbers of the heuristic, so that they can be tuned; the kernel documents each."""
    win: float = USER_WIN
    """The value of a won game."""
    fit: Callable[[RuleSet, NDArray[np.float64]], NDArray[np.float64]] | None = None
    """A function that adapts the weights to a rule set; None if that is not needed."""
    numbers: NDArray[np.float32] = field(default_factory=lambda: NO_NUMBERS, repr=False)
    """The numbers of a trained model; see `enraya.kernels.heuristics.evaluator`."""
    only: RuleSet | None = None
    """The only rule set that the heuristic can value; None if it values all."""

    def check_rules(self, rules: RuleSet) -> None:
        """Checks that the heuristic can value games of this rule set.

        Raises:
            InvalidSetting: if it was made for another one, which the message names.
        """
        if self.only is not None and rules != self.only:
            raise InvalidSetting(
                Sentence(
                    "problem.other_rules", name=self.name, only=str(self.only), rules=str(rules)
                )
            )

    def fitted(self, rules: RuleSet) -> NDArray[np.float64]:
        """The weights, adapted to these rules if the heuristic does that."""
        return self.fit(rules, self.weights) if self.fit else self.weights

    def context(self, rules: RuleSet) -> Context:
        """What the kernel needs besides the board, in games of these rules."""
        self.check_rules(rules)
        return make_context(rules.kernel_geometry, self.fitted(rules), self.numbers)

    def pointer(self) -> Evaluator:
        """The kernel, ready to be passed to a compiled search."""
        return prepared(self.kernel, EVALUATE)

    def evaluate(self, position: Position, player: int) -> float:
        """How good a position is for a player, 1 or 2."""
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
        """How good a position is for a player, 1 or 2.

        Raises:
            NoNumber: if the function returns anything but a number.
        """
        if position.is_over:
            return decided_worth(position, player, self.win)
        answer = self.function(position)
        found = _number(answer)
        if isnan(found):
            raise NoNumber(answer, position, self.function)
        return found if position.mover == player else -found


def _number(answer: Any) -> float:
    """The answer as a float; NaN if it cannot be converted."""
    try:
        return float(answer)
    except (TypeError, ValueError):
        return nan


@dataclass(frozen=True, slots=True)
class Weight(Parameter):
    """A tunable weight of a heuristic; if not given, it follows from the other parameters."""

    places: tuple[int, ...] = ()
    """The indices of the weight in the kernel's array."""
    default_value: float = 0.0
    """The weight's value if no parameter is given."""

    @property
    def default_text(self) -> str:
        """The default value as text."""
        return f"{self.default_value:g}"


@dataclass(frozen=True, slots=True)
class HeuristicEntry:
    """A heuristic in the registry."""

    make: Callable[..., CompiledHeuristic]
    """Makes the heuristic from the text that describes it and its parameters except weights."""
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
    """An entry with weights, each given by its indices in the kernel's array and a help text.

    The ``later`` parameters come after the weights, so that texts which give weights by position
    keep their meaning.
    """
    defaults = make("", **{p.name: p.default for p in (*parameters, *later)}).weights
    read = number(-MOST_WEIGHT, MOST_WEIGHT)
    tunable = (
        Weight(name, read, None, help_, places, float(defaults[places[0]]))
        for name, (places, help_) in weights.items()
    )
    return HeuristicEntry(make, summary, origin, (*parameters, *tunable, *later))


def weights_of(*numbers: Any) -> NDArray[np.float64]:
    """The weights as an array, as kernels read them."""
    return np.array(numbers, dtype=np.float64)


def fixed(kernel: Evaluator, win: float, *numbers: float) -> Callable[[str], CompiledHeuristic]:
    """A function that makes a heuristic whose weights depend on no parameter."""
    return lambda name: CompiledHeuristic(name, kernel, weights_of(*numbers), win)
