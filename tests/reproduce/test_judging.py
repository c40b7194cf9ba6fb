"""Verdicts on claims from given figures, so that nothing is measured."""

from typing import Any

import pytest

from enraya.agents import Choice
from enraya.arena.play.replies import Reply, ScriptedGame
from enraya.arena.statistics.elo import share_interval
from enraya.arena.statistics.tally import ResultCounts, Tally
from enraya.game.position import Position
from enraya.learn.quality.predictions import Measures
from enraya.learn.training.ablation import Ablation
from enraya.reproduce import PAPERS, uam, uam_learning
from enraya.reproduce.claim import REDUCED, Agreement, Claim
from enraya.reproduce.experiments import judge

WON = Position.parse("1212121")


def claim_about(paper: str, words: str) -> Claim:
    return next(claim for claim in PAPERS[paper] if words in claim.text)


def tally(wins: int, losses: int) -> Tally:
    return Tally(ResultCounts(wins, 0, losses), ResultCounts(), (losses, 0, 0, 0, wins))


@pytest.mark.parametrize(
    ("paper", "words", "excerpt", "times"),
    [
        ("upc", "runs separated by one gap", "gaps=true, heights=false, diagonals=false, ", 1),
        ("porto", "ten times as many", "mcts(iterations=20000, ", 1),
        ("porto", "ten times as many", "mcts(iterations=2000, ", 1),
        ("uam", "won over 85 %", '"alphabeta(', len(uam.PLAYERS)),
        ("tec", "after the paper's own call", '"genes(', 1 + 20),
    ],
)
def test_the_command_of_a_claim_contains_what_the_claim_is_about(
    paper: str, words: str, excerpt: str, times: int
) -> None:
    assert claim_about(paper, words).command(REDUCED).count(excerpt) == times


def test_a_claim_is_judged_by_its_interval() -> None:
    even = Tally(ResultCounts(10, 0, 10), ResultCounts(10, 0, 10), (5, 0, 10, 0, 5))
    strong = Tally(ResultCounts(20, 0, 0), ResultCounts(20, 0, 0), (0, 0, 0, 0, 20))
    assert judge(strong).agreement is Agreement.REPRODUCED
    assert judge(~strong).because == "the games say the opposite"
    assert judge(even).because == "40 games are too few to tell"
    for least in share_interval(even):
        assert judge(even, least=least).because == "40 games are too few to tell"
    assert judge(strong, least=0.95).because == "40 games are too few to tell"


@pytest.mark.parametrize(
    ("words", "mine", "agreement"),
    [
        ("QMatic(8) as first", 2.5, Agreement.EXCEEDED),
        ("QMatic(8) as first", 3.0, Agreement.NOT),
        ("QMatic(8) as second", 1.0, Agreement.EXCEEDED),
        ("QMatic(8) as second", 1.5, Agreement.NOT),
        ("depth 10", 59.0, Agreement.REPRODUCED),
        ("depth 10", 60.0, Agreement.NOT),
    ],
)
def test_only_moves_of_one_side_are_timed(words: str, mine: float, agreement: Agreement) -> None:
    is_second = "second" in words
    times = [(9.0, mine - 0.5), (9.0, mine + 0.5)] if is_second else [(mine, 9.0), (mine, 9.0)]
    choices = [Choice(1, seconds=seconds) for pair in times for seconds in pair]
    finding = claim_about("upc", words).judge((WON, choices))
    assert finding.figure == f"mean {mine:.4f} s over 2 moves"
    assert finding.agreement is agreement
    slow = agreement is Agreement.NOT
    assert finding.because == ("this machine is slower" if slow else "against a stand-in")
    assert finding.charts[0].figure["data"][0]["x"] == [1, 2]


def test_the_chart_of_the_tree_search_shows_the_nodes_of_its_replies() -> None:
    choices = [Choice(1, nodes=nodes) for nodes in (None, 40, None, 30, None, None)]
    (chart,) = claim_about("porto", "pick=uct, against a human").judge((WON, choices)).charts
    (trace,) = chart.figure["data"]
    assert (trace["x"], trace["y"]) == ([1, 2, 3], [40, 30, 0])


def iterations(made: int) -> list[Choice]:
    return [Choice(4, details={"iterations": made})]


def skewed(times: int) -> list[ScriptedGame]:
    """Two games whose times follow the nodes, but for the first move of the first."""
    others = Reply(1, 2000, 0.002), Reply(1, 3000, 0.003)
    return [
        ScriptedGame(agent, WON, (Reply(1, 1000, first), *others))
        for agent, first in (("minimax", 0.001 * times), ("alphabeta", 0.001))
    ]


def measures(**changed: float) -> Measures:
    found = {"mse": 70.0, "r2": 0.2, "my_test": 0.5, "sign": 0.625, "outcome": 0.5} | changed
    return Measures(rows=100, **found)


def without_distances(mse: float) -> Ablation:
    names = {uam_learning.DISTANCES: mse, uam_learning.RUNS: 110.0}
    found = {name: measures(mse=value) for name, value in names.items()}
    return Ablation(measures(mse=100.0), found)


def better(my_test: float) -> tuple[Any, ...]:
    return None, measures(my_test=my_test), measures()


SHAPE = "1.000, 2.000, 3.000 ms for 1000, 2000, 3000 nodes, correlation 1.000"
MY_TEST = "My test 75.00 %, sign 62.50 % on 100 rows; poly"
RANDOM = "the third attempt against random"
ITERATIONS = "500 to 2000 iterations"
DISTANCES = "the mean distances do not matter"
JUDGED: list[tuple[str, str, tuple[Any, ...], Agreement, str]] = [
    ("porto", ITERATIONS, (iterations(2000),), Agreement.NOT, "2000 iterations"),
    ("porto", ITERATIONS, (iterations(2001),), Agreement.EXCEEDED, "2001 iterations"),
    ("porto", "time varies as the nodes do", (skewed(1),), Agreement.REPRODUCED, SHAPE),
    ("porto", "time varies as the nodes do", (skewed(9),), Agreement.NOT, SHAPE),
    ("uam", RANDOM, (tally(10, 0),), Agreement.REPRODUCED, ""),
    ("uam", RANDOM, (tally(9, 1),), Agreement.NOT, "1 of 10 games not won; the paper played 100"),
    ("uam", "the first attempt against", (tally(10, 0),), Agreement.NOT, "the chart is lost"),
    ("uam", "won over 85 %", (tally(18, 2),), Agreement.NOT, "it won more than that"),
    ("uam", "won over 85 %", (tally(17, 3),), Agreement.NOT, "it won less than that"),
    ("uam", "a higher degree", better(0.5), Agreement.NOT, "My test 50.00 %"),
    ("uam", "a higher degree", better(0.75), Agreement.REPRODUCED, MY_TEST),
    ("uam", "forest(trees=50)", better(0.5), Agreement.NOT, "My test 50.00 %"),
    ("uam", "forest(trees=50)", better(0.75), Agreement.FIXED, MY_TEST),
    ("uam", "regression of degree 2", (None, measures(r2=0.23)), Agreement.NOT, "worse"),
    ("uam", "regression of degree 2", (None, measures(r2=0.24)), Agreement.NOT, "better"),
    ("uam", DISTANCES, (None, without_distances(100.5)), Agreement.REPRODUCED, "distances +0.50, "),
    ("uam", DISTANCES, (None, without_distances(101.5)), Agreement.NOT, "distances +1.50, "),
]


@pytest.mark.parametrize(("paper", "words", "found", "agreement", "said"), JUDGED)
def test_a_claim_is_judged_by_the_measured_figure(
    paper: str, words: str, found: tuple[Any, ...], agreement: Agreement, said: str
) -> None:
    finding = claim_about(paper, words).judge(*found)
    assert said in f"{finding.figure}; {finding.because}"
    assert finding.agreement is agreement
