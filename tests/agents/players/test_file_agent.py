"""Users' files and functions as agents: what they receive, and what counts as an answer."""

from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import pytest

from enraya.agents import Agent, Choice, Limit, parse_agent
from enraya.agents.players.file_agent import BadAnswer, ChooserAgent, FailedAgent, KaggleAgent
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.heuristics import parse_heuristic
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
def test_any_integral_number_of_a_column_is_a_move(
    answer: object, position: Position, move: int | str
) -> None:
    started = perf_counter()
    choice = chooser(answer).choose(position, Limit())
    assert (choice.move, type(choice.move), choice.line) == (move, type(move), str(move))
    assert choice.seconds is not None
    assert 0 <= choice.seconds <= perf_counter() - started


@pytest.mark.parametrize("answer", [0, 8, 3.5, True, "3", "B", None, [3], float("nan")])
def test_anything_but_a_column_is_a_bad_answer(answer: object) -> None:
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
def test_the_prepare_function_of_a_file_is_called(kind: type[ChooserAgent | KaggleAgent]) -> None:
    heard: list[object] = []
    rules = parse_rules("classic")
    kind("mine", lambda *_: 1, heard.append).prepare(rules)
    kind("mine", lambda *_: 1).prepare(rules)
    assert heard == [rules]


def test_a_failure_is_reported_with_its_line() -> None:
    def choose(position: Position, limit: Limit) -> int:  # noqa: ARG001
        return [1, 2][position.plies + 5]

    with pytest.raises(FailedAgent) as caught:
        ChooserAgent("mine", choose).choose(START, Limit())
    line = choose.__code__.co_firstlineno + 1
    assert caught.value.reason.endswith(f"(test_file_agent.py, line {line})")
    with pytest.raises(FailedAgent) as caught:
        ChooserAgent("mine", int).choose(START, Limit())
    assert "line" not in caught.value.reason


HEURISTIC = "def heuristic(position):\n    return float(len(position.stones(position.mover)))\n"
CHOOSER = "def choose(position, limit):\n    return position.legal_moves[-1]\n"
KAGGLE = """
def agent(observation, configuration):
    assert observation.board == observation["board"]
    assert len(observation.board) == configuration.rows * configuration["columns"]
    assert observation.mark == 1 + sum(1 for cell in observation.board if cell) % 2
    return [c for c in range(configuration.columns) if observation.board[c] == 0][-1]
"""
COMPILED = """
from enraya.heuristics import heuristic
from enraya.kernels.core.board import stones_of
from enraya.kernels.core.intrinsics import popcount

@heuristic(compiled=True)
def mine(context, board, player):
    return 1.0 * popcount(stones_of(board, player) & context.bottom)
"""


def file_agent(tmp_path: Path, code: str) -> Agent:
    path = tmp_path / "mine.py"
    path.write_text(code)
    return parse_agent(f"file:{path}")


@pytest.mark.parametrize("code", [HEURISTIC, CHOOSER, KAGGLE, COMPILED])
def test_a_file_of_any_kind_plays_a_game(tmp_path: Path, code: str) -> None:
    agents, position = (file_agent(tmp_path, code), parse_agent("random", 1)), START
    while not position.is_over:
        position = position.play(agents[position.mover - 1].choose(position, Limit()).move)


def test_a_heuristic_of_a_file_can_be_searched_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(HEURISTIC)
    agent = parse_agent(f"alphabeta(depth=2, eval=file:{path})")
    assert agent.choose(Position.parse("443355"), Limit()).move == 2
    path.write_text(COMPILED)
    assert parse_heuristic(f"file:{path}").evaluate(Position.parse("4453"), 1) == 2


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = 1\n", "holds no agent; define heuristic"),
        ("def broken(:\n", "cannot be run: SyntaxError"),
        ("1 / 0\n", "cannot be run: ZeroDivisionError"),
    ],
)
def test_a_file_without_an_agent_is_refused_with_the_reason(
    tmp_path: Path, code: str, words: str
) -> None:
    with pytest.raises(InvalidSetting, match=words):
        file_agent(tmp_path, code)


def test_a_file_may_answer_with_a_choice(tmp_path: Path) -> None:
    code = "from enraya.agents import Choice\ndef choose(p, l):\n    return Choice(3, score=1.5)\n"
    assert file_agent(tmp_path, code).choose(Position.start(), Limit()) == Choice(3, score=1.5)


def test_the_example_is_an_agent() -> None:
    path = Path(__file__).parents[3] / "examples" / "03_your_own_heuristic.py"
    assert parse_agent(f"file:{path}").choose(Position.parse("443355"), Limit()).move in (2, 6)
