"""Rule sets by name: accepted specifications and refusals."""

import pytest

from enraya.errors import EnrayaError, InvalidNotation, InvalidSetting, UnknownName
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic
from tests.strategies import ALL_SIZES, RULES


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_a_rule_set_is_read_back_from_its_specification(rules: RuleSet) -> None:
    assert parse_rules(rules.spec) == rules
    assert parse_rules(str(rules)) == rules
    assert hash(parse_rules(rules.spec)) == hash(rules)


@pytest.mark.parametrize(("columns", "rows"), ALL_SIZES)
def test_the_classic_game_allows_every_board_up_to_64_cells(columns: int, rows: int) -> None:
    rules = parse_rules(f"classic(columns={columns}, rows={rows})")
    assert (rules.columns, rules.rows, rules.cells) == (columns, rows, columns * rows)
    assert parse_rules(rules.spec) == rules


def test_defaults_are_left_out_of_the_specification() -> None:
    assert parse_rules("classic(rows=6)").spec == "classic"
    assert parse_rules("classic()").spec == "classic"
    assert parse_rules(" classic( rows = 8 , columns=8 ) ").spec == "classic(columns=8, rows=8)"


@pytest.mark.parametrize(
    ("text", "kind", "sentence"),
    [
        ("bom", UnknownName, "unknown rule set 'bom'; did you mean 'boom'?"),
        ("chess", UnknownName, "there are: boom, classic, desconecta"),
        ("", InvalidNotation, "expected a name, found the end"),
        ("classic(", InvalidNotation, "expected a name, found the end"),
        ("classic(8, 8)", InvalidSetting, "write parameters as name=value"),
        ("classic(width=8)", InvalidSetting, "no parameter 'width'; it has: columns, rows"),
        ("boom(columns=8)", InvalidSetting, "no parameter 'columns'; it has: none"),
        ("classic(columns=x)", InvalidSetting, "columns must be a whole number, not 'x'"),
        ("classic(columns=x\ny)", InvalidSetting, r"columns must be a whole number, not 'x\ny'"),
        ("classic(columns=-7)", InvalidSetting, "columns must be a whole number"),
        ("classic(columns=\u0667)", InvalidSetting, "columns must be a whole number"),
        ("classic(columns=7(8))", InvalidSetting, "columns must be a whole number"),
        ("classic(columns=3)", InvalidSetting, "a board of 3x6 (columns x rows) is not possible"),
        ("classic(rows=3)", InvalidSetting, "both sides must be at least 4"),
        ("classic(columns=9, rows=8)", InvalidSetting, "at most 64 cells"),
        ("classic(columns=99999999999999)", InvalidSetting, "at most 64 cells"),
        ("classic(rows=6, rows=6)", InvalidNotation, "'rows' is given twice"),
    ],
)
def test_bad_specifications_are_refused(text: str, kind: type[EnrayaError], sentence: str) -> None:
    with pytest.raises(kind) as caught:
        parse_rules(text)
    assert sentence in str(caught.value)


def test_sizes_are_checked_by_the_python_constructor_too() -> None:
    with pytest.raises(InvalidSetting, match="0x6"):
        classic(columns=0)
    with pytest.raises(InvalidSetting, match="-8x-8"):
        classic(-8, -8)
