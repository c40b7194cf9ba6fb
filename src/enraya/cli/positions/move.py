"""`enraya move`: one agent's choice in a position."""

import json
from typing import Annotated

import typer

from enraya.agents import Choice, Limit, check_rules, parse_agent, prepare
from enraya.agents.text.spec import agent_text
from enraya.cli.common.options import JsonOption
from enraya.cli.common.positions import (
    PositionOptions,
    answer_each,
)
from enraya.cli.common.tables import format_value
from enraya.errors import IllegalMove
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.limit import MOST_NODES


def move(
    asked: PositionOptions,
    agent: Annotated[str, typer.Option(help="Who chooses; see `enraya agents`.")] = "",
    seconds: Annotated[float | None, typer.Option(min=0, help="Seconds for the move.")] = None,
    nodes: Annotated[
        int | None, typer.Option(min=0, max=MOST_NODES, help="Positions it may look at.")
    ] = None,
    depth: Annotated[int | None, typer.Option(min=1, help="Moves it may look ahead.")] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Seed for an agent that names none.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Print the move an agent chooses, and what it knows about every move.

    Example: enraya move 1 --agent "alphabeta(depth=4, eval=rivest, style=porto)"
    """
    lines, rule_set = asked.read()
    chooser = parse_agent(agent_text(agent or "search"), seed)
    check_rules(chooser, rule_set)
    prepare(chooser, rule_set)
    limit = Limit(seconds=seconds, nodes=nodes, depth=depth)

    def answer(position: Position) -> str:
        if position.is_over:
            raise IllegalMove(f"the game {position.moves!r} is over; there is no move to choose")
        choice = chooser.choose(position, limit)
        if as_json:
            return json.dumps(choice_object(choice))
        return describe(choice, with_columns=bool(lines))

    answer_each(lines, rule_set, answer)


def choice_object(choice: Choice) -> dict[str, object]:
    """The choice as plain values, in the order that ``--json`` prints."""
    names = ("move", "score", "depth", "nodes", "leaves", "seconds", "stopped")
    known = {name: getattr(choice, name) for name in names}
    return {**known, "columns": [dict(column) for column in choice.columns], "line": choice.line}


def describe(choice: Choice, with_columns: bool) -> str:
    """The choice as text: one line, and with ``with_columns`` one more for each move."""
    words = [format_move(choice.move)]
    if choice.score is not None:
        words.append(f"score {format_value(choice.score)}")
    counts = {"depth": choice.depth, "nodes": choice.nodes, "leaves": choice.leaves}
    counts["iterations"] = choice.details.get("iterations")
    words += [f"{name} {count}" for name, count in counts.items() if count is not None]
    if choice.seconds is not None:
        words.append(f"{choice.seconds:.3f} s")
    if choice.stopped:
        words.append("stopped")
    if len(choice.line) > 1:
        words.append(f"line {choice.line}")
    lines = ["  ".join(words)]
    for column in choice.columns if with_columns else ():
        shown = {key: value for key, value in column.items() if key != "move" and value is not None}
        facts = "  ".join(
            f"{key} {format_value(value) if isinstance(value, int | float) else value}"
            for key, value in shown.items()
        )
        lines.append(f"  {format_move(column['move'])}: {facts}")
    return "\n".join(lines)
