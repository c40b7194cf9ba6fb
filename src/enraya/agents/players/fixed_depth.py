"""Minimax and alpha-beta as agents: a fixed depth, as in the papers."""

from dataclasses import dataclass
from time import perf_counter

from enraya.agents.agent import Choice
from enraya.agents.players.lookahead import look, middle_move, prepare_look
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.heuristics import Heuristic
from enraya.kernels.search.alphabeta import Style
from enraya.kernels.search.counts import UNLIMITED
from enraya.limit import Limit
from enraya.rules import RuleSet


@dataclass(frozen=True, slots=True)
class FixedDepthAgent:
    """Looks a fixed number of moves ahead and plays the best move.

    When a limit on nodes or time stops it, it plays the best of the moves it has finished, or the
    one nearest the middle if there is none, and says so.

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
        """The best move within its depth, or of those it finished before the limit."""
        started = perf_counter()
        depth = self.depth if limit.depth is None else max(1, min(self.depth, limit.depth))
        budget = UNLIMITED if limit.nodes is None else limit.nodes
        looked = look(position, depth, self.heuristic, self.style, budget, limit.seconds)
        move = middle_move(position) if looked.move is None else looked.move
        return Choice(
            move=move,
            score=looked.score,
            nodes=looked.nodes,
            depth=depth,
            seconds=perf_counter() - started,
            line=format_move(move),
            leaves=looked.leaves,
            columns=tuple({"move": m, "score": value} for m, value in looked.values.items()),
            stopped=not looked.finished,
        )
