"""Numbers and positions as arguments."""

from collections.abc import Callable
from functools import partial
from math import inf, nan

import numpy as np
import pytest

import enraya
from enraya.errors import InvalidSetting
from enraya.front.inputs import duration, position_of, whole


@pytest.mark.parametrize(
    ("read", "values", "words"),
    [
        (partial(whole, "games"), (True, 2.0, "2", None, nan), "games must be a whole number, not"),
        (duration, (True, "2", None, nan, 1j), "seconds must be a number, not"),
        (duration, (-0.5,), r"seconds must be 0 or more, not -0\.5"),
        (position_of, (None, 4453, ["4", "4"]), "is no position; give moves such as '4453'"),
    ],
)
def test_values_that_are_neither_numbers_nor_positions_are_refused(
    read: Callable[[object], object], values: tuple[object, ...], words: str
) -> None:
    for value in values:
        with pytest.raises(InvalidSetting, match=words):
            read(value)


def test_numbers_of_any_library_are_accepted_and_durations_may_be_0_or_infinite() -> None:
    assert type(whole("games", np.int64(3))) is int
    assert type(duration(np.float32(0.5))) is float
    assert (duration(0), duration(inf)) == (0.0, inf)


def test_a_position_keeps_its_own_rules() -> None:
    position = enraya.Position("4", "boom")
    assert position_of(position) is position
    assert position_of("4", "boom") == position
    with pytest.raises(InvalidSetting, match="has its rules already"):
        position_of(position, "boom")
