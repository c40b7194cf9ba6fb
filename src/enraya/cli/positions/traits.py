"""`enraya traits`: what the genetic paper's agent considers in a position."""

import json
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table

from enraya.agents import parse_agent
from enraya.agents.players.genes import GenesAgent, Odds, Suggestion, odds, suggestions
from enraya.cli.common.filters import MovesArguments, answer_each
from enraya.cli.common.options import JsonOption, PlayerOption
from enraya.cli.common.positions import SourceOption, positions_asked_for
from enraya.cli.common.rules import RulesOption, SizeOption
from enraya.errors import IllegalMove
from enraya.game.notation import format_move
from enraya.game.position import Position

Genes = tuple[float, float, float, float]
_REASONS = {
    "wins": "It wins at once",
    "blocks": "It stops a win",
    "traits": "It follows its traits",
    "explodes": "It has nothing else to play",
}


def traits(
    moves: MovesArguments = None,
    genes: Annotated[
        str | None,
        typer.Option(help="Also what an agent plays with these: 0.92,0.59,0.97,0.47"),
    ] = None,
    player: PlayerOption = None,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    source: SourceOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print the columns that each trait of the genetic paper suggests in a position.

    An agent with four genes wins if it can, else blocks; else each trait suggests columns, those of
    its first branch with the probability of its gene, and the agent plays what they have in common.

    Example: enraya traits 4453 --genes 0.92,0.59,0.97,0.47
    """
    lines, rule_set = positions_asked_for(moves, source, rules, size)
    numbers = None if genes is None else _read_genes(genes)

    def answer(line: str) -> RenderableType:
        position = Position.parse(line, rule_set)
        side = player or position.mover
        if numbers and position.is_over:
            raise IllegalMove(f"the game {position.moves!r} is over; there is no move to choose")
        found = suggestions(position, side)
        chosen = odds(position, numbers, side) if numbers else None
        if as_json:
            return json.dumps(_object(position, side, found, numbers, chosen), ensure_ascii=False)
        return _text(side, found, numbers, chosen)

    answer_each(lines, answer)


def _read_genes(text: str) -> Genes:
    """The four numbers, written bare or as an agent."""
    stripped = text.strip()
    agent = parse_agent(stripped if stripped.startswith("genes(") else f"genes({stripped})", 0)
    assert isinstance(agent, GenesAgent)
    return agent.genes


def _object(
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


def _text(player: int, found: list[Suggestion], genes: Genes | None, chosen: Odds | None) -> Group:
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
