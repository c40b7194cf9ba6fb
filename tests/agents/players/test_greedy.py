"""The agent that looks one move ahead."""

import pytest

from enraya.agents import Limit
from enraya.agents.players.greedy import LOSES, RISKY, SAFE, WINS, GreedyAgent, rank_of
from enraya.game.position import Position
from enraya.heuristics import PythonHeuristic
from tests.agents.players.timing import tells_its_seconds


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


def test_the_best_position_is_moved_to() -> None:
    agent = GreedyAgent("left", PythonHeuristic("left", lambda p: float(p.moves[-1])))
    assert agent.choose(Position.parse("4453"), Limit()).move == 1


def test_it_says_how_long_it_took() -> None:
    assert tells_its_seconds("greedy")
