"""`enraya bench playouts`, `search`, `arena` and `evolve`, on a few games and positions."""

import pytest

from enraya.bench.arena import RankingCost, Speed
from enraya.cli.bench import speed
from tests.cli.running import answer, cells


def test_playouts_are_measured_for_every_rule_set() -> None:
    rows = answer("bench", "playouts", "--games", "100")
    assert [row["rules"] for row in rows][:3] == ["classic", "classic(columns=8, rows=8)", "boom"]
    assert all(row["games_per_second"] > 0 for row in rows)


def test_searches_are_measured_by_speed_and_time() -> None:
    asked = ("--rules", "boom", "--agent", "alphabeta(depth=3)", "--count", "2")
    (row,) = answer("bench", "search", *asked)
    assert row["moves"] == 2
    assert row["nodes_per_second"] > row["leaves_per_second"] > 0
    assert row["longest_seconds"] >= row["median_seconds"] > 0


@pytest.mark.slow
def test_the_arena_is_measured_by_speed_cost_of_isolation_and_ranking() -> None:
    found = answer("bench", "arena", "--games", "200", "--isolated", "3", "--stored", "500")
    one, two = found["speeds"]
    assert (one["workers"], two["workers"]) == (1, 2)
    assert one["games_per_second"] > 0
    assert two["games_per_second"] > 0
    assert found["isolation_seconds_per_game"] > 0
    assert found["ranking"]["games"] >= 500
    assert found["ranking"]["megabytes"] > 0


def test_evolution_is_measured_in_games() -> None:
    rows = answer("bench", "evolve", "--runs", "1", "--pairs", "1")
    assert [row["games"] for row in rows] == [19_900, 453, 2]
    assert all(row["games_per_second"] > 0 for row in rows)


def test_the_arena_is_shown_in_games_per_second_and_milliseconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speeds = {1: Speed(1, 200, 2.0), 2: Speed(2, 200, 0.8)}
    cost = RankingCost(1500, 10, 1.25, 30.0, 7.0)
    monkeypatch.setattr(speed, "measure_speed", lambda workers, _: speeds[workers])
    monkeypatch.setattr(speed, "measure_isolation", lambda _: 0.0125)
    monkeypatch.setattr(speed, "measure_ranking", lambda *_: cost)
    assert cells("bench", "arena", "--games", "200", "--isolated", "3", "--stored", "1500") == [
        ["games/s, one core, in this process", "100"],
        ["games/s, two processes", "250 (x 2.50)"],
        ["an isolated agent, per game", "12.5 ms"],
        ["ranking and report of 1,500 games", "1.25 s"],
        ["memory for the ranking", "30 MB"],
        ["size of the store", "7 MB"],
    ]
