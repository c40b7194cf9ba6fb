"""`enraya agents`: the available players."""

import json

from rich.console import Console
from rich.table import Table

from enraya.agents import AGENTS
from enraya.agents.registry import FILE_SUMMARY
from enraya.cli.common.number_formats import parameter_lines, parameter_objects
from enraya.cli.common.options import JsonOption


def agents(as_json: JsonOption = False) -> None:
    """List the agents with their parameters.

    Example: enraya agents
    """
    if as_json:
        entries: list[dict[str, object]] = [
            {
                "name": name,
                "parameters": parameter_objects(entry.parameters),
                "summary": entry.summary,
                "rules": entry.rules,
            }
            for name, entry in AGENTS.items()
        ]
        entries.append(
            {"name": "file:PATH", "parameters": [], "summary": FILE_SUMMARY, "rules": "all"}
        )
        print(json.dumps(entries, ensure_ascii=False))
        return
    table = Table("agent", "parameters", "what it does", "rules")
    for name, entry in AGENTS.items():
        table.add_row(name, parameter_lines(entry.parameters), entry.summary, entry.rules)
    table.add_row("file:PATH", "", FILE_SUMMARY, "all")
    Console().print(table)
