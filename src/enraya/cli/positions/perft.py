"""`enraya perft`: how many lines of play there are."""

from typing import Annotated

import typer

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
) -> None:
    """Count the ways to play 1, 2, … DEPTH moves; none continue after the end of a game.

    Example: enraya perft 8
    """
    rule_set = chosen_rules(rules, size)
    if distinct:
        print(count_positions(rule_set))
        return
    if depth is None or depth < 0:
        raise InvalidSetting("give a depth of 0 or more, such as: enraya perft 8")
    position = Position.parse(moves, rule_set)
    for plies, lines in enumerate(count_by_depth(position, depth), start=min(depth, 1)):
        print(f"{plies:>2} {lines}", flush=True)
