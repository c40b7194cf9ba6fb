"""Answers of an agent's process, which the agent may have forged."""

from typing import Any

import pytest

from enraya.agents.isolated.agent import read_choice
from enraya.agents.players.agent import Choice
from enraya.game.position import Position
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault

FULL = Position.parse("444444")
LARGEST = 2**63 - 1


def answer(**said: Any) -> dict[str, Any]:
    return {"choice": {"move": 3, "line": "3", **said}}


def test_every_field_of_an_answer_is_in_the_choice() -> None:
    said = answer(score=0.5, nodes=0, depth=LARGEST, line="1" * 168, leaves=7, stopped=True)
    expected = Choice(3, 0.5, 0, LARGEST, 0.25, "1" * 168, leaves=7, stopped=True)
    assert read_choice(said, FULL, 0.25) == expected


def test_a_score_that_is_not_a_number_becomes_none() -> None:
    assert read_choice(answer(score=float("inf")), FULL, 0.0).score is None


@pytest.mark.parametrize(
    ("said", "termination"),
    [
        *(({"move": m}, Termination.ILLEGAL_MOVE) for m in (4, 8, "3", "B", True, 3.0, None, [3])),
        ({"line": "1" * 169}, Termination.EXCEPTION),  # longer than any game
        ({"line": "3\x1b[31m"}, Termination.EXCEPTION),
        ({"nodes": -1}, Termination.EXCEPTION),
        ({"depth": LARGEST + 1}, Termination.EXCEPTION),
    ],
)
def test_only_a_legal_move_with_storable_values_is_accepted(
    said: dict[str, Any], termination: Termination
) -> None:
    with pytest.raises(AgentFault) as caught:
        read_choice(answer(**said), FULL, 0.0)
    assert caught.value.termination is termination
