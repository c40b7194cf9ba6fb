"""Values of options that commands share."""

import pytest

from enraya.cli.common.options import parse_range
from enraya.errors import InvalidSetting


@pytest.mark.parametrize(
    ("text", "numbers"), [("0", [0]), ("6-8", [6, 7, 8]), (" 7 - 8 ", [7, 8]), ("3-3", [3])]
)
def test_a_range_is_a_number_or_from_one_to_another(text: str, numbers: list[int]) -> None:
    assert list(parse_range("stones", text, 8)) == numbers


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x", "--stones 'x': write a number, or two such as 6-14"),
        ("6-", "write a number"),
        ("-6", "write a number"),
        ("4-7-8", "write a number"),
        ("٣", "write a number"),
        ("8-6", "at most 8, the smaller one first"),
        ("9", "at most 8"),
        ("1" * 30, "write a number"),
    ],
)
def test_malformed_ranges_are_refused(text: str, words: str) -> None:
    with pytest.raises(InvalidSetting, match=words):
        parse_range("stones", text, 8)
