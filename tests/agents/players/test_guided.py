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


def test_decided_positions_are_reported_as_decided() -> None:
    choice = chosen(GUIDED, "121314")
    assert (choice.score, choice.columns[0]["proven"], choice.leaves) == (1.0, "win", 1)


def test_the_same_position_gets_the_same_answer() -> None:
    first, second = (chosen(GUIDED, "4453") for _ in range(2))
    assert first.columns == second.columns
    assert sum(column["visits"] for column in first.columns) == 299
    assert first.leaves == 300


def test_a_proven_draw_is_not_tried_again() -> None:
    tries = []
    for iterations in (1000, 2000):
        found = chosen(f"mcts(iterations={iterations}, eval=learned(ntuple))", "56133156554424654")
        tries.append({c["move"]: c["visits"] for c in found.columns if c["proven"] == "draw"})
    assert len(tries[0]) == 1
    assert tries[0] == tries[1]


@pytest.mark.parametrize(
    ("columns", "move"),
    [
        ([("4", 900, 0.4, None), ("5", 95, 0.6, None), ("6", 80, 0.9, None)], "5"),
        ([("4", 900, 0.4, None), ("5", 1, 0.5, "draw")], "5"),
        ([("4", 900, 0.6, None), ("5", 1, 0.5, "draw")], "4"),
        ([("4", 900, 0.9, None), ("5", 1, 1.0, "win")], "5"),
        ([("4", 900, 0.0, "loss"), ("5", 200, 0.1, None)], "5"),
        ([("4", 200, 0.0, "loss"), ("5", 300, 0.0, "loss"), ("6", 1, 0.0, "loss")], "5"),
    ],
)
def test_it_plays_the_best_of_the_explored_safe_moves(
    columns: list[tuple[str, int, float, str | None]], move: str
) -> None:
    agent = parse_agent(GUIDED)
    assert isinstance(agent, GuidedAgent)
    names = ("move", "visits", "value", "proven")
    assert agent._preferred([dict(zip(names, c, strict=True)) for c in columns])["move"] == move


@pytest.mark.parametrize(
    "option", ["published=true", "solver=false", "formula=printed", "full_draws=true", "draw=0"]
)
def test_options_of_the_published_tree_select_the_published_search(option: str) -> None:
    assert isinstance(parse_agent(f"mcts(eval=learned(ntuple), {option})"), MctsAgent)
    assert isinstance(parse_agent("mcts(eval=learned(ntuple))"), GuidedAgent)
    assert isinstance(parse_agent("mcts(eval=threats)"), MctsAgent)


def test_models_that_predict_scores_can_guide_the_search() -> None:
    assert chosen("mcts(iterations=100, eval=learned(tables))", "44335").move in {2, 6}


def test_the_graph_can_be_kept_for_the_next_move() -> None:
    position = Position.parse("44")
    for reuse, knows in (("true", True), ("false", False)):
        agent = parse_agent(f"mcts(iterations=200, eval=learned(ntuple), reuse={reuse})")
        first = agent.choose(position, Limit())
        reply = position.play(first.move).play(4)
        again = agent.choose(reply, Limit())
        assert first.nodes is not None
        assert again.nodes is not None
        assert (again.nodes > 1.3 * first.nodes) == knows


def test_the_search_stops_on_time_and_its_memory_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guided, "MAX_ROWS", 2000)
    choice = chosen("mcts(seconds=1000, eval=learned(ntuple))", "")
    assert choice.nodes is not None
    assert 1000 < choice.nodes < 2100
    assert chosen("mcts(eval=learned(ntuple))", "", Limit(seconds=0.0)).move == 4
