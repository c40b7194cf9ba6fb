"""Numbers that programs give, and what they make."""

from math import inf, nan

import numpy as np
import pytest

from enraya.errors import InvalidSetting
from enraya.front.numbers import duration, limit_of, real, whole
from enraya.limit import Limit


@pytest.mark.parametrize("value", [True, 2.0, "2", None, nan])
def test_what_is_no_whole_number_is_refused(value: object) -> None:
    with pytest.raises(InvalidSetting, match="games must be a whole number, not"):
        whole("games", value)


@pytest.mark.parametrize("value", [True, "2", None, nan, 1j])
def test_what_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(InvalidSetting, match="seconds must be a number, not"):
        real("seconds", value)


def test_numbers_of_any_library_are_taken() -> None:
    assert type(whole("games", np.int64(3))) is int
    assert type(real("seconds", np.float32(0.5))) is float
    assert (real("seconds", 2), real("seconds", inf)) == (2.0, inf)


def test_no_time_at_all_is_a_duration_and_less_is_none() -> None:
    assert duration("seconds", 0) == 0.0
    with pytest.raises(InvalidSetting, match=r"seconds must be 0 or more, not -0\.5"):
        duration("seconds", -0.5)


def test_each_number_is_one_part_of_the_limit() -> None:
    assert limit_of() == Limit()
    assert limit_of(0.5, 100, 4) == Limit(seconds=0.5, nodes=100, depth=4)
