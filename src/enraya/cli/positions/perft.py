"""`enraya perft`: how many lines of play there are."""

import json
from typing import Annotated

import typer

from enraya.cli.common.options import JsonOption
from enraya.cli.common.rules import RulesOption, SizeOption, chosen_rules
from enraya.errors import InvalidSetting
from enraya.game.counting import count_by_depth, count_positions
from enraya.game.position import Position


def perft(
    depth: Annotated[int | None, typer.Argument(help="How many moves deep.")] = None,
    moves: Annotated[str, typer.Option("--moves", help="Count from this position on.")] = "",
    rules: RulesOption = "classic",
    size: SizeOption = None,
    distinct: Annotated[
        bool, typer.Option("--distinct", help="Count all different positions (small boards).")
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Count the ways to play 1, 2, … DEPTH moves; none continue after the end of a game.

    Example: enraya perft 8
    """
    rule_set = chosen_rules(rules, size)
    if distinct:
        count = count_positions(rule_set)
        print(json.dumps({"rules": rule_set.spec, "positions": count}) if as_json else count)
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
