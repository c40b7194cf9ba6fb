"""The strong agent: iterative deepening, and exact answers wherever the solver is fast enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from time import perf_counter
from typing import NamedTuple

import numpy as np

from enraya.agents.players.agent import Choice, scored_choice
from enraya.agents.players.lookahead import middle_move, move_at, stop_after, thinking_time
from enraya.game.notation import Move, format_move
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic, named_heuristic
from enraya.kernels.core.board import board_hash
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.search import LEAVES, NODES, STOP_FLAG, UNLIMITED
from enraya.kernels.search.deepening import (
    BEST_ACTION,
    LEAST_WIN,
    MAX_PLIES,
    SIGNATURE,
    WIN,
    Stack,
    Table,
    best_action,
    known_place,
    make_stack,
    make_table,
)
from enraya.limit import Limit
from enraya.models import shipped_heuristic
from enraya.rules import RuleSet
from enraya.rules.classic import classic
from enraya.solver import Solver
from enraya.solver.analysis import centre_first

BY_HAND, BY_LEARNING = "threats", "ntuple"
"""The strongest heuristics: for any game, and for the classic game on a 7x6 board."""
TABLE_LOG2 = 19
SOLVER_MB = 32
SHARE = 0.3
"""The share of the budget for iterative deepening in games where the solver gets the rest."""
_VALUES = {1: WIN, 0: 0.0, -1: -WIN}


class Budget(NamedTuple):
    """What a move may cost, and when it began."""

    started: float
    seconds: float | None
    nodes: int
    depth: int

    def left(self, share: float = 1.0) -> float | None:
        """The seconds left of a share of the time; None if time is not limited."""
        if self.seconds is None:
            return None
        return max(0.0, share * self.seconds - (perf_counter() - self.started))


@dataclass(slots=True)
class Found:
    """What a search has found so far."""

    move: Move
    values: dict[Move, float] = field(default_factory=dict)
    depth: int = 0
    nodes: int = 0
    leaves: int = 0
    line: str = ""

    @property
    def is_decided(self) -> bool:
        """Whether the value of the move is a proven win or loss."""
        return abs(self.values.get(self.move, 0.0)) > LEAST_WIN


@dataclass(frozen=True)
class SearchAgent:
    """Looks deeper and deeper within its limit, then has the solver check the moves it prefers.

    In classic games it plays a move proven to win, and avoids a move proven to lose if there is
    another. Without any limit it thinks for one second.
    """

    name: str
    heuristic: CompiledHeuristic | None = None
    """The heuristic that values positions; by default the strongest for the rules of the game."""
    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def prepare(self, rules: RuleSet) -> None:
        """Loads the search and the solver, and allocates their memory."""
        prepared(best_action, BEST_ACTION)
        (self.heuristic or strongest_evaluation(rules)).pointer()
        self._emptied()
        if rules.name == "classic":
            self._solver.prepare(rules)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The best move found within the limit."""
        budget = self._budget(limit)
        can_solve = position.rules.name == "classic"
        found = self._deepen(position, budget, SHARE if can_solve else 1.0)
        is_limited = budget.seconds is not None or budget.nodes != UNLIMITED  # not only in depth
        if can_solve and not found.is_decided and is_limited:
            self._verify(position, found, budget)
        scores = {m: found.values[m] for m in position.legal_moves if m in found.values}
        played = format_move(found.move)
        return scored_choice(
            found.move, scores, budget.started,
            nodes=found.nodes, depth=found.depth, leaves=found.leaves,
            line=found.line if found.line.startswith(played) else played,
        )  # fmt: skip

    def forget(self) -> None:
        """Clears the solver's table, so that the next move does not depend on earlier ones."""
        self._solver.clear()

    def _budget(self, limit: Limit) -> Budget:
        """The smaller of the agent's own limits and those given; one second if there are none."""
        seconds = min((s for s in (self.seconds, limit.seconds) if s is not None), default=None)
        nodes = min((n for n in (self.nodes, limit.nodes) if n is not None), default=UNLIMITED)
        depth = min((d for d in (self.depth, limit.depth) if d is not None), default=MAX_PLIES)
        if seconds is None and nodes == UNLIMITED and depth == MAX_PLIES:
            seconds = 1.0
        spent = None if seconds is None else thinking_time(seconds)
        return Budget(perf_counter(), spent, nodes, depth)

    @cached_property
    def _solver(self) -> Solver:
        return Solver(table_mb=SOLVER_MB)

    @cached_property
    def _work_space(self) -> tuple[Stack, Table]:
        return make_stack(), make_table(TABLE_LOG2)

    def _emptied(self) -> tuple[Stack, Table]:
        """The stack and the table of the search, cleared for a move."""
        self._work_space[0].history[:] = 0
        self._work_space[1][:, SIGNATURE] = 0
        return self._work_space

    def _deepen(self, position: Position, budget: Budget, share: float) -> Found:
        """Searches one move deep, then two, and so on, within a share of the budget."""
        stack, table = self._emptied()
        rules, board = position.rules, position.kernel_board
        search = prepared(best_action, BEST_ACTION)
        heuristic = self.heuristic or strongest_evaluation(rules)
        context, pointer = heuristic.context(rules), heuristic.pointer()
        nodes_left = UNLIMITED if budget.nodes == UNLIMITED else int(budget.nodes * share)
        counts = np.zeros(3, dtype=np.int64)
        found = Found(middle_move(position))
        most = min(budget.depth, MAX_PLIES // 2)
        with stop_after(budget.left(share), counts), np.errstate(over="ignore"):
            for depth in range(1, most + 1):
                values = np.full(rules.columns + 1, np.nan)
                place = search(
                    rules.numbers, rules.kernel_geometry, pointer, context, board, depth,
                    nodes_left, stack, table, values, counts,
                )  # fmt: skip
                if place >= 0:
                    found.move = move_at(position, place)
                    known = enumerate(values)
                    found.values.update(
                        {move_at(position, i): float(v) for i, v in known if not np.isnan(v)}
                    )
                if counts[STOP_FLAG]:
                    break
                found.depth = depth
                if found.is_decided or depth >= rules.cells - position.plies:
                    break
            found.line = expected_line(position, table)
        found.nodes, found.leaves = int(counts[NODES]), int(counts[LEAVES])
        return found

    def _verify(self, position: Position, found: Found, budget: Budget) -> None:
        """Has the solver solve the moves, the best one first, and updates what was found.

        Stops at a proven win, or when the budget is spent.
        """
        order = sorted(
            centre_first(position), key=lambda move: (move != found.move, -_value(found, move))
        )
        proven: dict[Move, int] = {}
        for move in order:
            child = position.play(move)
            if child.is_over:
                proven[move] = 1 if child.result else 0
            else:
                nodes_left = None
                if budget.nodes != UNLIMITED:
                    nodes_left = max(0, budget.nodes - found.nodes)
                left = budget.left()
                if nodes_left == 0 or left == 0.0:
                    break
                solution = self._solver.solve(child, weak=True, limit=Limit(left, nodes_left))
                found.nodes += solution.nodes
                if solution.value is None:
                    break
                proven[move] = -solution.value
            found.values[move] = _VALUES[proven[move]]
            if proven[move] == 1:
                break
        found.move = _preferred(found, order, proven)


@cache
def strongest_evaluation(rules: RuleSet) -> CompiledHeuristic:
    """The heuristic with which a search wins the most games of these rules.

    docs/decisions/0046-guided-tree-search.md has the measurements.
    """
    return shipped_heuristic(BY_LEARNING) if rules == classic() else named_heuristic(BY_HAND)


def _preferred(found: Found, order: Sequence[Move], proven: Mapping[Move, int]) -> Move:
    """The move to play, given what the solver has proven: 1 a win, 0 a draw, -1 a loss."""
    wins = [move for move in order if proven.get(move) == 1]
    draws = [move for move in order if proven.get(move) == 0]
    if wins:
        return wins[0]
    if proven.get(found.move) != -1 and len(proven) < len(order):
        return found.move
    hopes = [m for m in order if m not in proven and _value(found, m) > -LEAST_WIN]
    return next(iter([*hopes, *draws]), found.move)  # of losing moves, the one that seemed best


def _value(found: Found, move: Move) -> float:
    return found.values.get(move, -WIN)


def expected_line(position: Position, table: Table) -> str:
    """The principal variation from a position, as the transposition table has it."""
    start = len(position.moves)
    while not position.is_over and len(position.moves) < start + MAX_PLIES:
        place = int(known_place(table, board_hash(position.kernel_board)))
        if place < 0 or move_at(position, place) not in position.legal_moves:
            break
        position = position.play(move_at(position, place))
    return position.moves[start:]
