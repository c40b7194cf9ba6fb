"""The agent that cannot be beaten unless the game is already lost."""

from dataclasses import dataclass
from functools import cached_property
from time import perf_counter

import numpy as np

from enraya.agents.players.agent import Choice, scored_choice
from enraya.agents.players.search import SearchAgent
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.heuristics import named_heuristic
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.solver import Solver
from enraya.solver.analysis import centre_first, move_bounds, trouble
from enraya.texts import Sentence

TABLE_MB = 64
SHARE = 0.5
"""The share of a limit for solving the position; after that the agent searches instead."""
TIES = ("centre", "random")


@dataclass(frozen=True)
class PerfectAgent:
    """Plays the fastest win, else a draw, else the slowest loss, as the solver finds them.

    Of equally good moves it takes a random one, or the one nearest the middle; in a lost position,
    that is the nearest of those that leave the opponent the fewest wins. It plays only classic
    games. If solving takes more than its share of the limit, it searches with what is left.
    """

    name: str
    ties: str
    seed: int

    def check_rules(self, rules: RuleSet) -> None:
        """Refuses games that the solver cannot solve.

        Raises:
            InvalidSetting: when the rules are not classic.
        """
        if rules.name != "classic":
            raise InvalidSetting(Sentence("problem.perfect_classic", rules=repr(rules.name)))

    def prepare(self, rules: RuleSet) -> None:
        """Loads the solver, and the search for positions that cannot be solved in time."""
        self.check_rules(rules)
        self._solver.prepare(rules)
        self._searcher.prepare(rules)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """A best move, or the move of a search if the position is not solved in time."""
        self.check_rules(position.rules)
        started = perf_counter()
        scores: dict[int, int] = {}
        nodes = 0
        for column in centre_first(position):
            part = _rest(limit, started, nodes)
            bounds, used = move_bounds(self._solver, position, column, part)
            nodes += used
            if bounds.score is None:
                self._searcher.forget()
                return self._searcher.choose(position, _rest(limit, started, nodes, 1.0) or limit)
            scores[column] = bounds.score
        best = max(scores.values())
        equal = [column for column, score in scores.items() if score == best]
        move = min(equal, key=lambda column: trouble(position, column))
        if self.ties == "random":
            rng = np.random.default_rng((self.seed, position.board.first, position.board.second))
            move = equal[int(rng.integers(len(equal)))]
        return scored_choice(move, dict(sorted(scores.items())), started, nodes=nodes)

    @cached_property
    def _solver(self) -> Solver:
        return Solver(table_mb=TABLE_MB)

    @cached_property
    def _searcher(self) -> SearchAgent:
        return SearchAgent(self.name, named_heuristic("threats"))


def _rest(limit: Limit, started: float, nodes: int, share: float = SHARE) -> Limit | None:
    """What is left of a share of the limit; None without a limit."""
    if limit.seconds is None and limit.nodes is None:
        return None
    seconds = budget = None
    if limit.seconds is not None:
        seconds = max(share * limit.seconds - (perf_counter() - started), 0.0)
    if limit.nodes is not None:
        budget = max(int(share * limit.nodes) - nodes, 0)
    return Limit(seconds=seconds, nodes=budget)
