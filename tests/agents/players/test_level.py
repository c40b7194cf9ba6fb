"""The ladder: what each level looks at."""

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.players.level import EVAL, LEVELS
from enraya.game.position import Position
from tests.agents.players.timing import tells_its_seconds


@pytest.mark.parametrize("level", [4, 5, 6])
@pytest.mark.parametrize(("moves", "rules"), [("4453", "classic"), ("44", "boom"), ("4", "boom")])
def test_a_level_values_moves_at_its_depth(level: int, moves: str, rules: str) -> None:
    position = Position.parse(moves, rules)
    peer = parse_agent(f"minimax(depth={LEVELS[level].depth}, eval={EVAL})")
    choice = parse_agent(f"level({level})", 1).choose(position, Limit())
    assert choice.columns == peer.choose(position, Limit()).columns
    assert choice.depth == LEVELS[level].depth


def test_a_limit_lowers_the_depth_of_a_level() -> None:
    position = Position.parse("4453")
    lowered = parse_agent("level(6)", 1).choose(position, Limit(depth=2))
    assert lowered.columns == parse_agent("level(5)", 1).choose(position, Limit()).columns
    assert parse_agent("level(5)", 1).choose(position, Limit(depth=9)).depth == 2


def test_enough_time_and_nodes_change_nothing() -> None:
    position = Position.parse("4453")
    free = parse_agent("level(5)", 1).choose(position, Limit())
    limited = parse_agent("level(5)", 1).choose(position, Limit(seconds=600.0, nodes=10**6))
    assert limited.columns == free.columns


def test_a_move_that_is_the_only_one_is_not_looked_at() -> None:
    choice = parse_agent("level(6)", 1).choose(Position.parse("121212"), Limit())
    assert (choice.move, choice.score, choice.columns) == (1, None, ())


@pytest.mark.parametrize(
    ("level", "rules", "kind"),
    [
        (9, "classic", "SearchAgent"),
        (10, "classic", "PerfectAgent"),
        (9, "boom", "SearchAgent"),
        (10, "boom", "SearchAgent"),
    ],
)
def test_the_highest_levels_solve_where_that_is_possible(level: int, rules: str, kind: str) -> None:
    agent = parse_agent(f"level({level})", 1)
    agent.prepare(Position.start(rules).rules)  # type: ignore[attr-defined]
    (kept,) = agent._kept.values()  # type: ignore[attr-defined]
    assert type(kept).__name__ == kind


def test_it_says_how_long_it_took() -> None:
    assert tells_its_seconds("level(5)")
