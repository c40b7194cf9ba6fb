"""How well the n-tuple model that comes with enraya plays, judged by an independent solver."""

import numpy as np
import pytest

from enraya.agents import Agent, Limit, parse_agent
from enraya.game.position import Position
from enraya.solver.bitbully import Bitbully
from enraya.solver.position_sets import load_set
from enraya.solver.score import value_of

pytestmark = pytest.mark.slow
GAMES = 20


def column(agent: Agent, position: Position) -> int:
    move = agent.choose(position, Limit()).move
    assert isinstance(move, int)
    return move


def best_moves(peer: Bitbully, position: Position) -> list[int]:
    scores = peer.column_scores(position)
    best = max(score for score in scores if score is not None)
    return [place + 1 for place, score in enumerate(scores) if score == best]


@pytest.mark.parametrize("agent", ["learned(ntuple)", "learned(ntuple, depth=6)"])
def test_at_most_a_tenth_of_its_moves_on_begin_hard_lose_value(agent: str) -> None:
    player, peer, positions = parse_agent(agent), Bitbully(with_book=True), load_set("begin-hard")
    wrong = 0
    for position, best in positions:
        score = peer.column_scores(position)[column(player, position) - 1]
        assert score is not None
        wrong += value_of(score) < value_of(best)
    assert wrong <= 0.1 * len(positions)


@pytest.mark.parametrize(
    ("agent", "least"), [("learned(ntuple)", 0.8), ("learned(ntuple, depth=6)", 0.9)]
)
def test_as_first_player_it_beats_perfect_opponents_that_vary(agent: str, least: float) -> None:
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
