"""Minimax and alpha-beta as agents: a fixed depth, as in the papers."""

from dataclasses import dataclass
from time import perf_counter

from enraya.agents.agent import Choice
from enraya.agents.players.lookahead import Looked, look, prepare_look
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

    With a limit on nodes or time it looks one move ahead, then two, and so on up to its depth,
    and plays what it found before the limit.

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
        """The best move within its depth and the limit."""
        started = perf_counter()
        depth = self.depth if limit.depth is None else max(1, min(self.depth, limit.depth))
        if limit.nodes is None and limit.seconds is None:
            looked, reached, nodes, leaves = self._look(position, depth), depth, 0, 0
            nodes, leaves = looked.nodes, looked.leaves
        else:
            looked, reached, nodes, leaves = self._deepen(position, depth, limit, started)
        move = position.legal_moves[0] if looked.move is None else looked.move
        return Choice(
            move=move,
            score=looked.score,
            nodes=nodes,
            depth=reached,
            seconds=perf_counter() - started,
            line=format_move(move),
            leaves=leaves,
            columns=tuple({"move": m, "score": value} for m, value in looked.values.items()),
        )

    def _look(
        self,
        position: Position,
        depth: int,
        budget: int = UNLIMITED,
        seconds: float | None = None,
    ) -> Looked:
        return look(position, depth, self.heuristic, self.style, budget, seconds)

    def _deepen(
        self, position: Position, depth: int, limit: Limit, started: float
    ) -> tuple[Looked, int, int, int]:
        """The deepest finished search, its depth, and all nodes and leaves."""
        best = Looked(None, {}, 0, 0, False)
        reached = nodes = leaves = 0
        for ahead in range(1, depth + 1):
            budget = UNLIMITED if limit.nodes is None else max(limit.nodes - nodes, 0)
            left = None
            if limit.seconds is not None:
                left = limit.seconds - (perf_counter() - started)
            if budget == 0 or (left is not None and left <= 0):
                break
            looked = self._look(position, ahead, budget, left)
            nodes, leaves = nodes + looked.nodes, leaves + looked.leaves
            if looked.finished or best.move is None:
                best, reached = looked, ahead
            if not looked.finished:
                break
        return best, reached, nodes, leaves
