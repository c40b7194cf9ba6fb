"""`enraya heuristics`: the available evaluation functions, and their values."""

import json
from typing import Annotated

import typer
from rich.table import Table

from enraya.cli.common.filters import answer_each
from enraya.cli.common.names import completing
from enraya.cli.common.number_formats import format_value, parameter_lines, parameter_objects
from enraya.cli.common.options import JsonOption, PlayerOption
from enraya.cli.common.positions import SourceOption, positions_asked_for
from enraya.cli.common.rules import RulesOption, SizeOption
from enraya.cli.common.tables import terminal
from enraya.game.position import Position
from enraya.heuristics import HEURISTICS, parse_heuristic


def heuristics(
    name: Annotated[
        str | None,
        typer.Argument(
            help="A heuristic, such as uam-h2(base=2).",
            show_default=False,
            autocompletion=completing("heuristic"),
        ),
    ] = None,
    moves: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="MOVES",
            help="Positions to value; if none, lines of standard input.",
            show_default=False,
        ),
    ] = None,
    player: PlayerOption = None,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    source: SourceOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the heuristics, or print what one of them says about positions.

    Example: enraya heuristics rivest 4453 --for 1
    """
    if name is None:
        _list(as_json)
        return
    heuristic = parse_heuristic(name)
    lines, rule_set = positions_asked_for(moves, source, rules, size)

    def answer(line: str) -> str:
        position = Position.parse(line, rule_set)
        value = heuristic.evaluate(position, player or position.mover)
        if as_json:
            return json.dumps({"moves": position.moves, "value": value})
        return format_value(value)

    answer_each(lines, answer)


def _list(as_json: bool) -> None:
    if as_json:
        entries = [
            {
                "name": name,
                "parameters": parameter_objects(entry.parameters),
                "summary": entry.summary,
                "origin": entry.origin,
            }
            for name, entry in HEURISTICS.items()
        ]
        print(json.dumps(entries, ensure_ascii=False))
        return
    table = Table("heuristic", "parameters", "what it values", "origin")
    for name, entry in HEURISTICS.items():
        table.add_row(name, parameter_lines(entry.parameters), entry.summary, entry.origin)
    terminal().print(table)
