"""`enraya bench solver`, `analysis` and `mistakes`, on a few positions."""

from pathlib import Path

import pytest

from enraya.bench.solver import AnalysisTimes, SolverRow
from enraya.cli.bench import positions
from enraya.cli.bench.positions import QUICK_COUNTS, chosen_positions
from enraya.errors import EnrayaError
from enraya.solver.position_sets import SETS
from tests.cli.running import answer, cells, printed

LATE = "2252576253462244111563365343671351441"


def file_of(folder: Path, *lines: str, name: str = "mine") -> str:
    """A file of lines of moves and score."""
    file = folder / f"{name}.txt"
    file.write_text("".join(f"{line}\n" for line in lines))
    return str(file)


def test_files_come_before_sets_and_all_sets_when_none_is_named(tmp_path: Path) -> None:
    file = Path(file_of(tmp_path, "443355 18"))
    assert list(chosen_positions(["end-easy"], [file])) == ["mine"]
    assert list(chosen_positions(["end-easy"], None)) == ["end-easy"]
    assert list(chosen_positions(None, None)) == list(SETS)


def test_the_solver_is_compared_with_bitbully_on_given_positions(tmp_path: Path) -> None:
    file = file_of(tmp_path, f"{LATE} -1", "7422341735647741166133573473242566 1")
    (row,) = answer("bench", "solver", "--positions", file, "--runs", "1")["sets"]
    assert (row["set"], row["count"]) == ("mine", 2)
    assert row["ratio"] == pytest.approx(row["bitbully_seconds"] / row["seconds"])
    assert row["many_seconds"] > 0
    assert row["threads_seconds"] > 0


@pytest.mark.parametrize(
    ("lines", "words"),
    [([f"{LATE} 3"], "says -1"), (["44 1 2"], "line 1 of"), ([], "has no positions")],
)
def test_wrong_scores_and_broken_files_are_refused(
    lines: list[str], words: str, tmp_path: Path
) -> None:
    with pytest.raises(EnrayaError, match=words):
        printed("bench", "solver", "--positions", file_of(tmp_path, *lines))


def test_the_empty_board_is_timed_on_one_thread_and_on_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "cores", lambda: 4)
    monkeypatch.setattr(positions, "measure_empty_board", lambda _, threads: (8 / threads, 1000))
    assert printed("bench", "solver", "--empty", "--table-mb", "64").splitlines() == [
        "1 thread(s): 8.0 s, 1,000 nodes, 64 MB table",
        "4 thread(s): 2.0 s, 1,000 nodes, 64 MB table",
    ]
    assert [row["threads"] for row in answer("bench", "solver", "--empty")["empty"]] == [1, 4]


def test_the_solver_is_shown_by_position_and_quick_runs_use_fewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def measure(name: str, positions: list[object], runs: int, *_others: object) -> SolverRow:
        theirs: tuple[float | None, float | None] = (None, None) if runs == 1 else (0.2, 2.5)
        return SolverRow(name, len(positions), 0.2, 0.1, 0.15, *theirs, 500_000 * len(positions))

    monkeypatch.setattr(positions, "measure_solver", measure)
    file = file_of(tmp_path, *["443355 18"] * 5, name="begin-hard")
    command = ("bench", "solver", "--positions", file)
    few = QUICK_COUNTS["begin-hard"]
    ((_, count, *times),) = cells(*command, "--quick")
    assert (count, times[3:5]) == (f"{few}", ["-", "-"])
    assert cells(*command, "--count", "4") == [
        ["begin-hard", "4", "50.00 ms", "37.50 ms", "25.00 ms", "50.00 ms", "2.50", "500,000",
         "10.0 M"],
    ]  # fmt: skip
    assert cells(*command)[0][1] == "5"


def test_analyses_have_a_row_for_each_number_of_stones_beside_bitbully() -> None:
    options = ("--stones", "5-6", "--count", "2", "--beside", "bitbully", "--table-mb", "16")
    rows = answer("bench", "analysis", *options)["stones"]
    assert [row["stones"] for row in rows] == [5, 6]
    for row in rows:
        assert row["count"] == 2
        assert len(row["worst_moves"]) == row["stones"]
        assert row["worst"] >= row["median"] > 0
        assert row["ratio"] == pytest.approx(row["median"] / row["bitbully_median"])


def test_analyses_are_shown_in_a_suitable_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    times = AnalysisTimes(2, 0.0025, 1.5, "", 8, 0.0000125, 0.25)
    monkeypatch.setattr(positions, "measure_analysis", lambda *_: times)
    assert printed("bench", "analysis", "--count", "2").splitlines() == [
        "all columns of 2 random positions: median 2.50 ms, worst 1.50 s (the empty board)",
        "solve up to 8 plies (book): median 12.5 µs",
        "all columns at 7 plies: median 250.00 ms",
    ]


def test_mistakes_are_judged_by_the_solver(tmp_path: Path) -> None:
    # Both positions can be won at once, not in column 7.
    given = ("bench", "mistakes", "--positions", file_of(tmp_path, "443355 18", "121212 18"))
    rows = answer(*given, "--agent", "greedy", "--agent", "script(7777)")
    assert (rows[0]["value_losing"], rows[0]["not_perfect"]) == (0, 0)
    assert rows[1]["not_perfect"] == 2
    low, high = rows[0]["interval"]
    assert low == 0 < high < 100
    assert cells(*given, "--agent", "greedy") == [["greedy", f"0.0 ({low}-{high}) / 0.0"]]


def test_new_positions_are_made_from_a_seed() -> None:
    command = (
        "bench", "mistakes", "--make", "end-easy", "--make", "middle-easy", "--count", "30",
        "--seed", "7", "--agent", "random(seed=1)",
    )  # fmt: skip
    rows = answer(*command)
    assert [(row["set"], row["count"]) for row in rows] == [("end-easy", 30), ("middle-easy", 30)]
    assert all(0 < row["value_losing"] < 30 for row in rows)
    low, high = rows[0]["interval"]
    assert low < 100 * rows[0]["value_losing"] / 30 < high
    assert answer(*command) == rows
