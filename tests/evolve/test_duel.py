"""Compiled games between two heuristics, against the agents that play the same."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya.agents import parse_agent
from enraya.agents.players.fixed_depth import STYLES
from enraya.arena.play.play import play_game
from enraya.evolve.duel import Duel, play_duel
from enraya.game.position import Position
from enraya.heuristics import named_heuristic
from enraya.kernels.core.compile import interpreted
from enraya.kernels.search.alphabeta import search_games
from enraya.rules import RuleSet, parse_rules
from tests.strategies import RULES, positions

HEURISTICS = ("threats", "rivest", "uam-h3", "threats(zugzwang=500, two=1)", "qmatic-plus")


def slow_duel(duel: Duel) -> list[list[int | None]]:
    one, other = (
        parse_agent(f"alphabeta(depth={duel.depth}, eval={text})")
        for text in (duel.one, duel.other)
    )
    return [
        [
            play_game(pair, Position.parse(moves, duel.rules)).winner
            for pair in ((one, other), (other, one))
        ]
        for moves in duel.openings
    ]


@pytest.mark.parametrize("rules", RULES, ids=str)
@settings(max_examples=8)
@given(data=st.data())
def test_compiled_duels_play_the_games_of_the_agents(rules: RuleSet, data: st.DataObject) -> None:
    opening = data.draw(positions(rules).filter(lambda position: not position.is_over))
    one, other = (data.draw(st.sampled_from(HEURISTICS)) for _ in range(2))
    duel = Duel(one, other, data.draw(st.integers(1, 3)), [opening.moves], rules.spec)
    assert play_duel(duel) == slow_duel(duel)


def test_compiled_and_interpreted_games_agree() -> None:
    rules, one, other = (
        parse_rules("classic"),
        named_heuristic("threats"),
        named_heuristic("rivest"),
    )
    board = np.array([tuple(Position.parse("44444322").board)], dtype=np.uint64)
    winners, lengths = np.zeros(1, np.int8), np.zeros(1, np.int16)
    interpreted(search_games)(
        rules.numbers, rules.kernel_geometry, STYLES["plain"], 2, one.pointer(), one.context(rules),
        other.pointer(), other.context(rules), board, winners, lengths,
    )  # fmt: skip
    assert [winners[0]] == [play_duel(Duel("threats", "rivest", 2, ["44444322"]))[0][0]]
    assert 8 < lengths[0] <= 42
