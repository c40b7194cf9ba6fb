"""`enraya heuristics`, `features` and `traits`: what agents see in a position."""

import json
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table

from enraya.agents import parse_agent
from enraya.agents.players.genes import GenesAgent, Odds, Suggestion, odds, suggestions
from enraya.cli.common.options import JsonOption, PlayerOption
from enraya.cli.common.positions import (
    PositionOptions,
    answer_each,
)
from enraya.cli.common.tables import (
    entry_objects,
    format_value,
    parameter_lines,
    show,
    table_of,
)
from enraya.errors import IllegalMove
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.heuristics import HEURISTICS, parse_heuristic

Genes = tuple[float, float, float, float]
_REASONS = {
    "wins": "It wins at once",
    "blocks": "It stops a win",
    "traits": "It follows its traits",
    "explodes": "It has nothing else to play",
}


def heuristics(
    heuristic: Annotated[
        str | None, typer.Argument(help="A heuristic, such as uam-h2(base=2).", show_default=False)
    ] = None,
    *,
    asked: PositionOptions,
    player: PlayerOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the heuristics, or print what one of them says about positions.

    Example: enraya heuristics rivest 4453 --for 1
    """
    if heuristic is None:
        rows = (
            (name, parameter_lines(entry.parameters), entry.summary, entry.origin)
            for name, entry in HEURISTICS.items()
        )
        headings = ("heuristic", "parameters", "what it values", "origin")
        entries = entry_objects(HEURISTICS, "origin")
        show(entries, lambda: table_of(headings, rows), as_json=as_json, ensure_ascii=False)
        return
    chosen = parse_heuristic(heuristic)
    lines, rule_set = asked.read()

    def answer(position: Position) -> str:
        value = chosen.evaluate(position, player or position.mover)
        if as_json:
            return json.dumps({"moves": position.moves, "value": value})
        return format_value(value)

    answer_each(lines, rule_set, answer)


def features(
    asked: PositionOptions,
    chosen: Annotated[
        str,
        typer.Option(
            "--set",
            help="paper: the paper's eleven; published: with its program's slips; ours: our 173.",
        ),
    ] = "paper",
    as_json: JsonOption = False,
) -> None:
    """Print the features of a position, as seen by the player who just moved.

    Example: enraya features 3244435
    """
    from enraya.models.features import position_features

    lines, rule_set = asked.read()

    def answer(position: Position) -> str:
        found = position_features(chosen, position)
        if as_json:
            return json.dumps({"moves": position.moves, "set": chosen, "features": found})
        width = max(map(len, found))
        rows = (f"{name:<{width}}  {value:.6g}" for name, value in found.items())
        return "\n".join(rows) + "\n"

    answer_each(lines, rule_set, answer)


def traits(
    asked: PositionOptions,
    genes: Annotated[
        str | None,
        typer.Option(help="Also print what an agent with these genes plays: 0.92,0.59,0.97,0.47"),
    ] = None,
    player: PlayerOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the columns that each trait of the genetic paper suggests in a position.

    An agent with four genes wins if it can, else it blocks a win. Otherwise each trait suggests the
    columns of its first branch, with the probability of its gene, or those of its second branch,
    and the agent plays a column that the suggestions have in common.

    Example: enraya traits 4453 --genes 0.92,0.59,0.97,0.47
    """
    lines, rule_set = asked.read()
    numbers = None if genes is None else _read_genes(genes)

    def answer(position: Position) -> RenderableType:
        side = player or position.mover
        if numbers and position.is_over:
            raise IllegalMove(f"the game {position.moves!r} is over; there is no move to choose")
        found = suggestions(position, side)
        chosen = odds(position, numbers, side) if numbers else None
        if as_json:
            return json.dumps(
                _traits_object(position, side, found, numbers, chosen), ensure_ascii=False
            )
        return _traits_text(side, found, numbers, chosen)

    answer_each(lines, rule_set, answer)


def _read_genes(text: str) -> Genes:
    """The four genes in a text: bare numbers, or an agent such as ``genes(1, 1, 1, 1)``."""
    stripped = text.strip()
    agent = parse_agent(stripped if stripped.startswith("genes(") else f"genes({stripped})", 0)
    assert isinstance(agent, GenesAgent)
    return agent.genes


def _traits_object(
    position: Position,
    player: int,
    found: list[Suggestion],
    genes: Genes | None,
    chosen: Odds | None,
) -> dict[str, object]:
    """The answer as plain values."""
    listed = [
        {
            "trait": number,
            "paper": trait.paper,
            "first": {"name": trait.first, "columns": first},
            "second": {"name": trait.second, "columns": second},
        }
        for number, (trait, first, second) in enumerate(found, start=1)
    ]
    answer: dict[str, object] = {"moves": position.moves, "player": player, "traits": listed}
    if chosen:
        chances = {format_move(move): chance for move, chance in chosen.chances.items()}
        answer |= {"genes": genes, "reason": chosen.reason, "chances": chances}
    return answer


def _traits_text(
    player: int, found: list[Suggestion], genes: Genes | None, chosen: Odds | None
) -> Group:
    """The answer as a table, and a sentence about the move."""
    headings = ["", *(["gene"] if genes else []), "first", "columns", "second", "columns"]
    table = Table(*headings, "in the paper")
    for place, (trait, first, second) in enumerate(found):
        gene = [f"{genes[place]:g}"] if genes else []
        columns = [" ".join(map(str, some)) or "none" for some in (first, second)]
        branches = (trait.first, columns[0], trait.second, columns[1])
        table.add_row(str(place + 1), *gene, *branches, trait.paper)
    sentence = [_sentence(chosen)] if chosen else []
    return Group(f"player {player}", table, *sentence, "")


def _sentence(chosen: Odds) -> str:
    likely = sorted(chosen.chances.items(), key=lambda item: -item[1])
    parts = [f"{format_move(move)} ({100 * chance:.1f} %)" for move, chance in likely]
    return f"{_REASONS[chosen.reason]}: {', '.join(parts)}"
