"""`enraya rules`: the available rule sets."""

import json

from rich.table import Table

from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal
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
