"""The benchmark of starting, on one run."""

import json

import pytest

from tests.cli.running import enraya


@pytest.mark.slow
def test_bench_startup_compares_each_command() -> None:
    rows = json.loads(enraya("bench", "startup", "--runs", "1", "--json").stdout)
    assert [row["command"] for row in rows] == ["--version", "--help", "solve 4455"]
    assert all(row["ratio"] > 0 and row["most"] > 1 for row in rows)
