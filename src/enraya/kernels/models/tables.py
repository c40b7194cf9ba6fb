"""Tables of scores for groups of cells as a heuristic: n-tuples that were fitted to exact labels.

The numbers of the model are those of `ntuple`; here the looks find the score for the player who
just moved. It is *widened*: won and lost scores are further from 0 by a step, so that a table errs
more by mistaking a win for a draw than by mistaking a win for a later one. Where the score can
be seen at once (`certain`), the tables are not asked.
"""

from enraya.kernels.core.board import Board, stones_of
from enraya.kernels.core.compile import kernel, shared
from enraya.kernels.heuristics.evaluator import Context
from enraya.kernels.models.features import certain, prospects
from enraya.kernels.models.ntuple import sum_of_looks

STEP = 3
"""The weight that tells the step; those before it are the sizes of `ntuple`."""


@shared
def narrowed(value: float, step: float) -> float:
    """The score that a widened value stands for; between -1 and 1 all is stretched."""
    if abs(value) < 1.0 + step:
        return value / (1.0 + step)
    return value - step if value > 0 else value + step


@kernel
def tables_value(context: Context, board: Board, player: int) -> float:
    """The score that the tables predict, for a player; classic games on 7×6."""
    last = (board.plies + 1) & 1
    ally, opponent = stones_of(board, last), stones_of(board, 1 - last)
    known = certain(context, ally, opponent, prospects(context, opponent, ally))
    value = float(known.score)
    if not known.is_known:
        value = narrowed(sum_of_looks(context, board), context.weights[STEP])
    return value if player == last else -value
