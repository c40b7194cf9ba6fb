"""What may follow on a command line, from the table of verbs, options and names."""

import json
import os
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

TABLE = Path(__file__).with_name("table.json")
FILES = "file"
"""The kind of values that are paths."""
AGENT = "agent"
"""The kind of values that are agents: names, or the files of one's own."""
_PREFIX = "file:"
_OPTIONS = {
    "--version": [None, "Print the version"],
    "--install-completion": ["shell", "Let a shell complete our commands"],
    "--show-completion": ["shell", "Print what --install-completion would install"],
}
"""Those of enraya itself."""


class Candidate(NamedTuple):
    """A word that would do, and what it means."""

    word: str
    help: str = ""

    @property
    def is_open(self) -> bool:
        """Whether more has to follow in the same word."""
        return self.word.endswith(("(", ":", "=", "/", os.sep))


@cache
def _table() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return content


def candidates(words: Sequence[str]) -> list[Candidate]:
    """The words that may take the place of the last one, which is not complete.

    >>> [candidate.word for candidate in candidates(["play", "--rules", "b"])]
    ['boom']
    """
    *before, word = words or [""]
    verb = {"verbs": _table()["verbs"], "options": _OPTIONS}
    place = 0
    while place < len(before) and before[place] in verb.get("verbs", {}):
        verb = verb["verbs"][before[place]]
        place += 1
    return [one for one in _possible(verb, before[place:], word) if one.word.startswith(word)]


def _possible(verb: dict[str, Any], before: Sequence[str], word: str) -> list[Candidate]:
    options = verb.get("options", {})
    awaited = options.get(before[-1], [None])[0] if before else None
    if awaited is not None:
        return _values(awaited, word)
    option, equals, value = word.partition("=")
    if equals and option in options:
        found = _values(options[option][0] or "", value)
        return [Candidate(f"{option}={one.word}", one.help) for one in found]
    if word.startswith("-"):
        help_option = Candidate("--help", "Show what there is")
        return [*(Candidate(name, about) for name, (_, about) in options.items()), help_option]
    if "verbs" in verb:
        verbs = verb["verbs"].items() if not before else ()
        return [Candidate(name, one["help"]) for name, one in verbs]
    return _values(verb.get("arguments", ""), word)


def _values(kind: str, word: str) -> list[Candidate]:
    """The values of a kind; paths if they may be those."""
    named = [Candidate(name) for name in _table()["names"].get(kind, ())]
    if kind == AGENT:
        prefix = _PREFIX if word.startswith(_PREFIX) else ""
        suffixes = tuple(_table()["names"]["suffix"])
        return [*named, *_paths(word.removeprefix(prefix), suffixes, prefix), Candidate(_PREFIX)]
    return _paths(word) if kind == FILES else named


def _paths(word: str, suffixes: str | tuple[str, ...] = "", prefix: str = "") -> list[Candidate]:
    """Folders, and files with these endings, whose names begin with a word."""
    folder, name = os.path.split(word)
    try:
        with os.scandir(folder or ".") as entries:
            found = sorted((entry.name, entry.is_dir()) for entry in entries)
    except OSError:
        return []
    return [
        Candidate(prefix + os.path.join(folder, one) + (os.sep if is_folder else ""))  # noqa: PTH118
        for one, is_folder in found
        if one.startswith(name)
        and (name or not one.startswith("."))
        and (is_folder or one.endswith(suffixes))
    ]
