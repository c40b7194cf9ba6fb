"""The tree search that a trained model guides."""

import pytest

from enraya.agents import Choice, Limit, parse_agent
from enraya.agents.players import guided
from enraya.agents.players.guided import GuidedAgent
from enraya.agents.players.mcts import MctsAgent
from enraya.game.position import Position

GUIDED = "mcts(iterations=300, eval=learned(ntuple))"


def chosen(agent: str, moves: str, limit: Limit | None = None) -> Choice:
    return parse_agent(agent).choose(Position.parse(moves), limit or Limit())


@pytest.mark.parametrize(
    ("moves", "best"), [("443355", {2, 6}), ("44335", {2, 6}), ("121314", {1}), ("12131", {1})]
)
def test_it_takes_wins_and_stops_losses(moves: str, best: set[int]) -> None:
    assert chosen(GUIDED, moves).move in best


def test_what_is_decided_is_said_to_be() -> None:
    choice = chosen(GUIDED, "121314")
    assert (choice.score, choice.columns[0]["proven"], choice.leaves) == (1.0, "win", 1)


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (chosen(GUIDED, "4453") for _ in range(2))
    assert first.columns == second.columns
    assert sum(column["visits"] for column in first.columns) == 299
    assert first.leaves == 300


@pytest.mark.parametrize(
    "option", ["published=true", "solver=false", "formula=printed", "full_draws=true", "draw=0"]
)
def test_what_belongs_to_the_papers_tree_keeps_it(option: str) -> None:
    assert isinstance(parse_agent(f"mcts(eval=learned(ntuple), {option})"), MctsAgent)
    assert isinstance(parse_agent("mcts(eval=learned(ntuple))"), GuidedAgent)
    assert isinstance(parse_agent("mcts(eval=threats)"), MctsAgent)


def test_models_that_predict_scores_guide_too() -> None:
    assert chosen("mcts(iterations=100, eval=learned(tables))", "44335").move in {2, 6}


def test_what_was_found_can_be_kept_for_the_next_move() -> None:
    position = Position.parse("44")
    for reuse, knows in (("true", True), ("false", False)):
        agent = parse_agent(f"mcts(iterations=200, eval=learned(ntuple), reuse={reuse})")
        first = agent.choose(position, Limit())
        reply = position.play(first.move).play(4)
        again = agent.choose(reply, Limit())
        assert first.nodes is not None
        assert again.nodes is not None
        assert (again.nodes > 1.3 * first.nodes) == knows


def test_time_ends_it_and_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided, "MAX_ROWS", 2000)
    choice = chosen("mcts(seconds=1000, eval=learned(ntuple))", "")
    assert choice.nodes is not None
    assert 1000 < choice.nodes < 2100
    assert chosen("mcts(eval=learned(ntuple))", "", Limit(seconds=0.0)).move == 4
