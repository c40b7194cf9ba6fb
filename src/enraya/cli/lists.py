"""`enraya rules` and `agents`: what there is to choose from."""

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from rich.table import Column, Table

from enraya.agents import AGENTS
from enraya.agents.registry import FILE_SUMMARY, PROGRAM_SUMMARY
from enraya.agents.text.named_players import NAMED_PLAYERS, NamedPlayer
from enraya.agents.text.spec import parse_spec
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import entry_objects, parameter_lines, show, table_of
from enraya.rules import RULE_SETS

if TYPE_CHECKING:
    from rich.console import RenderableType


_YOUR_OWN = {"file:PATH": FILE_SUMMARY, "program:COMMAND": PROGRAM_SUMMARY}


def rules(as_json: JsonOption = False) -> None:
    """List the rule sets with their parameters.

    Example: enraya rules
    """
    entries = [
        {"name": name, "parameters": entry.parameters, "summary": entry.summary}
        for name, entry in RULE_SETS.items()
    ]
    rows = (
        (
            name,
            ", ".join(f"{key}={value}" for key, value in entry.parameters.items()),
            entry.summary,
        )
        for name, entry in RULE_SETS.items()
    )
    headings = ("rule set", "parameters", "what it is")
    show(entries, lambda: table_of(headings, rows), as_json=as_json, ensure_ascii=False)


def agents(as_json: JsonOption = False) -> None:
    """List the agents with their parameters, then the players that the papers name.

    Example: enraya agents
    """
    own = [
        {"name": name, "parameters": [], "summary": summary, "rules": "all"}
        for name, summary in _YOUR_OWN.items()
    ]
    players = entry_objects(NAMED_PLAYERS, "rules", "paper")
    for player, (name, entry) in zip(players, NAMED_PLAYERS.items(), strict=True):
        player["stands_for"] = _stands_for(name, entry)
    entries = [*entry_objects(AGENTS, "rules"), *own, *players]
    show(entries, _agent_tables, as_json=as_json, ensure_ascii=False)


def _agent_tables() -> "list[RenderableType]":
    rows = [
        (name, parameter_lines(entry.parameters), entry.summary, entry.rules)
        for name, entry in AGENTS.items()
    ]
    rows += [(name, "", summary, "all") for name, summary in _YOUR_OWN.items()]
    papers = groupby(NAMED_PLAYERS.items(), key=lambda item: item[1].paper)
    return [
        _foldable_table(("agent", "parameters", "what it does", "rules"), rows),
        *(_paper_table(paper, dict(players)) for paper, players in papers),
    ]


def _foldable_table(
    headings: tuple[str, ...], rows: Iterable[tuple[str, ...]], title: str | None = None
) -> Table:
    """A table that breaks long words, so that an agent can be copied whole from it."""
    columns = [Column(heading, overflow="fold") for heading in headings]
    return table_of(columns, rows, title=title)


def _paper_table(paper: str, players: dict[str, NamedPlayer]) -> Table:
    rows = []
    for name, player in players.items():
        lines = [f"{text}: {agent}" for text, agent in _stands_for(name, player).items()]
        rows.append((name, parameter_lines(player.parameters), player.summary, "\n".join(lines)))
    return _foldable_table(("player", "parameters", "who it is", "stands for"), rows, paper)


def _stands_for(name: str, player: NamedPlayer) -> dict[str, str]:
    """The texts that choose a player of this name, each with the agent written out in full."""
    return {text: str(parse_spec(text).call) for text in player.offers or (name,)}
