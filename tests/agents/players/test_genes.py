"""The columns that traits suggest, and the odds of the genetic agent's moves."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya.agents import Limit, parse_agent
from enraya.agents.players.genes import TRAIT_NAMES, odds, suggestions
from enraya.game.notation import BOOM
from enraya.game.position import Position
from enraya.kernels.heuristics.genes import TRAITS
from enraya.rules import RuleSet
from tests.kernels.heuristics.genes_twin import odds_of
from tests.kernels.heuristics.test_genes import GOLDEN, published
from tests.strategies import CLASSIC_RULES, RULES, positions

GENES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.875, 1.0]), min_size=TRAITS, max_size=TRAITS)


@pytest.mark.parametrize(("moves", "player"), GOLDEN)
def test_the_suggestions_are_those_of_the_published_program(moves: str, player: int) -> None:
    found = suggestions(Position.parse(moves), player)
    assert [suggestion.trait for suggestion in found] == list(TRAIT_NAMES)
    for is_first, branch in ((True, "first"), (False, "second")):
        wanted = [sorted(c + 1 for c in some) for some in published(moves, player, is_first)]
        assert [list(getattr(suggestion, branch)) for suggestion in found] == wanted


@pytest.mark.parametrize("rules", CLASSIC_RULES, ids=str)
@settings(max_examples=30)
@given(data=st.data(), genes=GENES)
def test_the_odds_agree_with_the_twin(
    rules: RuleSet, data: st.DataObject, genes: list[float]
) -> None:
    position = data.draw(positions(rules).filter(lambda position: not position.is_over))
    wanted = odds_of(position, [Fraction(gene) for gene in genes])
    chances = odds(position, genes).chances
    assert sum(chances.values()) == pytest.approx(1)
    assert chances == pytest.approx({c + 1: float(share) for c, share in wanted.items()})


@pytest.mark.parametrize("rules", RULES, ids=str)
@settings(max_examples=30)
@given(data=st.data(), genes=GENES, seed=st.integers(0, 99))
def test_the_agent_plays_only_moves_with_a_positive_probability(
    rules: RuleSet, data: st.DataObject, genes: list[float], seed: int
) -> None:
    position = data.draw(positions(rules).filter(lambda position: not position.is_over))
    agent = parse_agent(f"genes({', '.join(map(str, genes))}, seed={seed})")
    assert agent.choose(position, Limit()).move in odds(position, genes).chances


@pytest.mark.parametrize(
    ("moves", "player", "reason"),
    [("121212", None, "wins"), ("12121", None, "blocks"), ("12121", 1, "wins")],
)
def test_a_win_and_a_block_come_before_the_traits(
    moves: str, player: int | None, reason: str
) -> None:
    assert odds(Position.parse(moves), [0.5] * TRAITS, player) == (reason, {1: 1.0})


def test_lines_are_neither_made_nor_blocked_where_making_one_loses() -> None:
    assert odds(Position.parse("121212", "desconecta"), [0.5] * TRAITS).reason == "traits"


def test_on_a_full_board_the_only_move_is_the_explosion() -> None:
    position = Position.parse("6515676765163451745734742114174374361625322252233", "boom")
    assert odds(position, [0.5] * TRAITS) == ("explodes", {BOOM: 1.0})
