"""The agent that cannot be beaten where the game is not lost already."""

from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from enraya.agents.agent import Choice
from enraya.errors import InvalidSetting, NotSolved
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.rules import RuleSet
from enraya.solver import Solver
from enraya.solver.analysis import centre_first, move_score
from enraya.types import Limit

TABLE_MB = 64
TIES = ("centre", "random")


@dataclass(frozen=True, slots=True)
class PerfectAgent:
    """Plays the fastest win, a draw, or the slowest loss, as the solver knows them.

    Of equally good moves it takes the one nearest to the middle, or a random one. Only for classic
    games. When the limit is reached first, it plays the best of what it knows.
    """

    name: str
    ties: str
    seed: int
    _solvers: dict[str, Solver] = field(default_factory=dict, repr=False, compare=False)

    def check_rules(self, rules: RuleSet) -> None:
        """Refuses what the solver cannot solve.

        Raises:
            InvalidSetting: when the rules are not classic.
        """
        if rules.name != "classic":
            raise InvalidSetting(
                f"agent 'perfect' plays classic games only; {rules.name!r} cannot be solved"
            )

    def choose(self, position: Position, limit: Limit) -> Choice:
        """A best move."""
        self.check_rules(position.rules)
        started = perf_counter()
        solver = self._solver()
        scores: dict[int, int] = {}
        nodes = 0
        for column in centre_first(position):
            try:
                scores[column], used = move_score(solver, position, column, _rest(limit, started))
            except NotSolved:
                break
            nodes += used
        columns = list(scores) or centre_first(position)[:1]
        best = max(scores.values(), default=0)
        equal = [column for column in columns if scores.get(column, 0) == best]
        move = equal[0]
        if self.ties == "random":
            rng = np.random.default_rng((self.seed, position.board.first, position.board.second))
            move = equal[int(rng.integers(len(equal)))]
        return Choice(
            move=move,
            score=best if scores else None,
            nodes=nodes,
            seconds=perf_counter() - started,
            line=format_move(move),
            columns=tuple({"move": c, "score": scores[c]} for c in sorted(scores)),
        )

    def _solver(self) -> Solver:
        """The solver, made at the first move: constructors only store."""
        if "solver" not in self._solvers:
            self._solvers["solver"] = Solver(table_mb=TABLE_MB)
        return self._solvers["solver"]


def _rest(limit: Limit, started: float) -> Limit | None:
    """What is left of the limit; None when there is none."""
    if limit.seconds is None and limit.nodes is None:
        return None
    left = None if limit.seconds is None else limit.seconds - (perf_counter() - started)
    return Limit(seconds=None if left is None else max(left, 0.0), nodes=limit.nodes)
