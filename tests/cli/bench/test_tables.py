"""What the tables of the benchmarks say of figures that are known beforehand."""

import re
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer

from enraya.bench.analysis import AnalysisTimes, StonesTimes
from enraya.bench.arena import Ranking, Speed
from enraya.bench.fuzz.harness import Finding, FuzzRow, Target
from enraya.bench.ladder.levels import LevelOrder, LevelRow
from enraya.bench.languages import LanguageRow
from enraya.bench.oracle import Disagreement
from enraya.bench.search import SearchRow
from enraya.bench.solver import RUNS, SolverRow
from enraya.bench.startup import Startup
from enraya.cli.bench import fuzz, solver
from enraya.errors import InvalidSetting, UnknownName
from enraya.game.position import Position
from enraya.solver.position_sets import SETS
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
        measure_ranking=lambda games, agents: Ranking(games, agents, 1.25, 30.0, 7.0),
    )
    assert rows("arena", "--games", "200", "--isolated", "3", "--stored", "1500") == [
        ["games/s, one core, in this process", "100"],
        ["games/s, two processes", "250 (x 2.50)"],
        ["an isolated agent, per game", "12.5 ms"],
        ["ranking and report of 1,500 games", "1.25 s"],
        ["memory for the ranking", "30 MB"],
        ["size of the store", "7 MB"],
    ]


def test_languages_in_milliseconds_or_missing(measured: Replace) -> None:
    def measure(case: LanguageRow, games: int) -> LanguageRow:
        if case.language == "Python":
            return LanguageRow(case.language, case.agent, 0.01255, 1.5, 0.00025 * games)
        return LanguageRow(case.language, case.agent, missing="apt install it")

    cases = [LanguageRow("Python", "a.py"), LanguageRow("Rust", "b.rs")]
    measured("languages", cases=lambda _folder: cases, measure=measure)
    assert rows("languages", "--games", "2") == [
        ["Python", "12.55 ms", "1,500.00 ms", "0.50 ms"],
        ["Rust", "not here", "not here", "not here"],
    ]
    assert "Rust: apt install it" in printed("bench", "languages")


def test_levels_from_one_to_the_highest(measured: Replace) -> None:
    def measure(_folder: Path, levels: range, games: int, **_others: int) -> LevelOrder:
        found = [LevelRow(level, 100.0 * level, 95.0, 1000.0, 7) for level in levels]
        return LevelOrder(games, found)

    measured("levels", measure_levels=measure)
    command = ("levels", "--highest", "3", "--games", "40")
    assert rows(*command) == [[str(level), f"{level}00", "95 – 1000", "7"] for level in (1, 2, 3)]
    assert "40 games: 0 pairs of levels told apart, 0 the wrong way round" in printed(
        "bench", *command
    )


def test_positions_in_which_solvers_differ_are_counted(
    measured: Replace, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = [Disagreement("4", [1], [1]), Disagreement("44", [1], [2]), Disagreement("5", [], [])]
    measured("oracle", compare=lambda *_: pairs[:1])
    assert printed("bench", "oracle", "--count", "3") == "3 of 3 positions agree in every column\n"
    measured("oracle", compare=lambda *_: pairs)
    from enraya.cli.bench.oracle import oracle

    with pytest.raises(typer.Exit) as ended:
        oracle(count=3, seed=0, table_mb=4, as_json=False)
    assert ended.value.exit_code == 1
    captured = capsys.readouterr()
    assert captured.out == "2 of 3 positions agree in every column\n"
    assert captured.err == "enraya: 44: we say [1], bitbully says [2]\n"


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


def test_starting_in_milliseconds(measured: Replace) -> None:
    def measure(runs: int, on_run: Callable[[], None]) -> list[Startup]:
        for _ in range(runs * 3):
            on_run()
        return [Startup("--version", 0.1254, "python", 0.0504, 2.5, 3.0)]

    measured("startup", measure_startup=measure)
    assert rows("startup", "--runs", "4") == [["--version", "125", "python", "50", "2.50", "3"]]


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


def test_findings_are_shown_up_to_a_number(
    measured: Replace, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(_target: Target, count: int, *_others: object, **_named: object) -> FuzzRow:
        findings = [Finding("books", case, "crash") for case in range(count)]
        return FuzzRow("books", count, 2, 1.25, findings)

    measured("fuzz", fuzz_target=measure)

    def run(cases: int) -> list[str]:
        with pytest.raises(typer.Exit) as ended:
            fuzz.fuzz(target=["books"], cases=cases)
        assert ended.value.exit_code == 1
        return capsys.readouterr().out.splitlines()

    exactly = run(fuzz.MOST_SHOWN)
    assert exactly[-1] == f"books {fuzz.MOST_SHOWN - 1}: crash"
    assert run(fuzz.MOST_SHOWN + 2)[-2:] == [exactly[-1], "books: and 2 more"]
    with pytest.raises(UnknownName, match="did you mean 'books'"):
        fuzz.fuzz(target=["boks"])


def test_without_a_number_every_target_has_its_own(measured: Replace) -> None:
    asked: dict[str, int] = {}

    def measure(target: Target, count: int, *_others: object, **_named: object) -> FuzzRow:
        asked[target.name] = count
        return FuzzRow(target.name, count, 0, 0.0, [])

    measured("fuzz", fuzz_target=measure)
    assert len(rows("fuzz")) == len(asked) > 5
    assert min(asked.values()) > 1
    rows("fuzz", "--target", "books", "--cases", "1")
    assert asked["books"] == 1


def test_sets_are_written_each_to_its_file(tmp_path: Path, measured: Replace) -> None:
    def generate(_name: str, count: int, seed: int, on_found: Callable[[], None]) -> object:
        for _ in range(count):
            on_found()
        return [(Position.parse("44"), seed)] * count

    measured("sets", generate_set=generate)
    asked = ("bench", "sets", "--count", "2", "--seed", "7")
    printed(*asked, "--out", str(tmp_path), "--set", "end-easy")
    (file,) = tmp_path.iterdir()
    assert (file.name, file.read_text()) == ("end-easy.txt", "44 7\n44 7\n")
    printed(*asked, "--out", str(tmp_path))
    assert {file.stem for file in tmp_path.iterdir()} == set(SETS)
    with pytest.raises(InvalidSetting, match="there is no directory"):
        printed(*asked, "--out", str(tmp_path / "none"))
