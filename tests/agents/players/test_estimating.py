"""Estimates of unsolved positions, and bounds that narrow towards the score."""

from time import perf_counter

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.players.estimating import HEURISTIC, Estimator
from enraya.game.position import Position
from enraya.solver import Bounds, Solver, analyse
from enraya.solver.analysis import Analysis, SearchEstimate, move_bounds
from enraya.stopping import Stop, stoppable

LARGE = "classic(columns=8, rows=8)"
SMALL = "classic(columns=5, rows=4)"
SOLVER = Solver(table_mb=16, book=None)
AGES = 600.0


def unknown(position: Position) -> Analysis:
    """An analysis with only static bounds."""
    return analyse(SOLVER, position, deadline=0.0)


def estimate_of(found: Analysis) -> SearchEstimate:
    assert found.estimate is not None
    return found.estimate


def test_an_opening_of_a_large_board_is_estimated_at_once() -> None:
    found = Estimator(SOLVER).begin(Position("4", LARGE), 0.0)
    assert not found.is_exact
    assert estimate_of(found).depth >= 3
    Position.parse("4" + estimate_of(found).line, LARGE)


def test_an_estimate_is_symmetric_where_the_position_is() -> None:
    found = estimate_of(Estimator(SOLVER).begin(Position.start(LARGE), 0.0))
    values = [move and move.value for move in found.moves]
    assert values == values[::-1]
    assert values[3] == max(value for value in values if value is not None)


@pytest.mark.parametrize("moves", ["4", "44", "33333333"])
def test_an_estimate_is_the_mean_of_two_depths(moves: str) -> None:
    position = Position(moves, LARGE)
    found = estimate_of(Estimator(SOLVER).estimate(unknown(position), 0.0))
    searched = [
        parse_agent(f"minimax(depth={depth}, eval={HEURISTIC})").choose(position, Limit()).columns
        for depth in (2, 3)
    ]
    assert found.depth == 3
    assert {column: move.value for column, move in enumerate(found.moves, start=1) if move} == {
        one["move"]: round((one["score"] + other["score"]) / 2, 1)
        for one, other in zip(*searched, strict=True)
    }


def test_given_time_an_estimate_reaches_the_end_and_is_then_proved() -> None:
    position = Position.parse("1213254435", SMALL)
    seen = Estimator(SOLVER).estimate(unknown(position), perf_counter() + AGES)
    assert estimate_of(seen).depth == 10
    refined = Estimator(SOLVER).refine(seen, AGES, proves=False)
    assert refined.is_exact
    assert refined.scores == analyse(SOLVER, position).scores


def test_refining_searches_deeper_and_narrows_the_bounds() -> None:
    started = perf_counter()
    estimator, found = Estimator(SOLVER), unknown(Position("4", LARGE))
    first = deeper = estimator.estimate(found, 0.0)
    while deeper.estimate == first.estimate:
        deeper = estimator.refine(deeper, 0.5, proves=False)
    assert estimate_of(deeper).depth > estimate_of(first).depth
    assert deeper.bounds == found.bounds
    closer = deeper
    while closer.whole.width == found.whole.width:
        closer = estimator.refine(closer, 0.5, proves=True)
    assert closer.estimate == deeper.estimate
    assert closer.nodes > deeper.nodes > first.nodes
    assert perf_counter() - started > closer.seconds > deeper.seconds > first.seconds > 0


@pytest.mark.parametrize("moves", ["", "33", "3344", "1"])
def test_refining_ends_with_the_exact_scores(moves: str) -> None:
    position = Position.parse(moves, SMALL)
    exact = analyse(Solver(table_mb=8), position)
    found = Estimator(SOLVER).refine(unknown(position), AGES, proves=True)
    assert found.scores == exact.scores
    assert found.estimate is None
    assert Estimator(SOLVER).analyse(position, AGES, with_line=True).line is not None


@pytest.mark.parametrize("moves", ["", "33", "3344", "1"])
def test_bounds_proved_while_estimating_are_correct(moves: str) -> None:
    position = Position.parse(moves, SMALL)
    exact = analyse(Solver(table_mb=8), position)
    for column, score in enumerate(exact.scores, start=1):
        for edge in range(-10, 10):
            found, _ = move_bounds(SOLVER, position, column, between=Bounds(edge, edge + 1))
            assert score is not None
            assert found.lower <= score <= found.upper
            assert found.upper <= edge or found.lower > edge, "it was asked whether it is more"


def test_a_forced_end_that_the_search_sees_is_reported_as_exact() -> None:
    """X wins at once in column 4, and everything else loses to O in column 5.

    O O O
    X X X
    """
    position = Position("112233", LARGE)
    found = estimate_of(Estimator(SOLVER).estimate(unknown(Position("11223", LARGE)), 0.0))
    block, other = found.moves[3], found.moves[7]
    assert block is not None
    assert other is not None
    assert (other.value, other.outcome, other.plies) == (None, -1, 2)
    winning = estimate_of(Estimator(SOLVER).estimate(unknown(position), 0.0))
    assert winning.moves[3] is not None
    assert (winning.moves[3].outcome, winning.moves[3].plies) == (1, 1)
    assert winning.line == "4"


def test_a_new_board_size_starts_with_an_empty_table() -> None:
    estimator = Estimator(SOLVER)
    fresh = Estimator(SOLVER).estimate(unknown(Position("3", SMALL)), 0.0)
    estimator.estimate(unknown(Position("3", LARGE)), 0.0)
    again = estimator.estimate(unknown(Position("3", SMALL)), 0.0)
    assert estimate_of(again).moves == estimate_of(fresh).moves


def test_a_stopped_refinement_returns_the_previous_estimate() -> None:
    stop = Stop()
    stop.set()
    found = unknown(Position("4", LARGE))
    with stoppable(stop):
        for proves in (True, False):
            refined = Estimator(SOLVER).refine(found, AGES, proves=proves)
            assert refined.estimate is None
            assert refined.whole.width <= found.whole.width
