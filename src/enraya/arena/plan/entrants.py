"""Who takes part: agents by name, checked before the first game."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from enraya.agents import check_rules, parse_agent
from enraya.agents.isolated import check_files, needs_isolation
from enraya.errors import EnrayaError, InvalidSetting
from enraya.rules import RuleSet


class Entrant(NamedTuple):
    """An agent of a tournament."""

    name: str
    """Its name in tables; unique in the tournament."""
    spec: str
    """How the agent is written down."""
    files: str = ""
    """A digest of the files the agent is made of; empty when there are none."""


def make_entrants(specs: Iterable[str | tuple[str, str]]) -> tuple[Entrant, ...]:
    """Entrants from agent texts or pairs of a name and a text; a repeated name gets a number.

    >>> [entrant.name for entrant in make_entrants(["random", "greedy", "random"])]
    ['random', 'greedy', 'random #2']
    """
    seen: Counter[str] = Counter()
    entrants = []
    for item in specs:
        name, spec = (item, item) if isinstance(item, str) else item
        name, spec = name.strip(), spec.strip()
        seen[name] += 1
        unique = name if seen[name] == 1 else f"{name} #{seen[name]}"
        entrants.append(Entrant(unique, spec, digest_files(spec)))
    return tuple(entrants)


def digest_files(spec: str) -> str:
    """A digest of the contents of the files that an agent's text names, to notice a change.

    Raises:
        InvalidSetting: when one of them cannot be read.
    """
    if not needs_isolation(spec):
        return ""
    digest = sha256()
    for path in check_files(spec):
        try:
            digest.update(sha256(path.read_bytes()).digest())
        except OSError as error:
            raise InvalidSetting(f"cannot read {str(path)!r}: {error.strerror}") from None
    return digest.hexdigest()


def check_unchanged(entrants: Sequence[Entrant]) -> None:
    """Refuses to resume with agents other than those of the first games.

    Raises:
        InvalidSetting: when the file of an agent has changed.
    """
    for entrant in entrants:
        if digest_files(entrant.spec) != entrant.files:
            raise InvalidSetting(f"the file of {entrant.name!r} has changed since the first game")


def check_entrants(entrants: Sequence[Entrant], rules: RuleSet) -> None:
    """Refuses agents that do not exist or cannot play these rules, before any game.

    What a user's file does is found out in its games: failing there costs only those. That it
    exists was checked when its digest was made.

    Raises:
        EnrayaError: with one sentence for each refused agent.
    """
    wrong: list[str] = []
    for entrant in entrants:
        try:
            if not needs_isolation(entrant.spec):
                check_rules(parse_agent(entrant.spec, seed=0), rules)
        except EnrayaError as error:
            wrong.append(f"agent {entrant.name!r}: {error}")
    if wrong:
        raise InvalidSetting("; ".join(wrong))


def read_agents(path: Path) -> list[str | tuple[str, str]]:
    """The agents in a TOML file: ``agents = ["random", …]`` or a table of names and agents.

    Raises:
        InvalidSetting: when the file cannot be read or holds anything else.
    """
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidSetting(f"cannot read {str(path)!r}: {error}") from None
    agents = content.pop("agents", None)
    if content:
        raise InvalidSetting(f"{str(path)!r} has {next(iter(content))!r}; only 'agents' is known")
    items = list(agents.items()) if isinstance(agents, dict) else agents
    if not isinstance(items, list) or not items or not all(map(_is_agent, items)):
        raise InvalidSetting(
            f'{str(path)!r} lists no agents; write agents = ["random", "level(3)"], '
            f'or a table [agents] with lines such as mine = "file:mine.py"'
        )
    return items


def _is_agent(item: object) -> bool:
    return isinstance(item, str) or (isinstance(item, tuple) and isinstance(item[1], str))
