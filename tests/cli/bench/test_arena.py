"""The benchmark of the arena, on a few games."""

import json

import pytest

from tests.cli.running import printed


@pytest.mark.slow
def test_bench_arena_measures_speed_isolation_and_ranking() -> None:
    found = json.loads(
        printed("bench", "arena", "--games", "200", "--isolated", "3", "--stored", "500", "--json")
    )
    one, two = found["speeds"]
    assert (one["workers"], two["workers"]) == (1, 2)
    assert one["games_per_second"] > 0
    assert two["games_per_second"] > 0
    assert found["isolation_seconds_per_game"] > 0
    assert found["ranking"]["games"] >= 500
    assert found["ranking"]["megabytes"] > 0
