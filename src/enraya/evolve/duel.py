"""Compiled matches between two heuristics at a fixed depth, in pairs of games from openings."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.agents.players.fixed_depth import STYLES
from enraya.arena.statistics.tally import GameResult, Tally, count
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic, named_heuristic
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.search.alphabeta import MOVE_VALUES, SEARCH_GAMES, move_values, search_games
from enraya.rules import RuleSet, parse_rules

STYLE = STYLES["plain"]
"""The style of ``alphabeta(depth=…, eval=…)``: a duel plays the same games as this agent."""
Winners = list[list[int]]
"""For each opening, who won with ``one`` moving first, and with ``one`` moving second.

1 is the player who moved first, 2 the other, 0 a draw.
"""


class Duel(NamedTuple):
    """A match of two heuristics: from each opening they play twice, with sides swapped."""

    one: str
    other: str
    depth: int
    openings: Sequence[str]
    rules: str = "classic"


def play_duel(duel: Duel) -> Winners:
    """Plays all games of a duel.

    >>> play_duel(Duel("threats", "rivest", 1, ["121212", "1212127"]))  # who moves first wins
    [[1, 1], [2, 2]]
    """
    rules = parse_rules(duel.rules)
    one, other = named_heuristic(duel.one), named_heuristic(duel.other)
    boards = np.array(
        [tuple(Position.parse(moves, rules).board) for moves in duel.openings], dtype=np.uint64
    )
    ahead = _play(rules, duel.depth, one, other, boards)
    behind = _play(rules, duel.depth, other, one, boards)
    return [list(pair) for pair in zip(ahead.tolist(), behind.tolist(), strict=True)]


def _play(
    rules: RuleSet,
    depth: int,
    first: CompiledHeuristic,
    second: CompiledHeuristic,
    boards: NDArray[np.uint64],
) -> NDArray[np.int8]:
    """The winner of the game from each board; 0 is a draw."""
    prepared(move_values, MOVE_VALUES)
    winners = np.zeros(len(boards), dtype=np.int8)
    lengths = np.zeros(len(boards), dtype=np.int16)
    prepared(search_games, SEARCH_GAMES)(
        rules.numbers, rules.kernel_geometry, STYLE, depth, first.pointer(), first.context(rules),
        second.pointer(), second.context(rules), boards, winners, lengths,
    )  # fmt: skip
    return winners


def tally_of(winners: Winners) -> Tally:
    """The tally of the first heuristic of a duel.

    >>> tally_of([[1, 2], [1, 1], [0, 2]]).pairs
    (0, 0, 1, 1, 1)
    """
    games = [
        result
        for pair, (ahead, behind) in enumerate(winners)
        for result in (
            GameResult("one", "other", ahead, pair, 0),
            GameResult("other", "one", behind, pair, 0),
        )
    ]
    return count(games).get(("one", "other"), Tally())
