"""The benchmark of searches, on a few positions."""

import json

from enraya.bench.search import RULES, agents_for, sample_positions
from tests.cli.running import printed


def test_bench_search_reports_speed_and_time() -> None:
    (row,) = json.loads(
        printed("bench", "search", "--rules", "boom", "--agent", "alphabeta(depth=3)",
               "--count", "2", "--json")
    )  # fmt: skip
    assert row["moves"] == 2
    assert row["nodes_per_second"] > row["leaves_per_second"] > 0
    assert row["longest_seconds"] >= row["median_seconds"] > 0
    assert "leaves/s" in printed("bench", "search", "--agent", "greedy", "--count", "1")


def test_every_rule_set_is_measured_with_every_kind_of_agent() -> None:
    for rules in RULES:
        names = {agent.partition("(")[0] for agent in agents_for(rules)}
        assert names == {"minimax", "alphabeta", "search", "mcts"}
        assert len(sample_positions(rules, 5)) == 5
