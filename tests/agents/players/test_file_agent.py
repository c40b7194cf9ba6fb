"""Users' functions as agents: what they are told, and what counts as an answer."""

from time import perf_counter
from typing import Any

import numpy as np
import pytest

from enraya.agents import Limit
from enraya.agents.players.file_agent import BadAnswer, ChooserAgent, FailedAgent, KaggleAgent
from enraya.game.position import Position
from enraya.limit import DEFAULT_RESERVE
from enraya.rules import parse_rules

START = Position.start()
BOMB = Position.parse("55654453667472", "boom")


def chooser(answer: object) -> ChooserAgent:
    return ChooserAgent("mine", lambda position, limit: answer)  # noqa: ARG005


@pytest.mark.parametrize(
    ("answer", "position", "move"),
    [(3, START, 3), (3.0, START, 3), (np.int64(3), START, 3), ("B", BOMB, "B")],
)
def test_any_number_that_is_a_column_is_a_move(
    answer: object, position: Position, move: int | str
) -> None:
    started = perf_counter()
    choice = chooser(answer).choose(position, Limit())
    assert (choice.move, type(choice.move), choice.line) == (move, type(move), str(move))
    assert choice.seconds is not None
    assert 0 <= choice.seconds <= perf_counter() - started


@pytest.mark.parametrize("answer", [0, 8, 3.5, True, "3", "B", None, [3], float("nan")])
def test_anything_else_is_a_bad_answer(answer: object) -> None:
    with pytest.raises(BadAnswer) as caught:
        chooser(answer).choose(START, Limit())
    assert caught.value.answer is answer


@pytest.mark.parametrize("column", [-1, 7, True, None, "3"])
def test_kaggles_columns_are_checked_too(column: object) -> None:
    with pytest.raises(BadAnswer):
        KaggleAgent("mine", lambda *_: column).choose(START, Limit())


@pytest.mark.parametrize(
    ("limit", "clock", "seconds", "overage"),
    [
        (Limit(seconds=2.0), 5.0, 2.0, 3.0),
        (Limit(seconds=2.0), 1.0, 2.0, 0.0),
        (Limit(seconds=3.0), None, 3.0, DEFAULT_RESERVE),
        (Limit(), None, 2.0, DEFAULT_RESERVE),
    ],
)
def test_a_kaggle_agent_is_told_its_time_and_its_reserve(
    limit: Limit, clock: float | None, seconds: float, overage: float
) -> None:
    told: list[Any] = []

    def play(*what: Any) -> int:
        told.extend(what)
        return 3

    agent = KaggleAgent("mine", play)
    if clock is not None:
        agent.tell_clock(clock)
    assert agent.choose(START, limit).move == 4
    observation, configuration = told
    assert observation.remainingOverageTime == pytest.approx(overage)
    assert (configuration.actTimeout, configuration.timeout) == (seconds, seconds)


@pytest.mark.parametrize("kind", [ChooserAgent, KaggleAgent])
def test_a_files_own_preparation_is_run(kind: type[ChooserAgent | KaggleAgent]) -> None:
    heard: list[object] = []
    rules = parse_rules("classic")
    kind("mine", lambda *_: 1, heard.append).prepare(rules)
    kind("mine", lambda *_: 1).prepare(rules)
    assert heard == [rules]


def test_a_failure_is_told_with_its_line() -> None:
    def choose(position: Position, limit: Limit) -> int:  # noqa: ARG001
        return [1, 2][position.plies + 5]

    with pytest.raises(FailedAgent) as caught:
        ChooserAgent("mine", choose).choose(START, Limit())
    line = choose.__code__.co_firstlineno + 1
    assert caught.value.reason.endswith(f"(test_file_agent.py, line {line})")
    with pytest.raises(FailedAgent) as caught:
        ChooserAgent("mine", int).choose(START, Limit())  # type: ignore[arg-type]
    assert "line" not in caught.value.reason
