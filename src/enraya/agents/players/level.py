"""A ladder of ten opponents, from a beginner to perfection."""

from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import NamedTuple

import numpy as np

from enraya.agents.players.agent import Agent, Choice, prepare, scored_choice
from enraya.agents.players.fixed_depth import STYLES
from enraya.agents.players.lookahead import look, prepare_look
from enraya.agents.players.perfect import PerfectAgent
from enraya.agents.players.search import SearchAgent
from enraya.agents.players.simple import rank_of
from enraya.game.notation import Move
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic, named_heuristic
from enraya.heuristics.ours import HAND_SET
from enraya.kernels.search import UNLIMITED
from enraya.limit import Limit
from enraya.rules import RuleSet

EVAL = HAND_SET
"""The heuristic of the levels: their noise is in its points, and they were measured with it."""


class Step(NamedTuple):
    """How one level plays."""

    description: str
    depth: int = 0
    """How many moves ahead the level looks; 0 if it does not look at all."""
    noise: float = 0.0
    """The standard deviation of its errors in judging a move, in points of the heuristic."""
    slips: float = 0.0
    """The probability that it plays a random move."""
    is_sharp: bool = True
    """Whether it sees wins and losses in one, except when it slips."""
    nodes: int = 0
    """The nodes per move of a level that is a `SearchAgent`."""


LEVELS: dict[int, Step] = {
    1: Step("plays anywhere", is_sharp=False),
    2: Step("likes the centre, often plays anywhere", 1, 60, 0.5, is_sharp=False),
    3: Step("sees wins and threats in one, otherwise plays anywhere"),
    4: Step("sees wins and threats in one and likes good squares", 1, 15),
    5: Step("looks two moves ahead, with mistakes", 2, 10),
    6: Step("looks four moves ahead, with small mistakes", 4, 6),
    7: Step("looks six moves ahead", 6, 3),
    8: Step("looks eight moves ahead", 8, 1.5),
    9: Step("searches as deep as it can and solves endgames", nodes=20_000),
    10: Step("perfect in classic games, a long search in others"),
}
HIGHEST = max(LEVELS)
SEARCHES, PERFECT = 9, 10
_LONG = 1.0
"""Seconds per move of the highest level in games that cannot be solved."""


@dataclass(frozen=True)
class LevelAgent:
    """One level of the ladder.

    Its moves vary with the seed, so that a memorised win does not work twice. Apart from the seed
    they depend only on the position and the limit.
    """

    name: str
    level: int
    seed: int

    def prepare(self, rules: RuleSet) -> None:
        """Loads the heuristic and the search of this level."""
        if self.level >= SEARCHES:
            prepare(self._strong(rules), rules)
        elif LEVELS[self.level].depth:
            named_heuristic(EVAL).evaluate(Position.start(rules), 1)
            prepare_look(named_heuristic(EVAL), STYLES["plain"], rules)

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The move that this level plays."""
        started = perf_counter()
        if self.level >= SEARCHES:
            return self._strong(position.rules).choose(position, limit)
        step = LEVELS[self.level]
        bits = [position.board.first, position.board.second, position.board.plies]
        rng = np.random.default_rng([self.seed, *bits])
        moves = list(position.legal_moves)
        if rng.random() < step.slips:
            return scored_choice(moves[int(rng.integers(len(moves)))], {}, started, depth=0)
        if step.is_sharp:
            ranks = {move: rank_of(position.play(move), position.mover) for move in moves}
            moves = [move for move in moves if ranks[move] == max(ranks.values())]
        depth = step.depth if limit.depth is None else min(step.depth, limit.depth)
        values = self._values(position, moves, depth, limit)
        merits = {move: values.get(move, 0.0) + rng.normal(0, step.noise or 1) for move in moves}
        move = max(moves, key=lambda move: merits[move])
        return scored_choice(move, values, started, depth=depth)

    def _values(
        self, position: Position, moves: list[Move], depth: int, limit: Limit
    ) -> dict[Move, float]:
        """The value of each move at this depth, or without a search if the limit is too small.

        Empty if the depth is 0 or there is only one move.
        """
        if depth == 0 or len(moves) == 1:
            return {}
        heuristic, started = named_heuristic(EVAL), perf_counter()
        nodes = None if limit.nodes is None else limit.nodes // len(moves)
        values: dict[Move, float] = {}
        for move in moves:
            seconds = None
            if limit.seconds is not None:  # a share of what is left, so that no delay adds up
                left = limit.seconds - (perf_counter() - started)
                seconds = left / (len(moves) - len(values))
            value = _after(position, move, depth, heuristic, Limit(seconds, nodes))
            if value is None:  # values of different depths cannot be compared
                return {m: heuristic.evaluate(position.play(m), position.mover) for m in moves}
            values[move] = value
        return values

    def _strong(self, rules: RuleSet) -> Agent:
        """The agent behind the two highest levels, made at the first move."""
        is_perfect = self.level == PERFECT and rules.name == "classic"
        return self._perfect if is_perfect else self._search

    @cached_property
    def _perfect(self) -> PerfectAgent:
        return PerfectAgent(self.name, "random", self.seed)

    @cached_property
    def _search(self) -> SearchAgent:
        if self.level == PERFECT:
            return SearchAgent(self.name, named_heuristic(EVAL), seconds=_LONG)
        return SearchAgent(self.name, named_heuristic(EVAL), nodes=LEVELS[SEARCHES].nodes)


def _after(
    position: Position, move: Move, depth: int, heuristic: CompiledHeuristic, limit: Limit
) -> float | None:
    """The value of a move for the player who makes it; None if the limit is reached first."""
    child = position.play(move)
    if child.is_over or depth == 1:
        return heuristic.evaluate(child, position.mover)
    budget = UNLIMITED if limit.nodes is None else limit.nodes
    looked = look(child, depth - 1, heuristic, STYLES["plain"], budget, limit.seconds)
    if looked.score is None or not looked.finished:
        return None
    return looked.score if child.mover == position.mover else -looked.score
