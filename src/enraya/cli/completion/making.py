"""Writes the table of everything that can be completed: ``python -m enraya.cli.completion.making``.

A verb has its help, its options and, if it takes some, the kind of its arguments, or verbs of its
own. An option has the kind of its values, None for a flag, and its help. A kind is a list of names
in the table, `FILES`, or empty where nothing can be suggested.
"""

import json
from pathlib import Path
from typing import Any, get_args, get_type_hints

import typer

from enraya.agents import AGENTS
from enraya.agents.agent_files import SUFFIXES
from enraya.agents.named_players import NAMED_PLAYERS
from enraya.agents.players.level import HIGHEST
from enraya.arena.plan.presets import PRESETS
from enraya.arena.plan.schedule import KINDS
from enraya.cli.completion.completing import AGENT, FILES, TABLE
from enraya.cli.completion.shells import SHELLS
from enraya.heuristics import HEURISTICS
from enraya.learn.export.languages import LANGUAGES as EXPORTED
from enraya.learn.training.train import LEARNERS
from enraya.parameters import REQUIRED
from enraya.rules import RULE_SETS
from enraya.texts import LANGUAGES
from enraya.work import ENGINES

_KINDS = {
    "--agent": AGENT,
    "--engine": "engine",
    "--first": AGENT,
    "--heuristic": "heuristic",
    "--kind": "kind",
    "--lang": "language",
    "--level": "level",
    "--preset": "preset",
    "--rules": "rules",
    "--second": AGENT,
    "--stats": "side",
    "--to": "exported",
}
"""What the values of options are, by the option's name."""
_PATHS = ("--from", "--csv")
"""Options of files that may also be ``-``."""
_ARGUMENTS = {
    "match": AGENT,
    "sprt": AGENT,
    "tournament": AGENT,
    "charts": AGENT,
    "heuristics": "heuristic",
    "train": "learner",
}
"""What the arguments of verbs are; of others they are positions, numbers or files."""


def make_table(app: typer.Typer) -> dict[str, Any]:
    """The table for the commands of an application."""
    return {"names": _names(), "verbs": _verbs(typer.main.get_command(app))}


def _names() -> dict[str, list[str]]:
    levels = [str(level) for level in range(1, HIGHEST + 1)]
    agents: list[str] = []
    for name, entry in AGENTS.items():
        is_complete = all(parameter.default is not REQUIRED for parameter in entry.parameters)
        agents += [f"{name}({level})" for level in levels] if name == "level" else []
        agents += [name if is_complete else f"{name}("] if name != "level" else []
    for name, player in NAMED_PLAYERS.items():
        agents += player.offers or (name,)
    return {
        AGENT: agents,
        "engine": list(ENGINES),
        "exported": list(EXPORTED),
        "heuristic": list(HEURISTICS),
        "kind": list(KINDS),
        "language": list(LANGUAGES),
        "learner": [*LEARNERS, "ntuple"],
        "level": levels,
        "preset": list(PRESETS),
        "rules": [*RULE_SETS, "classic(columns=8, rows=8)"],
        "shell": list(SHELLS),
        "suffix": list(SUFFIXES),
        "side": ["first", "second", "both"],
    }


def _verbs(group: Any) -> dict[str, Any]:
    found = {}
    for name, listed in group.commands.items():
        command = listed.load() if hasattr(listed, "load") else listed
        found[name] = {"help": _sentence(command.help), **_verb(name, command)}
    return found


def _verb(name: str, command: Any) -> dict[str, Any]:
    if hasattr(command, "commands"):
        return {"verbs": _verbs(command)}
    options, arguments = {}, None
    kinds = get_type_hints(command.callback)
    for parameter in command.params:
        is_path = _has_path(kinds.get(parameter.name))
        if parameter.param_type_name == "argument":
            arguments = _ARGUMENTS.get(name) or (FILES if is_path else "")
            continue
        for option in (one for one in parameter.opts if one.startswith("--")):
            options[option] = [_kind(option, parameter, is_path), _sentence(parameter.help)]
    return {"options": options} | ({} if arguments is None else {"arguments": arguments})


def _kind(option: str, parameter: Any, is_path: bool) -> str | None:
    if parameter.is_flag:
        return None
    return _KINDS.get(option, FILES if is_path or option in _PATHS else "")


def _has_path(kind: object) -> bool:
    return kind is Path or any(map(_has_path, get_args(kind)))


def _sentence(text: str | None) -> str:
    """The first sentence of a help, in one line."""
    first = (text or "").strip().partition("\n\n")[0]
    return " ".join(first.split()).partition(". ")[0].rstrip(".")


if __name__ == "__main__":
    from enraya.cli import app

    text = json.dumps(make_table(app), indent=0, ensure_ascii=False)
    TABLE.write_text(f"{text}\n", encoding="utf-8")
