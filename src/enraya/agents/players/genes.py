"""The agent of the genetic paper: each of four genes chooses between two branches of a trait."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from enraya.agents.players.agent import Choice
from enraya.game.notation import BOOM, Move, format_move
from enraya.game.position import Position
from enraya.kernels.core.bits import drops, winning_cells
from enraya.kernels.core.compile import word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.heuristics.genes import (
    TRAITS,
    Range,
    agreed,
    among,
    anywhere,
    columns_of,
    crucial_cell,
    genes_move,
    once,
    propose,
    size_of,
)
from enraya.limit import Limit
from enraya.rules import RuleSet


@dataclass(frozen=True, slots=True)
class GenesAgent:
    """Wins if it can, else blocks, else follows its genes.

    Each gene is a probability: of centre rather than edges, beside its own stones rather than with
    a gap, fuller rather than emptier columns, and above rather than beside the opponent. The choice
    depends only on the position, the genes and the seed.
    """

    name: str
    genes: tuple[float, float, float, float]
    seed: int

    def prepare(self, rules: RuleSet) -> None:
        """Loads the kernel that chooses the moves."""
        self.choose(Position.start(rules), Limit())

    def choose(self, position: Position, limit: Limit) -> Choice:  # noqa: ARG002  # always fast
        """A column that wins, blocks or suits the genes; the explosion only on a full board."""
        rules = position.rules
        with np.errstate(over="ignore"):
            column = genes_move(
                rules.numbers, rules.kernel_geometry, position.kernel_board,
                np.array(self.genes, dtype=np.float64), word(self.seed),
            )  # fmt: skip
        move: Move = BOOM if column < 0 else int(column) + 1
        return Choice(move, line=format_move(move))


class Trait(NamedTuple):
    """The names of a trait's two branches; its gene is the probability of the first."""

    first: str
    second: str
    paper: str
    """The heading in the genetic paper."""


TRAIT_NAMES = (
    Trait("centre", "edges", "Centro o extremos?"),
    Trait("consecutive", "spaced", "Espacios o consecutivos?"),
    Trait("fuller", "emptier", "Columnas más llenas o más vacías?"),
    Trait("over", "beside", "Cubrir al oponente encima o jugar al lado de él?"),
)


class Suggestion(NamedTuple):
    """The columns, counted from 1, that each branch of a trait suggests.

    A column appears as often as the paper lists it.
    """

    trait: Trait
    first: tuple[int, ...]
    second: tuple[int, ...]


class Odds(NamedTuple):
    """How likely an agent with certain genes plays each move."""

    reason: str
    """``wins``, ``blocks``, ``traits``, or ``explodes`` if no column is open."""
    chances: Mapping[Move, float]


class _View(NamedTuple):
    """A position as one player sees it."""

    geometry: Geometry
    own: int
    other: int

    @property
    def occupied(self) -> int:
        return self.own | self.other

    @property
    def open_columns(self) -> int:
        return columns_of(self.geometry, drops(self.geometry, self.occupied))

    def numbers(self, columns: Range) -> tuple[int, ...]:
        """The columns of a range, counted from 1, in ascending order."""
        places = range(self.geometry.columns)
        stride = self.geometry.stride
        found = (place for some in columns for place in places if some >> place * stride & 1)
        return tuple(place + 1 for place in sorted(found))


def _view(position: Position, player: int) -> _View:
    masks = position.stones_mask(player), position.stones_mask(3 - player)
    return _View(position.rules.geometry, *masks)


def suggestions(position: Position, player: int | None = None) -> list[Suggestion]:
    """What each trait suggests to a player, 1 or 2; by default to the player to move.

    >>> [found.first for found in suggestions(Position.parse("4453"))]
    [(3, 4, 5), (5, 6), (4,), (3, 4)]
    """
    view = _view(position, player or position.mover)
    return [
        Suggestion(
            TRAIT_NAMES[trait],
            *(
                view.numbers(propose(view.geometry, view.own, view.occupied, trait, is_first))
                for is_first in (True, False)
            ),
        )
        for trait in range(TRAITS)
    ]


def odds(position: Position, genes: Sequence[float], player: int | None = None) -> Odds:
    """How likely ``genes(…)`` plays each move as player 1 or 2; by default as the player to move.

    >>> odds(Position.parse("44"), (1, 1, 1, 1))
    Odds(reason='traits', chances={4: 1.0})
    """
    view = _view(position, player or position.mover)
    crucial = crucial_cell(position.rules.numbers, view.geometry, view.own, view.other)
    if crucial:
        (column,) = view.numbers(once(columns_of(view.geometry, crucial)))
        is_win = crucial & winning_cells(view.geometry, view.own)
        return Odds("wins" if is_win else "blocks", {column: 1.0})
    if not view.open_columns:
        return Odds("explodes", {BOOM: 1.0})
    chances: defaultdict[Move, float] = defaultdict(float)
    for columns, chance in _outcomes(view, genes, once(view.geometry.bottom), 0):
        numbers = view.numbers(among(columns, view.open_columns))
        numbers = numbers or view.numbers(once(view.open_columns))
        for column in numbers:
            chances[column] += chance / len(numbers)
    return Odds("traits", dict(sorted(chances.items())))


def _outcomes(
    view: _View, genes: Sequence[float], chosen: Range, trait: int
) -> Iterator[tuple[Range, float]]:
    """The ranges that can remain after this trait and all later ones, each with its probability."""
    if trait == TRAITS:
        yield chosen, 1.0
        return
    for is_first, chance in ((True, genes[trait]), (False, 1 - genes[trait])):
        if not chance:
            continue
        proposed = propose(view.geometry, view.own, view.occupied, trait, is_first)
        for columns, is_settled, share in _combined(view, chosen, proposed, trait):
            following = [(columns, 1.0)]
            if not is_settled:
                following = list(_outcomes(view, genes, columns, trait + 1))
            yield from ((last, chance * share * rest) for last, rest in following)


def _combined(
    view: _View, chosen: Range, proposed: Range, trait: int
) -> list[tuple[Range, bool, float]]:
    """What two ranges can combine to: a range, whether it is played at once, its probability."""
    common = among(chosen, anywhere(proposed))
    if trait == 0:
        return [(proposed, False, 1.0)]
    if anywhere(common):
        is_settled = size_of(common) == 1 and bool(anywhere(common) & view.open_columns)
        return [(common, is_settled, 1.0)]
    return [(agreed(chosen, proposed, coin), False, 1 / 2) for coin in (0, 1)]
