"""Levels as a class: the ladder finds their order."""

from pathlib import Path

import pytest

from enraya.bench.ladder.levels import LevelOrder, LevelRow, measure_levels


@pytest.mark.slow
def test_the_ladder_finds_the_order_of_levels_that_play_as_programs(tmp_path: Path) -> None:
    order = measure_levels(tmp_path / "league", [1, 6], 60, workers=1)
    assert order.games >= 60
    assert [row.level for row in order.levels] == [6, 1]
    assert order.reversed_pairs == 0


def test_only_intervals_that_do_not_touch_tell_levels_apart() -> None:
    rows = [
        LevelRow(1, 1000, 950, 1050, 10),
        LevelRow(2, 1200, 1100, 1300, 10),
        LevelRow(3, 900, 850, 940, 10),
    ]
    order = LevelOrder(30, rows)
    assert order.told_apart == 1
    assert order.reversed_pairs == 2
