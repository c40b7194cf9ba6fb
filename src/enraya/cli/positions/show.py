"""`enraya show`: a drawing of a position."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.filters import MovesArguments, answer_each
from enraya.cli.common.options import JsonOption
from enraya.cli.common.rules import RulesOption, SizeOption, chosen_rules
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.game import svg
from enraya.game.drawing import parse_drawing
from enraya.game.jsonform import format_json, parse_json
from enraya.game.position import Position
from enraya.rules import RuleSet


def show(
    moves: MovesArguments = None,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    svg_file: Annotated[
        Path | None, typer.Option("--svg", help="Write the drawing to this file as SVG.")
    ] = None,
    source: Annotated[
        str | None,
        typer.Option("--from", help="Read a drawing or JSON from this file (- is standard input)."),
    ] = None,
    as_json: JsonOption = False,
    as_moves: Annotated[bool, typer.Option("--moves", help="Print the moves only.")] = False,
) -> None:
    """Draw a position, or convert it: moves, drawing and JSON in; text, SVG, JSON, moves out.

    Example: enraya show 4453
    """
    rule_set = chosen_rules(rules, size)
    if svg_file and not source and len(moves or []) != 1:
        raise InvalidSetting("--svg draws one position; give its moves as one argument")

    def draw(position: Position) -> str:
        if svg_file:
            write_text(svg_file, svg.draw(position))
            return f"{svg_file}: {position.moves or 'the empty board'}"
        if as_json:
            return format_json(position)
        return position.moves if as_moves else str(position) + "\n"

    if source:
        is_default = rules == "classic" and size is None
        print(draw(_read_position(source, None if is_default else rule_set)))
    else:
        answer_each(moves, lambda line: draw(Position.parse(line, rule_set)))


def _read_position(source: str, rules: RuleSet | None) -> Position:
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(errors="replace")
    except OSError as error:
        raise InvalidSetting(f"cannot read {source!r}: {error.strerror}") from None
    parse = parse_json if text.lstrip().startswith("{") else parse_drawing
    return parse(text, rules)
