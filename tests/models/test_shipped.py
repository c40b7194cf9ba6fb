"""The models shipped with enraya: their predictions and their play."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from enraya.agents import Agent, Limit, parse_agent
from enraya.game.position import Position
from enraya.models import load_model, model_path, shipped_models
from enraya.solver.bitbully import Bitbully
from enraya.solver.position_sets import ScoredPosition, load_file, load_set
from enraya.solver.score import value_of

pytestmark = pytest.mark.slow
MOST_BYTES = 8_000_000
GAMES = 20


def test_shipped_models_are_small() -> None:
    assert shipped_models() == ("ntuple", "tables")
    assert sum(model_path(name).stat().st_size for name in shipped_models()) < MOST_BYTES


def test_the_header_records_the_command_and_the_positions_left_out() -> None:
    header = load_model(model_path("tables")).header
    assert header.command.startswith("enraya train tables --data report.parquet")
    assert "--without begin-hard.txt" in header.command
    assert header.parameters["without"] == 500


def column(agent: Agent, position: Position) -> int:
    move = agent.choose(position, Limit()).move
    assert isinstance(move, int)
    return move


def losing_share(agent: str, positions: Sequence[ScoredPosition]) -> float:
    """The share of positions in which the agent's move loses value."""
    player, peer = parse_agent(agent), Bitbully(with_book=True)
    wrong = 0
    for position, best in positions:
        score = peer.column_scores(position)[column(player, position) - 1]
        assert score is not None
        wrong += value_of(score) < value_of(best)
    return wrong / len(positions)


def test_one_ply_ahead_at_most_8_percent_of_its_moves_on_begin_hard_lose_value(
    testdata: Path,
) -> None:
    positions = load_file(testdata / "solved" / "begin-hard.txt")
    assert losing_share("learned(tables)", positions) <= 0.08


@pytest.mark.parametrize("agent", ["learned(ntuple)", "learned(ntuple, depth=6)"])
def test_at_most_a_tenth_of_its_moves_on_begin_hard_lose_value(agent: str) -> None:
    assert losing_share(agent, load_set("begin-hard")) <= 0.1


def best_moves(peer: Bitbully, position: Position) -> list[int]:
    scores = peer.column_scores(position)
    best = max(score for score in scores if score is not None)
    return [place + 1 for place, score in enumerate(scores) if score == best]


@pytest.mark.parametrize(
    ("agent", "least"), [("learned(ntuple)", 0.8), ("learned(ntuple, depth=6)", 0.9)]
)
def test_moving_first_it_beats_perfect_opponents_that_choose_at_random(
    agent: str, least: float
) -> None:
    player, peer = parse_agent(agent), Bitbully(with_book=True)
    rng, wins = np.random.default_rng(1), 0
    for _ in range(GAMES):
        position = Position.start()
        while not position.is_over:
            if position.mover == 1:
                position = position.play(column(player, position))
            else:
                position = position.play(int(rng.choice(best_moves(peer, position))))
        wins += position.result == 1
    assert wins >= least * GAMES
