"""The Monte-Carlo agent and its options, including those of the Porto paper."""

from math import log, sqrt

import pytest

from enraya.agents import Choice, Limit, parse_agent
from enraya.game.position import Position

LAST_STONE_WINS = "56755545234364172257133416714221164723736"
"""One cell is left, in column 6, and the second player wins there."""


def chosen(agent: str, moves: str) -> Choice:
    return parse_agent(agent).choose(Position.parse(moves), Limit())


@pytest.mark.parametrize(
    ("agent", "moves", "nodes", "visits"),
    [
        ("mcts(iterations=700, seed=3)", "", 1646, [71, 62, 117, 189, 103, 113, 45]),
        ("mcts(iterations=700, seed=3, pick=uct, solver=false)", "4453", 1590,
         [69, 55, 123, 132, 100, 120, 101]),
        ("mcts(iterations=300, seed=3, eval=rivest)", "4453", 687, [11, 11, 92, 29, 37, 64, 56]),
    ],
)  # fmt: skip
def test_the_default_tree_has_its_golden_nodes_and_visits(
    agent: str, moves: str, nodes: int, visits: list[int]
) -> None:
    choice = chosen(agent, moves)
    assert choice.nodes == nodes
    assert [column["visits"] for column in choice.columns] == visits


@pytest.mark.parametrize("formula", ["standard", "printed"])
@pytest.mark.parametrize("pick", ["visits", "uct", "value"])
def test_a_tree_reports_uct_and_picks_by_the_requested_rule(formula: str, pick: str) -> None:
    agent = f"mcts(iterations=800, seed=2, formula={formula}, pick={pick}, solver=false)"
    choice = chosen(agent, "4453")
    for column in choice.columns:
        share = log(800 / column["visits"])
        spread = share if formula == "printed" else log(800) / column["visits"]
        assert column["uct"] == pytest.approx(column["value"] + sqrt(2) * sqrt(spread))
    assert choice.move == max(choice.columns, key=lambda column: column[pick])["move"]


@pytest.mark.parametrize(
    ("options", "score"),
    [("", 1.0), ("full_draws=true", 0.5), ("full_draws=true, draw=0", 0.0), ("draw=0", 1.0)],
)
@pytest.mark.parametrize("solver", ["true", "false"])
@pytest.mark.parametrize("values", ["", "eval=rivest"])
def test_a_win_with_the_last_stone_is_scored_as_the_options_say(
    options: str, score: float, solver: str, values: str
) -> None:
    parts = ", ".join(filter(None, ["iterations=5", f"solver={solver}", options, values]))
    assert chosen(f"mcts({parts})", LAST_STONE_WINS).score == score


def test_published_mcts_scores_a_win_with_the_last_stone_as_a_draw() -> None:
    choice = chosen("mcts(iterations=5, published=true)", LAST_STONE_WINS)
    assert (choice.score, choice.columns[0]["proven"]) == (0.0, None)


def test_mcts_reports_statistics_for_every_column() -> None:
    choice = parse_agent("mcts(iterations=1000, seed=1)").choose(Position.parse("44"), Limit())
    assert sum(column["visits"] for column in choice.columns) == 1000
    assert {"move", "visits", "value", "uct", "proven"} == choice.columns[0].keys()
    best = max(choice.columns, key=lambda column: column["visits"])
    assert choice.move == best["move"]
    assert choice.details["iterations"] == 1000


def test_mcts_keeps_its_tree_when_asked() -> None:
    agent = parse_agent("mcts(iterations=1000, seed=1, reuse=true)")
    first = agent.choose(Position.start(), Limit())
    reply = first.columns[0]["move"]
    after = Position.start().play(first.move).play(reply)
    assert agent.choose(after, Limit()).details["iterations"] > 1000


def test_the_published_mcts_overlooks_a_threat_that_the_intended_one_blocks() -> None:
    position = Position.parse("4152434")  # X threatens four in column 4
    intended = parse_agent("mcts(iterations=2000, seed=1)").choose(position, Limit())
    published = parse_agent("mcts(iterations=2000, seed=1, published=true)")
    assert intended.move == 4
    assert published.choose(position, Limit()).move != 4
