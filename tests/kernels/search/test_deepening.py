"""The strong search against plain minimax, and against brute force on a small board."""

from functools import cache

import numpy as np
import pytest

from enraya.agents.players.fixed_depth import STYLES
from enraya.agents.players.lookahead import look_plainly, move_at
from enraya.game.position import Position
from enraya.heuristics import named_heuristic
from enraya.kernels.heuristics.evaluator import prepared
from enraya.kernels.search import COUNTS, NODES, STOP_FLAG, UNLIMITED
from enraya.kernels.search.deepening import (
    BEST_ACTION,
    LEAST_WIN,
    WIN,
    best_action,
    make_stack,
    make_table,
)
from enraya.rules import parse_rules
from tests.agents.test_contract import positions
from tests.kernels.support import sized

SMALL = parse_rules("classic(columns=4, rows=4)")


def search(position: Position, depth: int, budget: int = UNLIMITED) -> tuple[float, object, int]:
    """Value, move and nodes of the deepest search, after all shallower ones."""
    rules, heuristic = position.rules, named_heuristic("rivest")
    stack, table = make_stack(), make_table(12)
    counts = np.zeros(COUNTS, dtype=np.int64)
    place, values = -1, np.zeros(0)
    for ahead in range(1, depth + 1):
        values = np.full(rules.columns + 1, np.nan)
        place = prepared(best_action, BEST_ACTION)(
            rules.numbers, rules.kernel_geometry, heuristic.pointer(),
            heuristic.context(rules), position.kernel_board, ahead, budget, stack, table,
            values, counts,
        )  # fmt: skip
        if counts[STOP_FLAG]:
            break
    value = float(values[place]) if place >= 0 else np.nan
    return value, move_at(position, place), int(counts[NODES])


@pytest.mark.parametrize("rules", ["boom", "desconecta"])
def test_without_forced_moves_the_value_is_that_of_minimax(rules: str) -> None:
    for position in positions(parse_rules(rules), sized(12, 3)):
        style = STYLES["plain"]._replace(win=WIN - position.plies)
        looked = look_plainly(position, 3, named_heuristic("rivest"), style)
        assert search(position, 3)[0] == looked.score


@cache
def exact(position: Position) -> int:
    """1, 0 or -1 for the player to move, by brute force."""
    outcomes = []
    for move in position.legal_moves:
        child = position.play(move)
        if child.is_over:
            outcomes.append(1 if child.result else 0)
        else:
            outcomes.append(-exact(child))
    return max(outcomes)


def test_a_search_to_the_end_is_exact() -> None:
    for position in positions(SMALL, sized(60, 4)):
        if position.plies < sized(4, 9):
            continue
        value, move, _ = search(position, 16)
        assert (value > LEAST_WIN) - (value < -LEAST_WIN) == exact(position)
        child = position.play(move)  # type: ignore[arg-type]
        after = (1 if child.result else 0) if child.is_over else -exact(child)
        assert after == exact(position)


def test_a_win_or_the_only_defence_is_seen_at_depth_1() -> None:
    assert search(Position.parse("443355"), 1)[1] in (2, 6)
    assert search(Position.parse("121212"), 1)[1] == 1
    assert search(Position.parse("12121"), 1)[1] == 1


def test_the_search_stops_after_its_budget() -> None:
    assert search(Position.start(), 20, sized(500, 100))[2] <= 500
