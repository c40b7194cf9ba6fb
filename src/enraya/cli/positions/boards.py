"""`enraya show`, `replay` and `perft`: positions drawn, as JSON, and counted."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType

from enraya.cli.common.options import JsonOption
from enraya.cli.common.positions import (
    PositionOptions,
    RulesOption,
    SizeOption,
    answer_each,
    chosen_rules,
)
from enraya.cli.common.tables import show as show_answer
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.game import svg
from enraya.game.counting import count_by_depth, count_positions
from enraya.game.jsonform import format_json, replay_object
from enraya.game.position import Position
from enraya.result import with_discs


def show(
    asked: PositionOptions,
    svg_file: Annotated[
        Path | None, typer.Option("--svg", help="Write the drawing to this file as SVG.")
    ] = None,
    as_json: JsonOption = False,
    as_moves: Annotated[bool, typer.Option("--moves", help="Print the moves only.")] = False,
) -> None:
    """Draw a position, or convert it: moves, drawing and JSON in; text, SVG, JSON, moves out.

    Example: enraya show 4453
    """
    lines, rule_set = asked.read()
    if svg_file and len(lines or []) != 1:
        raise InvalidSetting("--svg draws one position; give its moves as one argument")

    def draw(position: Position) -> RenderableType:
        if svg_file:
            write_text(svg_file, svg.draw(position))
            return f"{svg_file}: {position.moves or 'the empty board'}"
        if as_json:
            return format_json(position)
        return position.moves if as_moves else with_discs(str(position) + "\n")

    answer_each(lines, rule_set, draw)


def replay(asked: PositionOptions) -> None:
    """Print the state after each line of moves as one JSON object.

    Example: enraya replay --rules boom 55654453667472B
    """
    lines, rule_set = asked.read()

    def state(position: Position) -> str:
        return json.dumps(replay_object(position), separators=(",", ":"))

    answer_each(lines, rule_set, state)


def perft(
    depth: Annotated[int | None, typer.Argument(help="How many moves deep.")] = None,
    moves: Annotated[str, typer.Option(help="Count from the position after these moves.")] = "",
    rules: RulesOption = "classic",
    size: SizeOption = None,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count all different positions (small boards).")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the ways to play 1, 2, … DEPTH moves; games that are over have no more moves.

    Example: enraya perft 8
    """
    rule_set = chosen_rules(rules, size)
    if distinct:
        count = count_positions(rule_set)
        answer = {"rules": rule_set.spec, "positions": count}
        show_answer(answer, lambda: str(count), as_json=as_json)
        return
    if depth is None or depth < 0:
        raise InvalidSetting("give a depth of 0 or more, such as: enraya perft 8")
    position = Position.parse(moves, rule_set)
    counts = enumerate(count_by_depth(position, depth), start=min(depth, 1))
    if as_json:
        found = [{"plies": plies, "lines": lines} for plies, lines in counts]
        print(json.dumps({"rules": rule_set.spec, "moves": position.moves, "counts": found}))
        return
    for plies, lines in counts:
        print(f"{plies:>2} {lines}", flush=True)
