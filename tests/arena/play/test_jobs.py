"""Batches of games, games that are played again, and agents as programs."""

import shlex
import sys
from pathlib import Path

import pytest

import enraya
from enraya.agents import Choice, Limit
from enraya.agents.text.spec import parse_spec
from enraya.arena.plan.schedule import Pairing
from enraya.arena.play.jobs import GameJob, Order, play_job, play_order
from enraya.callspec import CallSpec
from enraya.game.position import Position
from enraya.game.record import GameRecord, Termination
from enraya.isolation.faults import AgentFault, EndedFromOutside
from enraya.limit import UNLIMITED, Terms
from enraya.rules import RuleSet

PLAYERS = parse_spec("script(1111)"), parse_spec("script(2222)")
ORDERS = tuple(Order(Pairing(0, 1, number), PLAYERS, "", number) for number in range(5))


@pytest.mark.parametrize("times", [(0.0, 0.05, 0.1, 0.11), (1000.0, 1000.05, 1000.09, 1000.2)])
def test_finished_games_are_returned_every_tenth_of_a_second(times: tuple[float, ...]) -> None:
    hands = iter(times)
    result = play_job(GameJob("classic", Terms(), 0, ORDERS), clock=lambda: next(hands))
    assert [row.pairing for row in result.rows] == [order.pairing for order in ORDERS[:3]]
    assert result.unplayed == [order.pairing for order in ORDERS[3:]]


class Failing:
    """An agent that fails before its first move, a number of times."""

    name = "failing"

    def __init__(self, times: int, kind: type[AgentFault]) -> None:
        self.times, self.kind, self.games = times, kind, 0

    def prepare(self, rules: RuleSet) -> None:
        """Counts a game."""
        del rules
        self.games += 1
        if self.games <= self.times:
            raise self.kind(Termination.CRASH, "gone")

    def choose(self, position: Position, limit: Limit) -> Choice:
        """The leftmost column that is open."""
        del limit
        return Choice(position.legal_moves[0])


@pytest.mark.parametrize(
    ("times", "kind", "games", "reason"),
    [
        (9, AgentFault, 1, "gone"),
        (2, EndedFromOutside, 3, ""),
        (9, EndedFromOutside, 3, "gone"),
        (0, AgentFault, 1, ""),
    ],
)
def test_a_game_is_tried_three_times_if_an_agent_is_killed_from_outside(
    times: int, kind: type[AgentFault], games: int, reason: str
) -> None:
    agent = Failing(times, kind)
    order = ORDERS[0]._replace(specs=(parse_spec("here:1"), parse_spec("script(7654321)")))
    record = play_order(order, GameJob("classic", Terms(), 0, (order,), here={"here:1": agent}))
    assert (agent.games, record.reason) == (games, reason)


SOURCES = Path(enraya.__file__).parents[1]
ENGINE = ["env", f"PYTHONPATH={SOURCES}", str(Path(sys.executable).with_name("enraya")), "engine"]
BY_PLAY = {Termination.LINE, Termination.FULL, Termination.BLOCKED}


def as_program(agent: str) -> str:
    """The text of the program that plays as the agent."""
    return str(CallSpec(f"program:{shlex.join([*ENGINE, '--agent', agent])}"))


def game(specs: tuple[str, str], rules: str, terms: Terms) -> GameRecord:
    """The game that the arena plays with a seed."""
    first, second = map(parse_spec, specs)
    order = Order(Pairing(0, 1, 0), (first, second), "", seed=11)
    return play_order(order, GameJob(rules, terms, 0, (order,)))


@pytest.mark.parametrize(
    ("agent", "opponent", "rules", "terms"),
    [
        ("random", "random", "classic", UNLIMITED),
        pytest.param("level(3)", "level(2)", "classic", UNLIMITED, marks=pytest.mark.slow),
        pytest.param("Madrid-2", "greedy", "classic", UNLIMITED, marks=pytest.mark.slow),
        pytest.param("level(4)", "random", "boom", UNLIMITED, marks=pytest.mark.slow),
        pytest.param(
            "alphabeta(depth=6)", "greedy", "classic(columns=8, rows=8)", Terms(Limit(nodes=300)),
            marks=pytest.mark.slow,
        ),
    ],
)  # fmt: skip
def test_a_program_plays_its_games(agent: str, opponent: str, rules: str, terms: Terms) -> None:
    program = as_program(agent)
    for plain, mixed in (
        ((agent, opponent), (program, opponent)),
        ((opponent, agent), (opponent, program)),
    ):
        expected, played = game(plain, rules, terms), game(mixed, rules, terms)
        assert played.termination in BY_PLAY, played.reason
        assert played.moves == expected.moves
