"""Analyses with a deadline and with estimates."""

from itertools import pairwise
from time import perf_counter

import pytest

from enraya import Position
from enraya.limit import Limit
from enraya.solver import Bounds, Solution, Solver, analyse, review
from enraya.solver.analysis import EstimatedMove, best_line
from enraya.solver.review import Accuracy

SOLVER = Solver(table_mb=8, threads=1, book=None)
PASSED = 0.0
"""A moment of `perf_counter` that is always past."""
PLENTY = 600.0
LATE = "2252576253462244111563365343671351441"
SMALL_GAME = Position.parse("12341234432", "classic(columns=4, rows=4)")


class Recorder(Solver):
    """A solver that also notes the seconds it is given for each question."""

    def __init__(self) -> None:
        super().__init__(table_mb=8, threads=1, book=None)
        self.given: list[float] = []

    def solve(
        self,
        position: Position,
        *,
        weak: bool = False,
        between: tuple[int, int] | None = None,
        limit: Limit | None = None,
    ) -> Solution:
        """Solves as always."""
        assert limit is not None
        assert limit.seconds is not None
        self.given.append(limit.seconds)
        return super().solve(position, weak=weak, between=between, limit=limit)


def test_after_the_deadline_every_column_has_its_static_bounds() -> None:
    start = Position.start()
    analysis = analyse(SOLVER, start, with_line=True, deadline=PASSED)
    for column, bounds in enumerate(analysis.bounds, start=1):
        known = SOLVER.solve(start.play(column), limit=Limit(nodes=0))
        assert bounds == Bounds(-known.upper, -known.lower)
    assert analysis.scores == (None,) * 7
    assert (analysis.score, analysis.plies_to_end, analysis.best) == (None, None, ())
    assert (analysis.is_exact, analysis.line) == (False, None)


def test_after_the_deadline_a_win_in_one_is_still_found() -> None:
    analysis = analyse(SOLVER, Position.parse("112233"), deadline=PASSED)
    assert analysis.scores[3] == 18
    assert (analysis.score, analysis.best) == (18, (4,))


def test_after_the_deadline_the_book_still_answers() -> None:
    analysis = analyse(Solver(table_mb=8), Position.start(), deadline=PASSED)
    assert analysis.is_exact
    assert analysis.scores == (-2, -1, 0, 1, 0, -1, -2)


def test_before_the_deadline_scores_equal_those_of_an_unlimited_analysis() -> None:
    position = Position.parse(LATE)
    free = analyse(SOLVER, position, with_line=True)
    timed = analyse(SOLVER, position, with_line=True, deadline=perf_counter() + PLENTY)
    assert (timed.bounds, timed.line) == (free.bounds, free.line)
    assert timed.is_exact


@pytest.mark.parametrize("question", ["analyse", "line", "review"])
def test_all_searches_of_one_analysis_share_a_deadline(question: str) -> None:
    solver, position = Recorder(), Position.parse(LATE)
    deadline = perf_counter() + PLENTY
    if question == "analyse":
        analyse(solver, position, with_line=True, deadline=deadline)
    elif question == "line":
        best_line(solver, position, deadline=deadline)
    else:
        review(solver, SMALL_GAME, deadline=deadline)
    assert len(solver.given) > 1
    assert solver.given[0] <= PLENTY
    assert all(later < earlier for earlier, later in pairwise(solver.given))


def test_after_the_deadline_moves_have_no_label_and_do_not_count() -> None:
    reviewed = review(SOLVER, Position.parse("4453"), deadline=PASSED)
    assert [move.column for move in reviewed.moves] == [4, 4, 5, 3]
    for move in reviewed.moves:
        assert (move.score_before, move.score_after, move.label) == (None, None, None)
        assert move.better == ()
    assert not reviewed.is_exact
    assert reviewed.accuracy(1) == Accuracy(0, None, None)


def test_a_prepared_solver_searches_like_an_unprepared_one() -> None:
    solver = Solver(table_mb=8, threads=1, book=None)
    solver.prepare()
    position = Position.parse(LATE)
    expected = Solver(table_mb=8, threads=1, book=None).solve(position)
    assert solver.solve(position)[:4] == expected[:4]


def test_an_estimate_is_marked_as_one() -> None:
    shown = [EstimatedMove(-3.2), EstimatedMove(None, 1, 5), EstimatedMove(None, -1, 6)]
    assert list(map(str, shown)) == ["~-3", "~win in 5", "~loss in 6"]
