"""The benchmark of mistakes, on a few positions."""

import json
from pathlib import Path

from tests.cli.running import enraya, printed


def test_bench_mistakes_judges_by_the_solver(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("443355 18\n121212 18\n")  # both can be won at once, not in column 7
    rows = json.loads(
        printed("bench", "mistakes", "--positions", str(path), "--agent", "greedy",
               "--agent", "script(7777)", "--json")
    )  # fmt: skip
    assert (rows[0]["value_losing"], rows[0]["not_perfect"]) == (0, 0)
    assert rows[1]["not_perfect"] == 2
    low, high = rows[0]["interval"]
    assert low == 0 < high < 100
    assert "greedy" in printed("bench", "mistakes", "--positions", str(path), "--agent", "greedy")


def test_fresh_positions_are_made_from_a_seed() -> None:
    command = (
        "bench", "mistakes", "--make", "end-easy", "--make", "middle-easy", "--count", "30",
        "--seed", "7", "--agent", "random(seed=1)", "--json",
    )  # fmt: skip
    rows = json.loads(printed(*command))
    assert [(row["set"], row["count"]) for row in rows] == [("end-easy", 30), ("middle-easy", 30)]
    assert all(0 < row["value_losing"] < 30 for row in rows)
    low, high = rows[0]["interval"]
    assert low < 100 * rows[0]["value_losing"] / 30 < high
    assert json.loads(printed(*command)) == rows


def test_a_kind_of_positions_that_does_not_exist_is_named() -> None:
    found = enraya("bench", "mistakes", "--make", "begin-hrad")
    assert found.returncode == 2
    assert "begin-hard" in found.stderr
