"""`enraya features`: what models see in a position."""

import json
from typing import Annotated

import typer

from enraya.cli.common.filters import MovesArguments, answer_each
from enraya.cli.common.options import JsonOption
from enraya.cli.common.positions import SourceOption, positions_asked_for
from enraya.cli.common.rules import RulesOption, SizeOption
from enraya.game.position import Position


def features(
    moves: MovesArguments = None,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    source: SourceOption = None,
    chosen: Annotated[
        str,
        typer.Option("--set", help="paper: its eleven; published: with their slips; ours: 173."),
    ] = "paper",
    as_json: JsonOption = False,
) -> None:
    """Print the features of a position, seen by the player who just moved.

    Example: enraya features 3244435
    """
    from enraya.models.features import position_features

    lines, rule_set = positions_asked_for(moves, source, rules, size)

    def answer(line: str) -> str:
        position = Position.parse(line, rule_set)
        found = position_features(chosen, position)
        if as_json:
            return json.dumps({"moves": position.moves, "set": chosen, "features": found})
        width = max(map(len, found))
        rows = (f"{name:<{width}}  {value:.6g}" for name, value in found.items())
        return "\n".join(rows) + "\n"

    answer_each(lines, answer)
