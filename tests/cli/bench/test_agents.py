"""The benchmarks of agents, on a few positions."""

import json
from pathlib import Path

from enraya.bench.search import RULES, agents_for, sample_positions
from tests.cli.test_agents import enraya


def test_bench_search_reports_speed_and_time() -> None:
    (row,) = json.loads(
        enraya("bench", "search", "--rules", "boom", "--agent", "alphabeta(depth=3)",
               "--count", "2", "--json")
    )  # fmt: skip
    assert row["moves"] == 2
    assert row["nodes_per_second"] > row["leaves_per_second"] > 0
    assert row["longest_seconds"] >= row["median_seconds"] > 0
    assert "leaves/s" in enraya("bench", "search", "--agent", "greedy", "--count", "1")


def test_every_rule_set_is_measured_with_every_kind_of_agent() -> None:
    for rules in RULES:
        names = {agent.partition("(")[0] for agent in agents_for(rules)}
        assert names == {"minimax", "alphabeta", "search", "mcts"}
        assert len(sample_positions(rules, 5)) == 5


def test_bench_mistakes_judges_by_the_solver(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("443355 18\n121212 18\n")  # both can be won at once, not in column 7
    rows = json.loads(
        enraya("bench", "mistakes", "--positions", str(path), "--agent", "greedy",
               "--agent", "script(7777)", "--json")
    )  # fmt: skip
    assert (rows[0]["value_losing"], rows[0]["not_perfect"]) == (0, 0)
    assert rows[1]["not_perfect"] == 2
    assert "greedy" in enraya("bench", "mistakes", "--positions", str(path), "--agent", "greedy")
