"""The benchmark of random games, on a few of them."""

import json

from tests.cli.running import enraya


def test_bench_playouts_reports_every_rule_set() -> None:
    rows = json.loads(enraya("bench", "playouts", "--games", "100", "--json").stdout)
    assert [row["rules"] for row in rows][:3] == ["classic", "classic(columns=8, rows=8)", "boom"]
    assert all(row["games_per_second"] > 0 for row in rows)
