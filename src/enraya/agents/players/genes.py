"""The agent of the genetic paper: four numbers decide its taste."""

from dataclasses import dataclass

import numpy as np

from enraya.agents.agent import Choice
from enraya.game.notation import BOOM, Move, format_move
from enraya.game.position import Position
from enraya.kernels.core.compile import word
from enraya.kernels.heuristics.genes import genes_move
from enraya.limit import Limit
from enraya.rules import RuleSet


@dataclass(frozen=True, slots=True)
class GenesAgent:
    """Wins, blocks, or follows its genes, each a probability.

    Centre or edges; beside its own stones or with a gap; fuller or emptier columns; above or beside
    the opponent. The choice depends only on the position and the seed.
    """

    name: str
    genes: tuple[float, float, float, float]
    seed: int

    def prepare(self, rules: RuleSet) -> None:
        """Loads the kernel that knows the traits."""
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
