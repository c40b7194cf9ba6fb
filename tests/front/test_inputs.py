"""What programs give: numbers, and positions."""

from math import inf, nan

import numpy as np
import pytest

import enraya
from enraya.errors import InvalidSetting
from enraya.front.inputs import duration, position_of, whole


@pytest.mark.parametrize("value", [True, 2.0, "2", None, nan])
def test_what_is_not_a_whole_number_is_refused(value: object) -> None:
    with pytest.raises(InvalidSetting, match="games must be a whole number, not"):
        whole("games", value)


@pytest.mark.parametrize("value", [True, "2", None, nan, 1j])
def test_what_is_not_a_number_is_refused(value: object) -> None:
    with pytest.raises(InvalidSetting, match="seconds must be a number, not"):
        duration(value)


def test_numbers_of_any_library_are_taken() -> None:
    assert type(whole("games", np.int64(3))) is int
    assert type(duration(np.float32(0.5))) is float


def test_a_duration_may_be_0_or_without_end_but_not_negative() -> None:
    assert (duration(0), duration(inf)) == (0.0, inf)
    with pytest.raises(InvalidSetting, match=r"seconds must be 0 or more, not -0\.5"):
        duration(-0.5)


@pytest.mark.parametrize("asked", [None, 4453, ["4", "4"]])
def test_what_is_not_a_position_is_refused(asked: object) -> None:
    with pytest.raises(InvalidSetting, match="is no position; give moves such as '4453'"):
        position_of(asked)


def test_a_position_brings_its_own_rules() -> None:
    position = enraya.Position("4", "boom")
    assert position_of(position) is position
    assert position_of("4", "boom") == position
    with pytest.raises(InvalidSetting, match="has its rules already"):
        position_of(position, "boom")
