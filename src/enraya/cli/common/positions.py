"""The positions a command is about: lines of moves, a drawing or JSON."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.rules import chosen_rules
from enraya.errors import InvalidSetting
from enraya.game.drawing import parse_drawing
from enraya.game.jsonform import parse_json
from enraya.game.position import Position
from enraya.rules import RuleSet

SourceOption = Annotated[
    str | None,
    typer.Option("--from", help="Read a drawing or JSON from this file (- is standard input)."),
]


def positions_asked_for(
    moves: list[str] | None, source: str | None, rules: str, size: str | None
) -> tuple[list[str] | None, RuleSet]:
    """The lines of moves to answer, None for those of standard input, and their rule set.

    What ``--from`` reads becomes the moves of one legal game that leads there; unless rules or a
    size are given, the drawing or the JSON says on which board.

    Raises:
        EnrayaError: when the rules or the position are refused, or there are moves as well.
    """
    chosen = chosen_rules(rules, size)
    if source is None:
        return moves, chosen
    if moves:
        raise InvalidSetting("--from reads the position; give no moves with it")
    is_default = rules == "classic" and size is None
    position = _read_position(source, None if is_default else chosen)
    return [position.moves], position.rules


def _read_position(source: str, rules: RuleSet | None) -> Position:
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(errors="replace")
    except OSError as error:
        raise InvalidSetting(f"cannot read {source!r}: {error.strerror}") from None
    parse = parse_json if text.lstrip().startswith("{") else parse_drawing
    return parse(text, rules)
