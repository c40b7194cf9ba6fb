"""What an analysis says besides the scores."""

from time import perf_counter

from enraya.game.position import Position
from enraya.solver import Solver, analyse
from enraya.solver.analysis import Bounds, EstimatedMove


def test_an_analysis_says_how_long_it_took() -> None:
    started = perf_counter()
    found = analyse(Solver(table_mb=4), Position.parse("44444432651275"))
    assert 0 < found.seconds < perf_counter() - started


def test_bounds_are_as_wide_as_what_is_not_known() -> None:
    assert (Bounds(-3, 4).width, Bounds(-3, 4).score) == (7, None)
    assert (Bounds(4, 4).width, Bounds(4, 4).score) == (0, 4)
    assert Bounds(-3, 4).and_also(Bounds(-5, 2)) == Bounds(-3, 2)


def test_an_estimate_is_marked_as_one() -> None:
    shown = [EstimatedMove(-3.2), EstimatedMove(None, 1, 5), EstimatedMove(None, -1, 6)]
    assert list(map(str, shown)) == ["~-3", "~win in 5", "~loss in 6"]
