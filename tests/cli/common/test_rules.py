"""The board that `--rules` and `--size` ask for together."""

import pytest

from enraya.cli.common.positions import chosen_rules, parse_size
from enraya.errors import EnrayaError
from enraya.rules.classic import classic

WIDE = "classic(columns=8, rows=7)"


@pytest.mark.parametrize("size", ["8x7", "8X7", "8×7", "08x007"])
def test_a_size_is_columns_and_rows(size: str) -> None:
    assert parse_size(size) == classic(8, 7)


OTHER_DIGITS = "8x\N{ARABIC-INDIC DIGIT SEVEN}"


@pytest.mark.parametrize("size", ["", "8", "x", "8x", "x7", "8x7x6", "8 x 7", "-8x7", OTHER_DIGITS])
def test_other_texts_are_no_size(size: str) -> None:
    with pytest.raises(EnrayaError, match="is not a board size"):
        parse_size(size)


def test_a_number_of_four_digits_is_no_size_and_one_of_three_too_large() -> None:
    with pytest.raises(EnrayaError, match="is not a board size"):
        parse_size("8x1000")
    with pytest.raises(EnrayaError) as refused:
        parse_size("8x999")
    assert "is not a board size" not in str(refused.value)


@pytest.mark.parametrize("rules", ["classic", " classic ", WIDE])
def test_a_size_goes_with_the_classic_rules_of_any_or_the_same_board(rules: str) -> None:
    assert chosen_rules(rules, "8x7") == classic(8, 7)
    assert chosen_rules(WIDE, None) == classic(8, 7)


@pytest.mark.parametrize(
    ("rules", "words"),
    [(WIDE, "contradicts"), ("classic(columns=7, rows=6)", "contradicts"), ("boom", "its own")],
)
def test_a_size_that_contradicts_the_rules_is_refused(rules: str, words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        chosen_rules(rules, "8x8")
