"""What an analysis asks of the solver, and when it ends."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from types import SimpleNamespace
from typing import Any, cast

import pytest

from enraya import Position
from enraya.solver import Analysis
from enraya.stopping import Stop
from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.routes.analysis import ESTIMATE_SHARE, LONGEST_ANALYSIS, analysis, follow
from enraya.web.laboratory.thinking.compilation import Compilation
from enraya.web.server.solving.solver_service import SolverService
from enraya.web.server.visitor import OPERATOR

LARGE, SMALL = "classic(columns=8, rows=8)", "classic(columns=4, rows=4)"
REQUEST: Any = None


class Noting(SolverService):
    """A solver that has no time on large boards, and notes what it is asked for."""

    def __init__(self) -> None:
        super().__init__(4)
        self.asked = list[object]()

    def analyse(
        self, position: Position, seconds: float, stop: Stop, *, with_line: bool = False
    ) -> Analysis:
        """Scores, of small boards only."""
        self.asked.append(seconds)
        time = 0.0 if position.rules.columns == 8 else seconds
        return replace(super().analyse(position, time, stop, with_line=with_line), seconds=0.0)

    def estimate(self, found: Analysis, seconds: float, stop: Stop) -> Analysis:
        """The same analysis."""
        del stop
        self.asked.append(seconds)
        return found

    def begin(self, position: Position, seconds: float, stop: Stop) -> Analysis:
        """What is seen at once."""
        del seconds
        return replace(super().analyse(position, 0.0, stop), seconds=0.0)

    def refine(self, found: Analysis, seconds: float, stop: Stop, *, proves: bool) -> Analysis:
        """The same after a minute of thinking."""
        del seconds, stop
        self.asked.append(proves)
        return replace(found, seconds=found.seconds + LONGEST_ANALYSIS / 2)


class Bench:
    """A laboratory in which nobody waits."""

    def __init__(self, *, is_compiled: bool = True) -> None:
        self.solver, self.closing = Noting(), Event()
        compilation = Compilation(is_needed=not is_compiled)
        compilation.done = max(1, compilation.done)  # positions can be solved
        queue = SimpleNamespace(ask=self._ask)
        self.laboratory = cast(
            Laboratory,
            SimpleNamespace(
                solver_service=self.solver, compilation=compilation, slow=queue, streams=None,
                closing=self.closing,
            ),
        )  # fmt: skip

    async def _ask(self, _request: object, _visitor: object, work: Callable[[Stop], Any]) -> Any:
        return work(Stop())

    def events(self, rules: str) -> list[dict[str, Any]]:
        """What an analysis tells until it ends."""

        async def listen() -> list[dict[str, Any]]:
            stream = await follow(REQUEST, self.laboratory, OPERATOR, "", rules)
            texts = [str(text) async for text in stream.body_iterator]
            return [json.loads(text.removeprefix("data: ")) for text in texts]

        return asyncio.run(listen())


@pytest.mark.parametrize(
    ("rules", "is_compiled", "shares"),
    [
        (LARGE, True, [1 - ESTIMATE_SHARE, ESTIMATE_SHARE]),
        (LARGE, False, [1 - ESTIMATE_SHARE]),
        (SMALL, True, [1 - ESTIMATE_SHARE]),
    ],
)
def test_what_is_not_solved_in_time_is_estimated_in_the_rest_of_it(
    rules: str, is_compiled: bool, shares: list[float]
) -> None:
    bench = Bench(is_compiled=is_compiled)
    asyncio.run(analysis(REQUEST, bench.laboratory, OPERATOR, "", rules, False, 20.0))
    assert bench.solver.asked == [pytest.approx(20 * share) for share in shares]


def test_a_solved_position_is_asked_for_again_only_for_its_line() -> None:
    bench = Bench()
    lines = [
        asyncio.run(analysis(REQUEST, bench.laboratory, OPERATOR, "1", SMALL, line, 20.0)).line
        for line in (False, False, True)
    ]
    assert lines[:2] == [None, None]
    assert lines[2]
    assert len(bench.solver.asked) == 2


@pytest.mark.parametrize(
    ("is_compiled", "proofs"), [(True, [True, False, True]), (False, [True, True, True])]
)
def test_an_analysis_proves_and_estimates_in_turn_for_some_minutes(
    is_compiled: bool, proofs: list[bool]
) -> None:
    bench = Bench(is_compiled=is_compiled)
    assert [event["exact"] for event in bench.events(LARGE)] == [False] * 4
    assert bench.solver.asked[-3:] == proofs


def test_an_analysis_ends_when_it_is_exact_or_the_laboratory_closes() -> None:
    bench = Bench()
    assert [event["exact"] for event in bench.events(SMALL)] == [True]
    bench.closing.set()
    assert [event["exact"] for event in bench.events(LARGE)] == [False]
    assert bench.solver.asked == []
