"""Groups of options that commands share."""

from typing import Annotated, NamedTuple

import pytest
import typer
from typer.testing import CliRunner

from enraya.cli.common.options import parse_range, with_groups
from enraya.errors import InvalidSetting


class Drawing(NamedTuple):
    """Options of an invented command."""

    colour: Annotated[str, typer.Option(help="Of the lines.")] = "blue"
    width: Annotated[int, typer.Option(min=1)] = 2


RED = Drawing("red")


@with_groups
def draw(name: str, count: int = 1, *, drawing: Drawing = RED, loud: bool = False) -> None:
    """Draw something."""
    print(name, count, drawing, loud)


app = typer.Typer(rich_markup_mode=None)
app.command()(draw)


def run(*arguments: str) -> str:
    return CliRunner().invoke(app, arguments).output


def test_a_command_gets_the_group_as_one_value() -> None:
    assert run("cat", "--width", "3", "--loud") == "cat 1 Drawing(colour='red', width=3) True\n"


def test_the_options_stand_where_the_group_does() -> None:
    text = run("--help")
    places = [text.index(word) for word in ("--count", "--colour", "--width", "--loud")]
    assert places == sorted(places)
    assert "Draw something." in text
    assert "default: red" in text


def test_what_an_option_refuses_is_refused() -> None:
    assert "'--width'" in run("cat", "--width", "0")


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
def test_what_is_no_range_is_refused(text: str, words: str) -> None:
    with pytest.raises(InvalidSetting, match=words):
        parse_range("stones", text, 8)
