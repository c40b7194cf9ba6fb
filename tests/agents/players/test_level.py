"""The levels: their depth, their seeds and their order of strength."""

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.players.level import EVAL, LEVELS
from enraya.game.position import Position
from enraya.heuristics import named_heuristic
from tests.agents.test_contract import play


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


def test_the_highest_level_is_perfect_where_the_game_can_be_solved() -> None:
    position, agent = Position.parse("44455554221"), parse_agent("level(10)", 1)
    perfect = parse_agent("perfect").choose(position, Limit())
    assert agent.choose(position, Limit()).columns == perfect.columns
    unsolved = Position.parse("4453", "boom")
    assert agent.choose(unsolved, Limit(nodes=100)).move in unsolved.legal_moves


@pytest.mark.parametrize("level", [1, 3, 5, 7])
def test_levels_vary_with_their_seed(level: int) -> None:
    games = {
        play(parse_agent(f"level({level})", seed), parse_agent(f"level({level})", seed + 100)).moves
        for seed in range(4)
    }
    assert len(games) == 4


@pytest.mark.parametrize(("strong", "weak"), [(3, 1), (5, 3), (7, 4)])
def test_a_higher_level_wins_more(strong: int, weak: int) -> None:
    points = 0.0
    for seed in range(10):
        agents = parse_agent(f"level({strong})", seed), parse_agent(f"level({weak})", seed)
        game = play(*agents) if seed % 2 else play(*agents[::-1])
        wins = game.result == (1 if seed % 2 else 2)
        points += 0.5 if game.result == 0 else float(wins)
    assert points >= 7


@pytest.mark.parametrize("nodes", [7, 700])
def test_a_level_without_time_compares_moves_of_one_depth(nodes: int) -> None:
    position = Position.parse("4455")
    hurried = parse_agent("level(6)", 1).choose(position, Limit(nodes=nodes)).columns
    heuristic = named_heuristic(EVAL)
    assert {column["move"]: column["score"] for column in hurried} == {
        move: heuristic.evaluate(position.play(move), 1) for move in position.legal_moves
    }
    assert hurried != parse_agent("level(6)", 1).choose(position, Limit()).columns
