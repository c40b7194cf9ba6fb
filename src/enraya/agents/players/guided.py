"""An agent that searches a tree with the guidance of a trained model."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter
from typing import Any

import numpy as np

from enraya.agents.players.agent import Choice
from enraya.agents.players.lookahead import middle_move, move_at, stop_after
from enraya.agents.players.mcts import certain_score, effort, preferred
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic
from enraya.kernels.core.board import board_hash
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.search import STOP_FLAG
from enraya.kernels.search.guided import (
    CHILD,
    COUNT,
    FIRST,
    GROW_GUIDED,
    NODES,
    NONE,
    PLACE,
    TRIES,
    Graph,
    Guidance,
    grow_guided,
    has_room,
    is_proven,
    make_graph,
    most_for,
    slot_of,
    urgency,
    worth,
)
from enraya.kernels.search.static_knowledge import DRAWN, LOST, WON, seen_by
from enraya.limit import Limit
from enraya.rules import RuleSet

MAX_ROWS = 4_000_000
"""The most positions, and the most moves, that a graph holds; a full graph ends the search.

That takes about 300 MB."""
ROWS_PER_SECOND = 4_000_000
"""More than any machine fills, so that a short move does not allocate memory that it cannot use."""
EXPLORATION = 0.5
"""The exploration if the parameter ``c`` has its default, the square root of two; it grows with
``c`` in proportion."""
TEMPERATURE = 0.2
MINIMAX = 0.4
OFTEN = 0.1
"""A move is played only if it has this share of the most tries, or is a proven win or draw."""
DRAW = 0.5
ENDS = {LOST: "loss", DRAWN: "draw", WON: "win"}


@dataclass(frozen=True, slots=True)
class GuidedAgent:
    """Searches the moves that a model rates highest, and corrects the model by what it finds.

    See docs/decisions/0046-guided-tree-search.md for how its constants were chosen.
    """

    name: str
    heuristic: CompiledHeuristic
    """The model that values positions; if its value of a win is 1, it predicts results, -1 to 1."""
    seconds: float | None = None
    iterations: int | None = None
    exploration: float = sqrt(2)
    pick: str = "visits"
    reuse: bool = False
    """Whether to keep the graph for the next move."""
    scale: float = 4.0
    """The value that means a 75 % chance of winning, for models that do not predict results."""
    _graphs: dict[str, Graph] = field(default_factory=dict, repr=False, compare=False)

    def prepare(self, rules: RuleSet) -> None:
        """Loads the model and the search."""
        self._grow(Position.start(rules), make_graph(_rows(1, rules, None)), 1, None)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """Searches up to the limit, then picks a move: by default the best of those tried often."""
        started = perf_counter()
        iterations, seconds = effort(self.iterations, self.seconds, limit)
        graph = self._graph(position.rules, iterations, seconds)
        done = self._grow(position, graph, iterations, seconds)
        with np.errstate(over="ignore"):
            columns = list(self._statistics(position, graph))
        if not columns:  # stopped before the first iteration
            move = middle_move(position)
            return Choice(move, line=format_move(move))
        best = self._preferred(columns)
        proven = best["proven"]
        return Choice(
            move=best["move"],
            score=best["value"] if proven is None else certain_score(proven, DRAW),
            nodes=int(graph.state[NODES]) - 1,
            seconds=perf_counter() - started,
            line=format_move(best["move"]),
            leaves=done,
            columns=tuple(columns),
            details={"iterations": done},
        )

    def _preferred(self, columns: list[dict[str, Any]]) -> Mapping[str, Any]:
        """The statistics of the move to play."""
        if self.pick != "visits":
            return preferred(columns, self.pick)
        # Of moves with the same value, the one with the most visits comes first.
        columns = sorted(columns, key=lambda column: -column["visits"])
        least = OFTEN * columns[0]["visits"]
        tried = (c for c in columns if c["visits"] >= least or c["proven"] in ("win", "draw"))
        return preferred(tried, "value")

    @property
    def _guidance(self) -> Guidance:
        is_result = self.heuristic.win == 1.0
        return Guidance(
            EXPLORATION * self.exploration / sqrt(2), TEMPERATURE, MINIMAX,
            0.0 if is_result else self.scale,
        )  # fmt: skip

    def _graph(self, rules: RuleSet, iterations: int, seconds: float | None) -> Graph:
        """An empty graph; with ``reuse`` that of earlier moves, while it has room for this one."""
        rows = _rows(iterations, rules, seconds)
        if not self.reuse:
            return make_graph(rows)
        graph = self._graphs.get(str(rules))
        wanted = min(rows, MAX_ROWS // 2)
        if graph is None or not has_room(graph, wanted):
            graph = self._graphs[str(rules)] = make_graph(MAX_ROWS)
        return graph

    def _grow(
        self, position: Position, graph: Graph, iterations: int, seconds: float | None
    ) -> int:
        rules = position.rules
        context, pointer = self.heuristic.context(rules), self.heuristic.pointer()
        graph.state[STOP_FLAG] = 0
        with stop_after(seconds, graph.state), np.errstate(over="ignore"):
            return int(
                prepared(grow_guided, GROW_GUIDED)(
                    rules.numbers, rules.kernel_geometry, pointer, context,
                    position.kernel_board, self._guidance, iterations, graph,
                )
            )  # fmt: skip

    def _statistics(self, position: Position, graph: Graph) -> Iterator[dict[str, Any]]:
        """The statistics of each move at the root; none if the search has not opened the root."""
        root = int(graph.slots[slot_of(graph, board_hash(position.kernel_board))])
        if root == NONE:
            return
        player, first = position.mover - 1, int(graph.nodes[root, FIRST])
        for edge in range(first, first + int(graph.nodes[root, COUNT])):
            child, tries = int(graph.edges[edge, CHILD]), int(graph.edges[edge, TRIES])
            yield {
                "move": move_at(position, int(graph.edges[edge, PLACE])),
                "visits": tries,
                "value": float(seen_by(worth(graph, child, self._guidance), player)),
                "uct": float(urgency(graph, root, edge, player, self._guidance)),
                "proven": ENDS[most_for(graph, child, player)] if is_proven(graph, child) else None,
            }


def _rows(iterations: int, rules: RuleSet, seconds: float | None) -> int:
    """How many rows this many iterations need, if each looks at all replies to all moves."""
    most = MAX_ROWS if seconds is None else min(MAX_ROWS, int(seconds * ROWS_PER_SECOND))
    return min(most, min(iterations, MAX_ROWS) * (rules.columns + 1) ** 2) + rules.cells
