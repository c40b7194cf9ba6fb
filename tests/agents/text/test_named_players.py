"""Players named in the papers."""

import pytest

from enraya.agents import Limit, check_rules, parse_agent
from enraya.agents.text.named_players import NAMED_PLAYERS, NamedPlayer
from enraya.game.position import Position
from enraya.rules import parse_rules
from tests.agents.test_contract import play
from tests.strategies import seeded

OFFERED = [
    pytest.param(text, player, id=text)
    for name, player in NAMED_PLAYERS.items()
    for text in player.offers or (name,)
]
PAPERS_PLAYER, TEST = "Poda_AlfaBeta", "ValoracionTest"


def wins(one: str, other: str, rules: str) -> tuple[bool, bool]:
    """Whether a player wins from the empty board as first and as second."""
    agents, start = (parse_agent(one, 1), parse_agent(other, 2)), Position.start(rules)
    return play(*agents, start).result == 1, play(*agents[::-1], start).result == 2


@pytest.mark.parametrize(("text", "player"), OFFERED)
def test_a_named_player_plays_the_game_of_its_paper(text: str, player: NamedPlayer) -> None:
    agent, rules = parse_agent(text), parse_rules(player.rules)
    assert agent.name == text
    check_rules(agent, rules)
    position = Position.start(rules)
    assert agent.choose(position, Limit(depth=1, seconds=0.05)).move in position.legal_moves


@pytest.mark.parametrize(("style", "column"), [("uam", 1), ("uam-published", 4)])
def test_a_final_player_of_madrid_can_search_as_published(style: str, column: int) -> None:
    choice = parse_agent(f"Madrid-2(style={style})").choose(Position.parse("121315"), Limit())
    assert choice.move == column


def test_the_third_final_player_differs_from_the_second() -> None:
    second, third = (parse_agent(f"Madrid-{n}(depth=1)") for n in (2, 3))
    position = Position.parse("443355").play(1)
    assert second.choose(position, Limit()).score != third.choose(position, Limit()).score


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_papers_player_beats_every_ninja_on_both_sides(level: int) -> None:
    assert wins(PAPERS_PLAYER, f"ninja({level})", "boom") == (True, True)


def test_the_test_heuristic_beats_the_first_ninja_only() -> None:
    assert wins(TEST, "ninja(1)", "boom") == (True, True)
    assert wins(TEST, "ninja(2)", "boom") == (False, True)
    assert wins(TEST, "ninja(3)", "boom") == (False, False)


@pytest.mark.parametrize("level", [2, 3])
def test_each_ninja_is_stronger_than_the_one_before(level: int) -> None:
    stronger, weaker = parse_agent(f"ninja({level})"), parse_agent(f"ninja({level - 1})")
    random, won = seeded(5), 0
    for _ in range(15):
        opening = Position.parse("".join(random.choices("1234567", k=2)), "boom")
        won += play(stronger, weaker, opening).result == 1
        won += play(weaker, stronger, opening).result == 2
    assert won >= 20


@pytest.mark.slow
@pytest.mark.parametrize("flag", ["false", "true"])
def test_qmatic_beats_the_stand_in_for_the_teacher_on_both_sides(flag: str) -> None:
    rules = NAMED_PLAYERS["QMatic"].rules
    assert wins("QMatic(8)", f"Profe(8, {flag})", rules) == (True, True)
