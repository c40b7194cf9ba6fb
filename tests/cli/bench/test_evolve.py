"""The benchmark of evolution, on a few games."""

import json

from tests.cli.running import enraya


def test_bench_evolve_measures_games() -> None:
    done = enraya("bench", "evolve", "--runs", "1", "--pairs", "1", "--json")
    assert done.returncode == 0, done.stderr
    rows = json.loads(done.stdout)
    assert [row["games"] for row in rows] == [19_900, 453, 2]
    assert all(row["games_per_second"] > 0 for row in rows)
