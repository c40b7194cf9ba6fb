"""What the options of the solver make."""

from time import perf_counter

import pytest

from enraya.cli.common.solving import make_deadline, make_limit, make_solver
from enraya.limit import Limit
from enraya.platform import cores
from enraya.solver import Solver


@pytest.mark.parametrize(("threads", "made"), [(1, 1), (None, cores())])
def test_threads_are_all_cores_unless_they_are_given(threads: int | None, made: int) -> None:
    solver = make_solver(4, threads, no_book=True, no_cache=True)
    assert solver.threads == made


def test_seconds_become_a_limit_and_a_moment_that_is_yet_to_come() -> None:
    assert make_limit(None) is None
    assert make_limit(2.5) == Limit(seconds=2.5)
    assert make_deadline(None) is None
    now = perf_counter()
    deadline = make_deadline(1000.0)
    assert deadline is not None
    assert 999.0 < deadline - now < 1100.0


@pytest.mark.parametrize(("seconds", "times"), [(None, 0), (0.0, 1), (2.5, 1)])
def test_what_a_limit_must_not_pay_for_is_loaded_before(
    seconds: float | None, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared = list[Solver]()
    monkeypatch.setattr(Solver, "prepare", lambda solver: prepared.append(solver))
    make_solver(4, 1, no_book=True, no_cache=True, limit_seconds=seconds)
    assert len(prepared) == times
