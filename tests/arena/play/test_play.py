"""One game: limits, clocks, and agents that fail."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest

from enraya import Position
from enraya.agents import Choice, Limit, parse_agent
from enraya.agents.isolated import IsolatedAgent
from enraya.agents.text.spec import parse_spec
from enraya.arena.play.play import forfeited, note_of, play_game
from enraya.errors import InvalidSetting
from enraya.game.record import GameRecord, MoveNote, Termination
from enraya.isolation.faults import AgentFault
from enraya.limit import UNLIMITED, Clock, Terms


@dataclass
class Acting:
    """An agent that runs a given function at its first move."""

    act: Any
    name: str = "acting"

    def choose(self, position: Position, limit: Limit) -> Any:
        """Whatever the act returns."""
        return self.act(position, limit)


def against_script(
    act: Any, terms: Terms = UNLIMITED, clock: Callable[[], float] = perf_counter
) -> GameRecord:
    agents = parse_agent("script(1111)"), Acting(act)
    return play_game(agents, Position.start(), terms, clock=clock)


def fail(error: BaseException) -> Any:
    def act(*_: object) -> Choice:
        raise error

    return act


def test_a_game_is_recorded_move_by_move() -> None:
    agents = parse_agent("mcts(iterations=50)", 1), parse_agent("random", 2)
    record = play_game(agents, Position.parse("4453"), names=("one", "other"), seed=9)
    assert record.agents == ("one", "other")
    assert record.opening == "4453"
    assert record.seed == 9
    assert record.moves.startswith("4453")
    assert len(record.notes) == len(record.moves) - 4
    assert all(note.seconds is not None and note.seconds >= 0 for note in record.notes)
    assert [note.nodes is None for note in record.notes[:2]] == [False, True]
    assert GameRecord.from_json(record.to_json()) == record


def test_agents_act_twice_in_a_row_where_the_rules_say_so() -> None:
    agents = parse_agent("script(1234567)"), parse_agent("script(7654321)")
    record = play_game(agents, Position.start("boom"))
    assert record.moves.startswith("17623")


@pytest.mark.parametrize(
    ("act", "termination", "reason"),
    [
        (lambda *_: Choice(9), Termination.ILLEGAL_MOVE, "9 is not a column"),
        (lambda *_: Choice("centre"), Termination.ILLEGAL_MOVE, "'centre'"),
        (lambda *_: None, Termination.NO_MOVE, "no move"),
        (lambda *_: 1 // 0, Termination.EXCEPTION, "ZeroDivisionError"),
        (fail(MemoryError()), Termination.MEMORY, "memory"),
        (fail(AgentFault(Termination.CRASH, "exit 3")), Termination.CRASH, "exit 3"),
        (fail(InvalidSetting("not these rules")), Termination.EXCEPTION, "not these rules"),
    ],
)
def test_an_agent_that_fails_loses(act: Any, termination: Termination, reason: str) -> None:
    record = against_script(act)
    assert (record.winner, record.termination, record.moves) == (1, termination, "1")
    assert len(record.notes) == 1
    assert reason in record.reason
    assert GameRecord.from_json(record.to_json()) == record


@pytest.mark.parametrize(("score", "noted"), [(2.5, 2.5), (None, None), (inf, None), (-inf, None)])
def test_a_score_is_recorded_only_if_it_is_a_number(
    score: float | None, noted: float | None
) -> None:
    assert note_of(Choice(4, score=score), 0.5) == MoveNote(0.5, None, noted)


def test_an_interruption_is_not_blamed_on_the_agent() -> None:
    with pytest.raises(KeyboardInterrupt):
        against_script(fail(KeyboardInterrupt()))


class Hands:
    """The hands of a clock, which only move when an agent says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """The time they show."""
        return self.now

    def taking(self, *seconds: float, column: int = 7) -> Any:
        """An agent that takes this long for its moves, in turn, and then no time at all."""
        left = list(seconds)

        def act(*_: object) -> Choice:
            self.now += left.pop(0) if left else 0.0
            return Choice(column)

        return act

    def game(self, act: Any, terms: Terms) -> GameRecord:
        """A game of such an agent against the script."""
        return against_script(act, terms, clock=self)


@pytest.fixture
def hands() -> Hands:
    """What games measure time with."""
    return Hands()


@pytest.mark.parametrize(
    ("terms", "seconds", "loss"),
    [
        (Terms(Limit(seconds=0.1)), (0.5, 0.7), ""),
        (
            Terms(Limit(seconds=0.1)), (0.5, 0.75),
            "171: 0.75 s for a move, 0.1 s allowed, 0.6 s left of a reserve of 1 s",
        ),
        (
            Terms(Limit(seconds=0.1)), (1.2,),
            "1: 1.20 s for a move, 0.1 s allowed, 1 s left of a reserve of 1 s",
        ),
        (Terms(Limit(seconds=0.25), reserve=0.0), (0.25,), ""),
        (
            Terms(Limit(seconds=0.25), reserve=0.0), (0.26,),
            "1: 0.26 s for a move, 0.25 s allowed, 0 s left of a reserve of 0 s",
        ),
        (Terms(clock=Clock(2.0)), (1.5, 1.0), ""),
        (
            Terms(clock=Clock(2.0)), (1.5, 1.75),
            "171: 1.75 s for a move, 0.5 s left on the clock, 1 s left of a reserve of 1 s",
        ),
        (Terms(Limit(seconds=0.25), Clock(0.5)), (0.75, 0.25, 0.5), ""),
        (  # what the reserve pays is not taken from the clock
            Terms(Limit(seconds=0.25), Clock(0.5)), (0.75, 0.25, 0.75),
            "17171: 0.75 s for a move, 0 s left on the clock, 0.5 s left of a reserve of 1 s",
        ),
    ],
)  # fmt: skip
def test_time_over_a_limit_or_a_clock_is_taken_from_the_reserve(
    terms: Terms, seconds: tuple[float, ...], loss: str, hands: Hands
) -> None:
    record = hands.game(hands.taking(*seconds), terms)
    assert record.reserve == terms.reserve
    if loss:
        assert (record.winner, record.termination) == (1, Termination.TIMEOUT)
        assert f"{record.moves}: {record.reason}" == loss
    else:
        assert record.reason == ""


def test_each_player_has_a_reserve_of_their_own(hands: Hands) -> None:
    agents = Acting(hands.taking(0.9, column=1)), Acting(hands.taking(0.9, column=2))
    record = play_game(agents, Position.start(), Terms(Limit(seconds=0.1)), clock=hands)
    assert record.reason == ""


def test_games_without_a_clock_have_no_reserve(hands: Hands) -> None:
    record = hands.game(hands.taking(9.0), Terms(Limit(nodes=5), reserve=0.0))
    assert (record.reason, record.reserve) == ("", None)


LONG = 600.0
"""A time that no test comes near."""


def test_agents_get_a_share_of_their_clock_as_limit() -> None:
    told: list[float | None] = []

    def remember(position: Position, limit: Limit) -> Choice:
        told.append(limit.seconds)
        return Choice(2 if position.plies < 6 else 3)

    against_script(remember, Terms(Limit(nodes=7), Clock(42.0, 1.0)))
    assert told[0] == pytest.approx(42 / 21 + 1)
    assert all(seconds is not None and 0 < seconds < 5 for seconds in told)


SLEEPS = "import time\ndef choose(position, limit):\n    time.sleep({})\n    return 7\n"


def isolated_game(folder: Path, nap: float, terms: Terms) -> GameRecord:
    path = folder / "sleeps.py"
    path.write_text(SLEEPS.format(nap))
    with IsolatedAgent(parse_spec(f"file:{path}"), 1) as agent:
        agent.start()
        return play_game((parse_agent("script(1111)"), agent), Position.start(), terms)


def test_an_isolated_agent_may_spend_its_clock_freely(tmp_path: Path) -> None:
    clock, nap = Clock(6.0), 0.4
    assert clock.allotment(6.0, moves_left=21) < nap
    assert isolated_game(tmp_path, nap, Terms(clock=clock, reserve=0.0)).reason == ""


def test_an_isolated_agent_has_the_same_limit(tmp_path: Path) -> None:
    terms = Terms(Limit(seconds=0.1), reserve=LONG)
    assert isolated_game(tmp_path, 0.5, terms).reason == ""
    record = isolated_game(tmp_path, LONG, terms._replace(reserve=0.3))
    assert (record.winner, record.termination, record.moves) == (1, Termination.TIMEOUT, "1")
    assert "0.1 s allowed, 0.3 s left of a reserve of 0.3 s; no answer in 0.4 s" in record.reason


def test_a_kaggle_agent_is_told_its_reserve(tmp_path: Path) -> None:
    path = tmp_path / "kaggle.py"
    path.write_text(
        "def agent(observation, configuration):\n"
        "    assert configuration.actTimeout == 100\n"
        "    return round(observation.remainingOverageTime)\n"
    )
    with IsolatedAgent(parse_spec(f"file:{path}"), 1) as agent:
        players = (agent, parse_agent("script(1111)"))
        record = play_game(players, Position.start(), Terms(Limit(seconds=100), reserve=5.0))
    assert record.moves.startswith("6"), record.reason


def test_the_smaller_of_clock_and_limit_counts() -> None:
    told: list[Limit] = []

    def remember(_: Position, limit: Limit) -> Choice:
        told.append(limit)
        return Choice(2)

    against_script(remember, Terms(Limit(seconds=0.5, depth=3), Clock(600.0)))
    assert set(told) == {Limit(seconds=0.5, depth=3)}


@pytest.mark.parametrize(
    ("opening", "barred", "winner"),
    [
        ("", ("too large", ""), 2),
        ("", ("", "too large"), 1),
        ("4", ("", "too large"), 1),
        ("", ("too large", "too large"), 2),
        ("4", ("too large", "too large"), 1),
    ],
)
def test_a_barred_agent_loses(opening: str, barred: tuple[str, str], winner: int) -> None:
    record = forfeited(Position.parse(opening), ("a", "b"), barred, seed=3)
    assert (record.winner, record.reason, record.moves) == (winner, "too large", opening)
