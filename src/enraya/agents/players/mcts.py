"""Monte-Carlo tree search as an agent."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.agents.players.agent import Choice
from enraya.agents.players.lookahead import move_at, stop_after
from enraya.game.notation import Move, format_move
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic
from enraya.kernels.core.compile import word
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.search import STOP_FLAG, UNLIMITED
from enraya.kernels.search.mcts import (
    COUNT,
    FIELDS,
    FIRST,
    GROW_VALUED,
    PLACE,
    PROVEN,
    PROVEN_DRAW,
    USED,
    VISITS,
    Options,
    grow,
    grow_valued,
    transplant,
    urgency,
)
from enraya.limit import Limit
from enraya.rules import RuleSet

MAX_NODES = 4_000_000
"""The most nodes of a tree; a full tree does not grow, but its statistics are still updated."""
PICKS = ("visits", "uct", "value")
FORMULAS = ("standard", "printed")
"""How urgent a move is: w/v + c·sqrt(ln V / v), or as the Porto paper prints it, w/v + c·sqrt(ln(V
/ v)), with w wins in v visits of the move, and V visits of its parent."""


@dataclass(slots=True)
class Tree:
    """A search tree and the position at its root."""

    position: Position
    nodes: NDArray[np.int32]
    wins: NDArray[np.float64]
    state: NDArray[np.int64]
    games: int = 0
    """How many random games were played, or leaves valued, so far."""

    @staticmethod
    def start(position: Position, games: int) -> "Tree":
        """A tree with room for ``games`` games."""
        rows = min(MAX_NODES, games * (position.rules.columns + 1) + 2)
        nodes = np.empty((rows, FIELDS), dtype=np.int32)
        nodes[0] = 0
        wins = np.empty(rows)
        wins[0] = 0.0
        return Tree(position, nodes, wins, np.array([0, 1], dtype=np.int64))

    def statistics(self, options: Options) -> list[dict[str, Any]]:
        """The statistics of each move at the root, in the order of the moves."""
        total = max(int(self.nodes[0, VISITS]), 1)
        first = int(self.nodes[0, FIRST])
        found = []
        for child in range(first, first + int(self.nodes[0, COUNT])):
            visits, wins = int(self.nodes[child, VISITS]), float(self.wins[child])
            found.append(
                {
                    "move": move_at(self.position, int(self.nodes[child, PLACE])),
                    "visits": visits,
                    "value": wins / visits if visits else None,
                    "uct": urgency(wins, visits, total, options) if visits else None,
                    "proven": outcome_of(int(self.nodes[child, PROVEN]), self.position.mover),
                }
            )
        return found


@dataclass(slots=True)
class MctsAgent:
    """Plays random games from the position and prefers the moves that won.

    >>> agent = MctsAgent("mcts", iterations=500, seed=1)
    >>> agent.choose(Position.parse("443355"), Limit()).move in (2, 6)
    True
    """

    name: str
    seconds: float | None = None
    iterations: int | None = None
    exploration: float = sqrt(2)
    pick: str = "visits"
    seed: int = 0
    solver: bool = True
    published: bool = False
    reuse: bool = False
    """Whether to keep the part of the tree that is still useful at the next move."""
    heuristic: CompiledHeuristic | None = None
    """Values the leaves in place of random games."""
    scale: float = 4.0
    """The value of the heuristic that means a 75 % chance of winning."""
    draw: float = 0.5
    """The value of a draw for either player, where a win is 1 and a loss 0."""
    formula: str = "standard"
    """A name from `FORMULAS`."""
    full_draws: bool = False
    """Whether a full board is a draw even when its last stone has made a line."""
    _last: Tree | None = field(default=None, repr=False, compare=False)

    def prepare(self, rules: RuleSet) -> None:
        """Loads the kernels that grow a tree and, with ``reuse``, copy a part of it."""
        start = Position.start(rules)
        tree = Tree.start(start, 1)
        self._grow(tree, 1, None)
        if self.reuse:
            adopt(tree, Tree.start(start, 1))

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The move that the tree prefers when the limit is reached."""
        started = perf_counter()
        games, seconds = effort(self.iterations, self.seconds, limit)
        tree = self._tree(position, games)
        self._grow(tree, games, seconds)
        columns = tree.statistics(self._options())
        if not columns:  # stopped before the first game
            return Choice(position.legal_moves[0], line=format_move(position.legal_moves[0]))
        best = preferred(columns, self.pick)
        move: Move = best["move"]
        proven = best["proven"]
        return Choice(
            move=move,
            score=best["value"] if proven is None else certain_score(proven, self.draw),
            nodes=int(tree.state[USED]),
            seconds=perf_counter() - started,
            line=format_move(move),
            leaves=tree.games,
            columns=tuple(columns),
            details={"iterations": tree.games},
        )

    def _grow(self, tree: Tree, games: int, seconds: float | None) -> None:
        """Grows the tree by games or valued leaves.

        Stops when their number or the time is reached, or when the root is proven.
        """
        rules, board, options = tree.position.rules, tree.position.kernel_board, self._options()
        tree.state[STOP_FLAG] = 0
        with stop_after(seconds, tree.state), np.errstate(over="ignore"):
            if self.heuristic is None:
                done = grow(
                    rules.numbers, rules.kernel_geometry, board, options, word(self.seed),
                    tree.games, games, tree.nodes, tree.wins, tree.state,
                )  # fmt: skip
            else:
                context, pointer = self.heuristic.context(rules), self.heuristic.pointer()
                done = prepared(grow_valued, GROW_VALUED)(
                    rules.numbers, rules.kernel_geometry, pointer, context, board, options,
                    self.scale, games, tree.nodes, tree.wins, tree.state,
                )  # fmt: skip
            tree.games += int(done)

    def _options(self) -> Options:
        return Options(
            self.exploration, int(self.published), int(self.solver), self.draw,
            int(self.formula == "printed"), int(self.full_draws),
        )  # fmt: skip

    def _tree(self, position: Position, games: int) -> Tree:
        tree = Tree.start(position, min(games, MAX_NODES))
        if self.reuse:
            if self._last is not None:
                adopt(self._last, tree)
            self._last = tree
        return tree


def effort(iterations: int | None, seconds: float | None, limit: Limit) -> tuple[int, float | None]:
    """The iterations and seconds to spend: the smaller of the agent's own and the limit's."""
    spent = min((s for s in (seconds, limit.seconds) if s is not None), default=None)
    games = min((n for n in (iterations, limit.nodes) if n is not None), default=UNLIMITED)
    return games, spent


def preferred(columns: Iterable[Mapping[str, Any]], pick: str) -> Mapping[str, Any]:
    """The statistics of the move to play: a proven win, else the one with the highest ``pick``.

    A proven loss is only picked if there is nothing else.
    """

    def preference(column: Mapping[str, Any]) -> tuple[int, float]:
        rank = {"win": 2, "loss": -1}.get(column["proven"] or "", 0)
        value = column[pick]
        return rank, -1.0 if value is None else value

    return max(columns, key=preference)


def certain_score(outcome: str, draw: float) -> float:
    """The score of a proven outcome, where a draw is worth ``draw``."""
    return {"win": 1.0, "draw": draw, "loss": 0.0}[outcome]


def outcome_of(proven: int, player: int) -> str | None:
    """A proven result for a player: win, draw or loss; None if nothing is proven."""
    if proven == 0:
        return None
    if proven == PROVEN_DRAW:
        return "draw"
    return "win" if proven == player else "loss"


def adopt(earlier: Tree, tree: Tree) -> None:
    """Copies into a new tree what an earlier tree knows about the new tree's root position."""
    root = _find(earlier, tree.position)
    if root is None:
        return
    origins = np.empty(len(tree.nodes), dtype=np.int32)
    tree.state[USED] = transplant(earlier.nodes, earlier.wins, root, tree.nodes, tree.wins, origins)
    tree.games = int(tree.nodes[0, VISITS])


def _find(tree: Tree, position: Position) -> int | None:
    """The node of a position in a tree; None if the tree does not contain the position."""
    before = tree.position.moves
    if tree.position.rules != position.rules or not position.moves.startswith(before):
        return None
    node = 0
    for character in position.moves[len(before) :]:
        first, count = int(tree.nodes[node, FIRST]), int(tree.nodes[node, COUNT])
        children = range(first, first + count)
        places = {format_move(move_at(position, int(tree.nodes[c, PLACE]))): c for c in children}
        if character not in places:
            return None
        node = places[character]
    return node
