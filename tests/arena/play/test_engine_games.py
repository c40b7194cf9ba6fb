"""Every agent is a program: its games are the same in either form."""

import shlex
import sys
from pathlib import Path

import pytest

import enraya
from enraya.agents.text.spec import parse_spec
from enraya.arena.plan.schedule import Pairing
from enraya.arena.plan.terms import UNLIMITED, Terms
from enraya.arena.play.jobs import GameJob, Order, play_order
from enraya.callspec import CallSpec
from enraya.game.record import GameRecord, Termination
from enraya.limit import Limit

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
def test_a_program_of_an_agent_plays_its_games(
    agent: str, opponent: str, rules: str, terms: Terms
) -> None:
    program = as_program(agent)
    for plain, mixed in (
        ((agent, opponent), (program, opponent)),
        ((opponent, agent), (opponent, program)),
    ):
        expected, played = game(plain, rules, terms), game(mixed, rules, terms)
        assert played.termination in BY_PLAY, played.reason
        assert played.moves == expected.moves
