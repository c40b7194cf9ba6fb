"""Parameters of agents and heuristics: accepted values and refusals."""

from collections.abc import Callable
from typing import Any

import pytest

from enraya.callspec import CallSpec, parse_callspec
from enraya.errors import InvalidSetting
from enraya.parameters import (
    REQUIRED,
    Parameter,
    choice,
    flag,
    integer,
    number,
    read_parameters,
    text,
)

Reader = Callable[[CallSpec], Any]
SIDES = (
    Parameter("width", integer(1, 9), 3, "across"),
    Parameter("height", integer(1, 9), REQUIRED, "upwards"),
)


@pytest.mark.parametrize(
    ("read", "written", "value"),
    [
        (integer(-5, 7), "-5", -5),
        (integer(-5, 7), "7", 7),
        (number(-0.5, 1), "-0.5", -0.5),
        (number(-0.5, 1), "1", 1.0),
        (choice("one", "two"), "two", "two"),
        (flag, "YES", True),
        (flag, "false", False),
        (text, '"a, b"', "a, b"),
        (text, "a(1)", "a(1)"),
        (text, "a(b=1)", "a(b=1)"),
    ],
)
def test_values_are_accepted_up_to_their_limits(read: Reader, written: str, value: object) -> None:
    found = read(parse_callspec(written))
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("read", "written", "words"),
    [
        (integer(-5, 7), "8", "must be from -5 to 7"),
        (integer(-5, 7), "9" * 1000, "must be from -5 to 7"),
        (integer(-5, 7), "1.5", "must be a whole number"),
        (integer(-5, 7), "--1", "must be a whole number"),
        (integer(-5, 7), "٣", "must be a whole number"),
        (integer(-5, 7), "3(1)", "must be a whole number"),
        (number(-0.5, 1), "-0.6", "must be from -0.5 to 1"),
        (number(-0.5, 1), "1.1", "must be from -0.5 to 1"),
        (number(-0.5, 1), "nan", "must be from -0.5 to 1"),
        (number(-0.5, 1), "0(1)", "must be from -0.5 to 1"),
        (number(-0.5, 1), "half", "must be a number"),
        (choice("one", "two"), "one(1)", "must be one of one, two; did you mean 'one'?"),
        (choice("one", "two"), "xyz", "must be one of one, two"),
        (flag, "true(1)", "must be true or false"),
    ],
)
def test_values_outside_the_limits_are_refused(read: Reader, written: str, words: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        read(parse_callspec(written))
    assert str(caught.value) == words


@pytest.mark.parametrize(
    ("written", "values"),
    [
        ("box(height=2)", {"width": 3, "height": 2}),
        ("box(1, 2)", {"width": 1, "height": 2}),
        ("box(1, height=2)", {"width": 1, "height": 2}),
    ],
)
def test_parameters_are_given_by_place_or_by_name(written: str, values: dict[str, int]) -> None:
    assert read_parameters("agent", parse_callspec(written), SIDES) == values


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("box(1, 2, 3)", "takes 2 parameters"),
        ("box(1, width=2)", "twice"),
        ("box(1)", "needs height"),
        ("box(1, 2, hight=3)", "did you mean 'height'?"),
        ("box(1, 10)", "box(height=10): height must be from 1 to 9"),
    ],
)
def test_parameters_that_do_not_fit_are_named(written: str, words: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        read_parameters("agent", parse_callspec(written), SIDES)
    assert words in str(caught.value)


def test_parameters_are_refused_where_none_are_taken() -> None:
    with pytest.raises(InvalidSetting, match="takes 0 parameters; it has: none"):
        read_parameters("agent", parse_callspec("dot(1)"), ())
