"""Agents that look at most one move ahead."""

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.players.simple import LOSES, RISKY, SAFE, WINS, GreedyAgent, rank_of
from enraya.game.position import Position
from enraya.heuristics import PythonHeuristic


def test_after_its_script_an_agent_plays_the_lowest_open_column() -> None:
    agent = parse_agent("script(35)")
    assert [agent.choose(Position.parse(m), Limit()).move for m in ("", "31", "3151")] == [3, 5, 1]


def test_a_script_counts_only_its_own_moves_where_players_move_twice() -> None:
    agent = parse_agent("script(1234567)")
    game = [("4", 1), ("44", 2), ("445", 2), ("4456", 3)]
    found = [(m, agent.choose(Position.parse(m, "boom"), Limit()).move) for m, _ in game]
    assert found == game


@pytest.mark.parametrize(
    ("moves", "player", "rules", "rank"),
    [
        ("1212121", 1, "classic", WINS),
        ("44", 2, "classic", SAFE),
        ("1212127", 1, "classic", RISKY),
        ("1212121", 1, "desconecta", LOSES),
        ("12", 2, "boom", SAFE),
    ],
)
def test_a_move_wins_is_safe_is_risky_or_loses(
    moves: str, player: int, rules: str, rank: int
) -> None:
    assert rank_of(Position.parse(moves, rules), player) == rank


@pytest.mark.parametrize(("moves", "move"), [("", 4), ("444444", 3), ("44444433", 3)])
def test_of_equal_moves_the_one_nearest_the_middle_is_played(moves: str, move: int) -> None:
    agent = GreedyAgent("alike", PythonHeuristic("alike", lambda _: 0.0))
    choice = agent.choose(Position.parse(moves), Limit())
    assert choice.move == move
    assert choice.leaves == len(choice.columns) == len(Position.parse(moves).legal_moves)


def test_greedy_moves_to_the_position_with_the_best_evaluation() -> None:
    agent = GreedyAgent("left", PythonHeuristic("left", lambda p: float(p.moves[-1])))
    assert agent.choose(Position.parse("4453"), Limit()).move == 1
