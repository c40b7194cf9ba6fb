"""Minimax and alpha-beta to a fixed depth, and the styles in which the papers search."""

from dataclasses import dataclass
from math import inf
from time import perf_counter

from enraya.agents.players.agent import Choice, scored_choice
from enraya.agents.players.lookahead import look, middle_move, prepare_look
from enraya.game.position import Position
from enraya.heuristics import Heuristic
from enraya.kernels.search import UNLIMITED
from enraya.kernels.search.alphabeta import Style
from enraya.limit import Limit
from enraya.rules import RuleSet

_UPC_MAX = 10_000_000.0
_PLAIN = Style(
    prune=1, strict=0, last=0, count_decided=1, full_is_zero=0, past_wins=0,
    win=1e9, sooner=1.0, bound=inf, floor=-inf, ceiling=inf,
)  # fmt: skip
_UAM = _PLAIN._replace(strict=1, last=1, win=1e7, sooner=0.0)
STYLES: dict[str, Style] = {
    "plain": _PLAIN,
    "uam": _UAM,
    "uam-published": _UAM._replace(past_wins=1),
    "ugr": _PLAIN._replace(full_is_zero=1, win=99_999_999.0, sooner=0.0),
    "porto": _PLAIN._replace(win=512.0, sooner=0.0),
    "upc": _PLAIN._replace(
        strict=1, count_decided=0, win=_UPC_MAX, sooner=0.0,
        bound=_UPC_MAX, floor=-_UPC_MAX - 1, ceiling=_UPC_MAX - 1,
    ),
}  # fmt: skip
"""The search styles by name; all of them prune.

- ``plain`` takes the first of equal moves and prefers a sooner win.
- ``uam`` takes the last of equal moves, so it may cut off only when a bound is exceeded.
- ``uam-published`` does the same as the published program: it looks on past a win, and at the end
  sees only lines that reach the top of a column, so it may overlook a win in one.
- ``ugr`` values a full board at 0 even when a bomb could still go off.
- ``porto`` values a win at 512, which the value of a good position may reach or exceed.
- ``upc`` cuts off only when a bound is exceeded and counts as leaves what the heuristic valued; its
  opponent's minimum starts one below a win, so that winning at once is worth more than later.
"""


def minimax_style(style: Style) -> Style:
    """A style without its pruning."""
    return style._replace(prune=0)


@dataclass(frozen=True, slots=True)
class FixedDepthAgent:
    """Looks a fixed number of moves ahead and plays the best move.

    When a limit on nodes or time stops it, it plays the best of the moves it has finished, or the
    one nearest the middle if there is none, and marks the choice as ``stopped``.

    >>> from enraya.agents import parse_agent
    >>> choice = parse_agent("alphabeta(depth=4, eval=rivest, style=porto)").choose(
    ...     Position.parse("1"), Limit()
    ... )
    >>> choice.move, choice.score, choice.nodes, choice.leaves
    (4, -12.0, 561, 408)
    """

    name: str
    depth: int
    heuristic: Heuristic
    style: Style

    def prepare(self, rules: RuleSet) -> None:
        """Loads the search and the heuristic."""
        prepare_look(self.heuristic, self.style, rules)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The best move at the agent's depth, or of the moves it finished before the limit."""
        started = perf_counter()
        depth = self.depth if limit.depth is None else max(1, min(self.depth, limit.depth))
        budget = UNLIMITED if limit.nodes is None else limit.nodes
        looked = look(position, depth, self.heuristic, self.style, budget, limit.seconds)
        move = middle_move(position) if looked.move is None else looked.move
        return scored_choice(
            move, looked.values, started,
            nodes=looked.nodes, depth=depth, leaves=looked.leaves, stopped=not looked.finished,
        )  # fmt: skip
