"""`enraya show`: a drawing of a position."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType

from enraya.cli.common.filters import MovesArguments, answer_each
from enraya.cli.common.options import JsonOption
from enraya.cli.common.positions import SourceOption, positions_asked_for
from enraya.cli.common.rules import RulesOption, SizeOption
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.game import svg
from enraya.game.jsonform import format_json
from enraya.game.position import Position
from enraya.result import with_discs


def show(
    moves: MovesArguments = None,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    svg_file: Annotated[
        Path | None, typer.Option("--svg", help="Write the drawing to this file as SVG.")
    ] = None,
    source: SourceOption = None,
    as_json: JsonOption = False,
    as_moves: Annotated[bool, typer.Option("--moves", help="Print the moves only.")] = False,
) -> None:
    """Draw a position, or convert it: moves, drawing and JSON in; text, SVG, JSON, moves out.

    Example: enraya show 4453
    """
    lines, rule_set = positions_asked_for(moves, source, rules, size)
    if svg_file and len(lines or []) != 1:
        raise InvalidSetting("--svg draws one position; give its moves as one argument")

    def draw(line: str) -> RenderableType:
        position = Position.parse(line, rule_set)
        if svg_file:
            write_text(svg_file, svg.draw(position))
            return f"{svg_file}: {position.moves or 'the empty board'}"
        if as_json:
            return format_json(position)
        return position.moves if as_moves else with_discs(str(position) + "\n")

    answer_each(lines, draw)
