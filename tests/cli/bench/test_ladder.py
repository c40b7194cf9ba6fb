"""The benchmark of the ladder, on a few leagues."""

import json

from tests.cli.running import printed

FEW = ("--leagues", "2", "--teams", "3", "--pairs", "10", "--races", "1", "--width", "400")


def test_bench_ladder_says_how_often_intervals_hold_and_how_many_games_it_takes() -> None:
    found = json.loads(printed("bench", "ladder", *FEW, "--json"))
    assert found["coverage"]["intervals"] == 6
    assert found["games"]["ladder"] > 0
    table = printed("bench", "ladder", *FEW)
    assert "round robin" in table
    assert "2 leagues" in table
