"""`enraya rules` and `agents`: what there is to choose from."""

import json
from itertools import groupby

from rich.table import Column, Table

from enraya.agents import AGENTS
from enraya.agents.registry import FILE_SUMMARY, PROGRAM_SUMMARY
from enraya.agents.text.named_players import NAMED_PLAYERS, NamedPlayer
from enraya.agents.text.spec import parse_spec
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import parameter_lines, parameter_objects, terminal
from enraya.rules import RULE_SETS


def rules(as_json: JsonOption = False) -> None:
    """List the rule sets with their parameters.

    Example: enraya rules
    """
    if as_json:
        entries = [
            {"name": name, "parameters": entry.parameters, "summary": entry.summary}
            for name, entry in RULE_SETS.items()
        ]
        print(json.dumps(entries, ensure_ascii=False))
        return
    table = Table("rule set", "parameters", "what it is")
    for name, entry in RULE_SETS.items():
        parameters = ", ".join(f"{key}={value}" for key, value in entry.parameters.items())
        table.add_row(name, parameters, entry.summary)
    terminal().print(table)


_YOUR_OWN = {"file:PATH": FILE_SUMMARY, "program:COMMAND": PROGRAM_SUMMARY}


def agents(as_json: JsonOption = False) -> None:
    """List the agents with their parameters, then the players that the papers name.

    Example: enraya agents
    """
    if as_json:
        print(json.dumps([*_agent_objects(), *_player_objects()], ensure_ascii=False))
        return
    table = _foldable_table("agent", "parameters", "what it does", "rules")
    for name, entry in AGENTS.items():
        table.add_row(name, parameter_lines(entry.parameters), entry.summary, entry.rules)
    for name, summary in _YOUR_OWN.items():
        table.add_row(name, "", summary, "all")
    console = terminal()
    console.print(table)
    for paper, players in groupby(NAMED_PLAYERS.items(), key=lambda item: item[1].paper):
        console.print(_paper_table(paper, dict(players)))


def _foldable_table(*headings: str, title: str | None = None) -> Table:
    """A table that breaks long words, so that an agent can be copied whole from it."""
    return Table(*(Column(heading, overflow="fold") for heading in headings), title=title)


def _paper_table(paper: str, players: dict[str, NamedPlayer]) -> Table:
    table = _foldable_table("player", "parameters", "who it is", "stands for", title=paper)
    for name, player in players.items():
        lines = [f"{text}: {agent}" for text, agent in _stands_for(name, player).items()]
        table.add_row(name, parameter_lines(player.parameters), player.summary, "\n".join(lines))
    return table


def _stands_for(name: str, player: NamedPlayer) -> dict[str, str]:
    """The agents written out that one can choose under this name."""
    return {text: str(parse_spec(text).call) for text in player.offers or (name,)}


def _agent_objects() -> list[dict[str, object]]:
    entries: list[dict[str, object]] = [
        {
            "name": name,
            "parameters": parameter_objects(entry.parameters),
            "summary": entry.summary,
            "rules": entry.rules,
        }
        for name, entry in AGENTS.items()
    ]
    return entries + [
        {"name": name, "parameters": [], "summary": summary, "rules": "all"}
        for name, summary in _YOUR_OWN.items()
    ]


def _player_objects() -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "parameters": parameter_objects(player.parameters),
            "summary": player.summary,
            "rules": player.rules,
            "paper": player.paper,
            "stands_for": _stands_for(name, player),
        }
        for name, player in NAMED_PLAYERS.items()
    ]
