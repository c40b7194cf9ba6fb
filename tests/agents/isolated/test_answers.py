"""What an agent's process may say of its move, which the agent may have written itself."""

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


def test_everything_that_was_said_is_in_the_choice() -> None:
    said = answer(score=0.5, nodes=0, depth=LARGEST, leaves=7, stopped=True)
    expected = Choice(3, 0.5, 0, LARGEST, 0.25, "3", leaves=7, stopped=True)
    assert read_choice(said, FULL, 0.25) == expected


def test_a_score_that_is_no_number_is_none() -> None:
    assert read_choice(answer(score=float("inf")), FULL, 0.0).score is None


@pytest.mark.parametrize("move", [4, 8, "3", "B", True, 3.0, None, [3]])
def test_only_a_legal_move_is_one(move: object) -> None:
    with pytest.raises(AgentFault) as caught:
        read_choice(answer(move=move), FULL, 0.0)
    assert caught.value.termination is Termination.ILLEGAL_MOVE


def test_a_line_may_be_as_long_as_any_game() -> None:
    assert len(read_choice(answer(line="1" * 168), FULL, 0.0).line) == 168


@pytest.mark.parametrize(
    "said",
    [
        {"line": "1" * 169},
        {"line": "3\x1b[31m"},
        {"nodes": -1},
        {"depth": LARGEST + 1},
    ],
)
def test_a_value_that_no_store_can_keep_is_refused(said: dict[str, object]) -> None:
    with pytest.raises(AgentFault) as caught:
        read_choice(answer(**said), FULL, 0.0)
    assert caught.value.termination is Termination.EXCEPTION
