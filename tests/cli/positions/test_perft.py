"""`enraya perft` as a user types it."""

import json

import pytest

from enraya.errors import InvalidSetting
from enraya.game import counting
from enraya.game.counting import count_by_depth, count_lines, count_positions
from enraya.game.position import Position
from enraya.rules.classic import classic
from tests.cli.running import enraya, printed


def test_perft_counts_lines_and_positions() -> None:
    assert enraya("perft", "4").stdout.split() == ["1", "7", "2", "49", "3", "343", "4", "2401"]
    assert enraya("perft", "--distinct", "--size", "4x4").stdout.strip() == "161029"
    counts = json.loads(enraya("perft", "2", "--json").stdout)["counts"]
    assert counts == [{"plies": 1, "lines": 7}, {"plies": 2, "lines": 49}]


def test_there_is_one_way_to_play_no_move_and_none_to_play_fewer() -> None:
    assert printed("perft", "0").split() == ["0", "1"]
    for arguments in (["perft"], ["perft", "--", "-1"]):
        with pytest.raises(InvalidSetting, match="give a depth of 0 or more"):
            printed(*arguments)


@pytest.mark.parametrize("depth", ["101", "1" + "0" * 30])
def test_perft_refuses_a_depth_that_no_game_has(depth: str) -> None:
    done = enraya("perft", depth)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("enraya: a depth is from 0 to 100, not 1")


def test_lines_are_counted_until_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST_LINES", 1000)
    counts = count_by_depth(Position.start(), 40)
    assert [next(counts), next(counts), next(counts)] == [7, 49, 343]
    with pytest.raises(InvalidSetting, match="4 moves deep there may be more than 1,000 lines"):
        next(counts)


def test_a_move_more_may_be_a_drop_in_each_column_or_an_explosion(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(counting, "MOST_LINES", 8 * 49)
    assert list(count_by_depth(Position.start(), 3)) == [7, 49, 343]
    monkeypatch.setattr(counting, "MOST_LINES", 8 * 49 - 1)
    with pytest.raises(InvalidSetting, match="3 moves deep"):
        list(count_by_depth(Position.start(), 3))


def test_depths_from_none_to_the_most_are_counted() -> None:
    over = Position.parse("4455667")
    assert list(count_by_depth(over, 0)) == [1]
    assert list(count_by_depth(over, counting.MOST_DEPTH)) == [0] * counting.MOST_DEPTH
    for depth in (-1, counting.MOST_DEPTH + 1):
        with pytest.raises(InvalidSetting, match="a depth is from 0 to"):
            list(count_by_depth(over, depth))


def test_deep_counts_are_the_sums_of_shallow_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position.parse("112233", classic(4, 4))
    whole = [count_lines(position, depth) for depth in range(9)]
    monkeypatch.setattr(counting, "_AT_ONCE", 2)
    assert [count_lines(position, depth) for depth in range(9)] == whole


def test_boards_with_too_many_positions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "_MOST_BOARDS", 1000)
    with pytest.raises(InvalidSetting, match="too many positions to count"):
        count_positions(classic())
