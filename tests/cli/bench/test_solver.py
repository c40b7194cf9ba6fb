"""The benchmarks of the solver, on a few positions."""

import json
from pathlib import Path

import pytest

from enraya.cli.bench import solver
from tests.cli.running import enraya, printed

LATE = "2252576253462244111563365343671351441"


def test_bench_solver_compares_with_bitbully_on_given_positions(tmp_path: Path) -> None:
    file = tmp_path / "late.txt"
    file.write_text(f"{LATE} -1\n7422341735647741166133573473242566 1\n")
    report = json.loads(
        enraya("bench", "solver", "--positions", str(file), "--runs", "1", "--json").stdout
    )
    row = report["sets"][0]
    assert (row["set"], row["count"]) == ("late", 2)
    assert row["ratio"] == pytest.approx(row["bitbully_seconds"] / row["seconds"])
    assert row["many_seconds"] > 0
    assert row["threads_seconds"] > 0


def test_bench_solver_refuses_wrong_scores_and_broken_files(tmp_path: Path) -> None:
    file = tmp_path / "wrong.txt"
    file.write_text(f"{LATE} 3\n")
    assert "says -1" in enraya("bench", "solver", "--positions", str(file)).stderr
    file.write_text("44 1 2\n")
    done = enraya("bench", "solver", "--positions", str(file))
    assert done.returncode == 2
    assert "line 1 of" in done.stderr
    assert "unknown set of positions" in enraya("bench", "solver", "--set", "easy").stderr


def test_the_empty_board_is_timed_on_one_thread_and_on_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "cores", lambda: 4)
    monkeypatch.setattr(solver, "measure_empty_board", lambda _, threads: (8 / threads, 1000))
    assert printed("bench", "solver", "--empty", "--table-mb", "64").splitlines() == [
        "1 thread(s): 8.0 s, 1,000 nodes, 64 MB table",
        "4 thread(s): 2.0 s, 1,000 nodes, 64 MB table",
    ]
    found = json.loads(printed("bench", "solver", "--empty", "--json"))["empty"]
    assert [row["threads"] for row in found] == [1, 4]


def test_every_set_is_measured_as_often_as_asked(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one.txt", "two.txt")]
    for file in files:
        file.write_text(f"{LATE} -1\n")
    sets = [word for file in files for word in ("--positions", str(file))]
    found = printed("bench", "solver", *sets, "--runs", "2", "--table-mb", "4", "--json")
    assert [row["set"] for row in json.loads(found)["sets"]] == ["one", "two"]
