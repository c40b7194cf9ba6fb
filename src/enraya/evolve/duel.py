"""Matches between two heuristics at a fixed depth, compiled, on pairs of games from openings."""

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
"""The style of ``alphabeta(depth=…, eval=…)``: these are its games."""
Winners = list[list[int]]
"""Who won each opening when ``one`` moved first and when it moved second; 0 is a draw."""


class Duel(NamedTuple):
    """Two heuristics and the openings they play from, each twice with sides swapped."""

    one: str
    other: str
    depth: int
    openings: Sequence[str]
    rules: str = "classic"


def play_duel(duel: Duel) -> Winners:
    """Plays all games of a duel.

    >>> play_duel(Duel("threats", "rivest", 1, ["121212", "1212127"]))  # wins at once
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
    """The winners of the games from all boards."""
    prepared(move_values, MOVE_VALUES)
    winners = np.zeros(len(boards), dtype=np.int8)
    lengths = np.zeros(len(boards), dtype=np.int16)
    prepared(search_games, SEARCH_GAMES)(
        rules.numbers, rules.kernel_geometry, STYLE, depth, first.pointer(), first.context(rules),
        second.pointer(), second.context(rules), boards, winners, lengths,
    )  # fmt: skip
    return winners


def tally_of(winners: Winners) -> Tally:
    """What the first heuristic of a duel scored.

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
