"""Clocks as people write them."""

import pytest

from enraya.arena.plan.terms import Clock, parse_clock
from enraya.errors import InvalidSetting


@pytest.mark.parametrize(("text", "clock"), [("60", Clock(60)), ("2.5+0.1", Clock(2.5, 0.1))])
def test_clocks_are_read_and_written(text: str, clock: Clock) -> None:
    assert parse_clock(text) == clock
    assert str(clock) == text


def test_a_clock_has_at_most_a_million_seconds_and_as_many_after_each_move() -> None:
    assert parse_clock("1000000+1000000") == Clock(1e6, 1e6)


@pytest.mark.parametrize(
    "text",
    ["", "x", "0", "-1", "60+", "60+-1", "nan", "inf", "1+2+3", "1000001", "60+1000001"],
)
def test_what_is_no_clock_is_refused(text: str) -> None:
    with pytest.raises(InvalidSetting, match="is not a clock"):
        parse_clock(text)
