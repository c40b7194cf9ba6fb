"""What the tables of the benchmarks say of figures that are known beforehand."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from enraya.bench.analysis import AnalysisTimes, StonesTimes
from enraya.bench.arena import RankingCost, Speed
from enraya.bench.search import SearchRow
from enraya.bench.solver import RUNS, SolverRow
from enraya.cli.bench import solver
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from tests.cli.running import printed

Replace = Callable[..., None]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> Replace:
    """Gives functions that a command calls to measure their results."""

    def replace(command: str, **results: Callable[..., object]) -> None:
        for name, result in results.items():
            monkeypatch.setattr(f"enraya.cli.bench.{command}.{name}", result)

    return replace


def rows(*arguments: str) -> list[list[str]]:
    """The cells of the table that a benchmark prints where there is room for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COLUMNS", "200")
        lines = printed("bench", *arguments).splitlines()
    return [re.split(r" +│ +", line.strip("│ ")) for line in lines if line.startswith("│")]


def test_the_arena_in_games_a_second_and_milliseconds(measured: Replace) -> None:
    measured(
        "arena",
        measure_speed=lambda workers, games: Speed(workers, games, 2.0 / (1.5 * workers - 0.5)),
        measure_isolation=lambda games: 0.0125 + games - 3,
        measure_ranking=lambda games, agents: RankingCost(games, agents, 1.25, 30.0, 7.0),
    )
    assert rows("arena", "--games", "200", "--isolated", "3", "--stored", "1500") == [
        ["games/s, one core, in this process", "100"],
        ["games/s, two processes", "250 (x 2.50)"],
        ["an isolated agent, per game", "12.5 ms"],
        ["ranking and report of 1,500 games", "1.25 s"],
        ["memory for the ranking", "30 MB"],
        ["size of the store", "7 MB"],
    ]


def test_searches_in_milliseconds_and_millions_a_second(measured: Replace) -> None:
    measured(
        "search",
        measure_agent=lambda rules, agent, count: SearchRow(
            rules, agent, count, 0.0015, 1.25, 2_500_000.0, 1_250_000.0
        ),
    )
    asked = ("--rules", "boom", "--agent", "greedy", "--agent", "mcts")
    figures = ["1.50 ms", "1,250.00 ms", "2.50 M", "1.25 M"]
    assert rows("search", *asked) == [["boom", name, *figures] for name in ("greedy", "mcts")]
    assert len(rows("search", "--rules", "boom")) > 2


@pytest.mark.parametrize(
    ("theirs", "shown"), [((0.5, 2.5), ["50.00 ms", "2.50"]), ((None, None), ["-", "-"])]
)
def test_the_solver_by_position(
    theirs: tuple[float | None, float | None], shown: list[str], measured: Replace, tmp_path: Path
) -> None:
    file = tmp_path / "some.txt"
    file.write_text("443355 18\n121212 18\n")
    found = SolverRow("some", 10, 0.2, 0.1, 0.15, *theirs, 5_000_000)
    measured("solver", measure_solver=lambda *_: found)
    found_rows = rows("solver", "--positions", str(file), "--runs", "3")
    assert found_rows == [
        ["some", "10", "20.00 ms", "15.00 ms", "10.00 ms", *shown, "500,000", "25.0 M"]
    ]


def test_a_quick_look_takes_fewer_positions_once(measured: Replace, tmp_path: Path) -> None:
    file = tmp_path / "begin-hard.txt"
    file.write_text("443355 18\n" * 5)
    asked = []

    def measure(name: str, positions: list[object], runs: int, *_others: object) -> SolverRow:
        asked.append((name, len(positions), runs))
        return SolverRow(name, len(positions), 1.0, 1.0, 1.0, None, None, 1)

    measured("solver", measure_solver=measure)
    for options in (["--quick"], ["--count", "4"], []):
        rows("solver", "--positions", str(file), *options)
    few = solver.QUICK_COUNTS["begin-hard"]
    assert asked == [("begin-hard", few, 1), ("begin-hard", 4, RUNS), ("begin-hard", 5, RUNS)]
    file.write_text("")
    with pytest.raises(InvalidSetting, match="no positions"):
        rows("solver", "--positions", str(file))


def test_all_columns_in_the_unit_that_suits(measured: Replace) -> None:
    times = AnalysisTimes(2, 0.0025, 1.5, "", 8, 0.0000125, 0.25)
    measured("analysis", measure_analysis=lambda *_: times)
    text = printed("bench", "analysis", "--count", "2")
    assert "median 2.50 ms, worst 1.50 s (the empty board)" in text
    assert "solve up to 8 plies (book): median 12.5 µs" in text
    assert "all columns at 7 plies: median 250.00 ms" in text
    alone = StonesTimes(6, 1, 0.5, 2.0, "123456", None, None, None)
    beside = StonesTimes(7, 1, 0.5, 2.0, "1234567", 0.25, 1.0, 2.0)
    measured(
        "analysis",
        measure_stones=lambda stones, *_: beside if stones == 7 else alone,
        Solver=lambda *_, **__: SimpleNamespace(solve=Position.start().__eq__),
    )
    assert rows("analysis", "--stones", "6-7") == [
        ["6", "500.00 ms", "2.00 s", "-", "-", "-"],
        ["7", "500.00 ms", "2.00 s", "250.00 ms", "1.00 s", "2.00"],
    ]
    assert len(rows("analysis", "--stones", "41")) == 1
