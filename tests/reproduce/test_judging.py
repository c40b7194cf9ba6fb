"""What becomes of claims whose figures are known beforehand, so that nothing is measured."""

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
def test_commands_are_about_the_claim(paper: str, words: str, excerpt: str, times: int) -> None:
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
def test_times_are_those_of_the_moves_of_one_side(
    words: str, mine: float, agreement: Agreement
) -> None:
    is_second = "second" in words
    times = [(9.0, mine - 0.5), (9.0, mine + 0.5)] if is_second else [(mine, 9.0), (mine, 9.0)]
    choices = [Choice(1, seconds=seconds) for pair in times for seconds in pair]
    finding = claim_about("upc", words).judge((WON, choices))
    assert finding.figure == f"mean {mine:.4f} s over 2 moves"
    assert finding.agreement is agreement
    slow = agreement is Agreement.NOT
    assert finding.because == ("this machine is slower" if slow else "against a stand-in")
    assert finding.charts[0].figure["data"][0]["x"] == [1, 2]


def test_the_chart_of_the_tree_search_has_the_nodes_of_its_replies() -> None:
    choices = [Choice(1, nodes=nodes) for nodes in (None, 40, None, 30, None, None)]
    (chart,) = claim_about("porto", "pick=uct, against a human").judge((WON, choices)).charts
    (trace,) = chart.figure["data"]
    assert (trace["x"], trace["y"]) == ([1, 2, 3], [40, 30, 0])


@pytest.mark.parametrize(("made", "agreement"), [(2000, Agreement.NOT), (2001, Agreement.EXCEEDED)])
def test_more_iterations_than_the_paper_exceed_it(made: int, agreement: Agreement) -> None:
    choices = [Choice(4, details={"iterations": made})]
    finding = claim_about("porto", "500 to 2000 iterations").judge(choices)
    assert (finding.figure, finding.agreement) == (f"{made} iterations", agreement)


@pytest.mark.parametrize(("skewed", "agreement"), [(1, Agreement.REPRODUCED), (9, Agreement.NOT)])
def test_times_that_follow_the_nodes_have_their_shape(skewed: int, agreement: Agreement) -> None:
    others = Reply(1, 2000, 0.002), Reply(1, 3000, 0.003)
    games = [
        ScriptedGame(agent, WON, (Reply(1, 1000, first), *others))
        for agent, first in (("minimax", 0.001 * skewed), ("alphabeta", 0.001))
    ]
    finding = claim_about("porto", "time varies as the nodes do").judge(games)
    assert finding.agreement is agreement
    assert finding.figure.endswith("1.000, 2.000, 3.000 ms for 1000, 2000, 3000 nodes, "
                                   "correlation 1.000")  # fmt: skip


def test_every_game_against_random_has_to_be_won() -> None:
    always = claim_about("uam", "the third attempt against random")
    assert always.judge(tally(10, 0)).agreement is Agreement.REPRODUCED
    assert always.judge(tally(9, 1)).because == "1 of 10 games not won; the paper played 100"
    other = claim_about("uam", "the first attempt against")
    assert other.judge(tally(10, 0)).because == "the chart is lost"


@pytest.mark.parametrize(("wins", "word"), [(18, "more"), (17, "less"), (16, "less")])
def test_the_share_of_won_games_is_compared_with_the_papers(wins: int, word: str) -> None:
    finding = claim_about("uam", "won over 85 %").judge(tally(wins, 20 - wins))
    assert finding.because.endswith(f"it won {word} than that")


def measures(**changed: float) -> Measures:
    found = {"mse": 70.0, "r2": 0.2, "my_test": 0.5, "sign": 0.625, "outcome": 0.5} | changed
    return Measures(rows=100, **found)


@pytest.mark.parametrize(
    ("words", "my_test", "agreement"),
    [
        ("a higher degree", 0.5, Agreement.NOT),
        ("a higher degree", 0.75, Agreement.REPRODUCED),
        ("forest(trees=50)", 0.5, Agreement.NOT),
        ("forest(trees=50)", 0.75, Agreement.FIXED),
    ],
)
def test_a_better_model_labels_more_moves_right(
    words: str, my_test: float, agreement: Agreement
) -> None:
    finding = claim_about("uam", words).judge(None, measures(my_test=my_test), measures())
    assert finding.agreement is agreement
    assert f"My test {100 * my_test:.2f} %, sign 62.50 % on 100 rows; poly" in finding.figure


@pytest.mark.parametrize(("r2", "fits"), [(0.23, "worse"), (0.24, "better")])
def test_the_regression_is_compared_by_its_fit(r2: float, fits: str) -> None:
    finding = claim_about("uam", "regression of degree 2").judge(None, measures(r2=r2))
    assert finding.because.endswith(fits)


@pytest.mark.parametrize(
    ("without", "agreement"),
    [(100.5, Agreement.REPRODUCED), (101.0, Agreement.NOT), (101.5, Agreement.NOT)],
)
def test_features_do_not_matter_if_the_error_hardly_grows_without_them(
    without: float, agreement: Agreement
) -> None:
    names = {uam_learning.DISTANCES: without, uam_learning.RUNS: 110.0}
    found = Ablation(measures(mse=100.0), {name: measures(mse=mse) for name, mse in names.items()})
    finding = claim_about("uam", "the mean distances do not matter").judge(None, found)
    assert finding.agreement is agreement
    assert finding.figure == (
        f"MSE 100.00; without both distances {without - 100:+.2f}, without all runs of two +10.00"
    )
