"""The benchmark of mistakes, on a few positions."""

import json
from pathlib import Path

from tests.cli.running import printed


def test_bench_mistakes_judges_by_the_solver(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("443355 18\n121212 18\n")  # both can be won at once, not in column 7
    rows = json.loads(
        printed("bench", "mistakes", "--positions", str(path), "--agent", "greedy",
               "--agent", "script(7777)", "--json")
    )  # fmt: skip
    assert (rows[0]["value_losing"], rows[0]["not_perfect"]) == (0, 0)
    assert rows[1]["not_perfect"] == 2
    assert "greedy" in printed("bench", "mistakes", "--positions", str(path), "--agent", "greedy")
