"""The entrants of a tournament: agents with names, checked before the first game."""

import os
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from glob import glob, has_magic
from pathlib import Path
from typing import Any, NamedTuple

from enraya.agents import AGENTS, Agent, check_rules, parse_agent
from enraya.agents.isolated.compiling import check_toolchain
from enraya.agents.registry import entry_of
from enraya.agents.text.named_players import NAMED_PLAYERS
from enraya.agents.text.spec import SUFFIXES, AgentSpec, agent_text, parse_spec
from enraya.callspec import text_behind
from enraya.errors import EnrayaError, InvalidSetting
from enraya.heuristics.userfile import PREFIX
from enraya.rules import RuleSet
from enraya.texts import Sentence


class Entrant(NamedTuple):
    """An agent that takes part in a tournament, under its name there."""

    name: str
    """The agent's name in tables, unique in the tournament."""
    spec: str
    """The text that stands for the agent, such as ``level(3)``."""
    files: str = ""
    """A digest of the agent's files; empty if it has none."""
    bytes: int = 0
    """The total size of the agent's files."""

    @property
    def agent(self) -> AgentSpec:
        """The agent's text, parsed.

        Raises:
            EnrayaError: when the text is not that of an agent, as in an imported tournament.
        """
        return parse_spec(self.spec)

    def why_barred(self, max_bytes: int) -> str:
        """Why the agent's files are too large for it to play; empty if it may play.

        Args:
            max_bytes: the largest size that is allowed; 0 for no limit.

        >>> print(Entrant("mine", "file:mine.py", "…", 70_000).why_barred(65_536))
        its file has 70,000 bytes, allowed 65,536
        """
        if not max_bytes or self.bytes <= max_bytes:
            return ""
        size, most = f"{self.bytes:,}", f"{max_bytes:,}"
        return Sentence("fault.file_size", bytes=size, most=most)


def named_agents(listed: Iterable[str | tuple[str, str]]) -> list[tuple[str, str]]:
    """The names and texts of agents that users list, also as paths, folders and patterns.

    An agent from a file gets the file's name. Where a folder or a pattern has a name and stands
    for several agents, each of them gets that name followed by its own.

    Raises:
        InvalidSetting: when a folder has no agent file, or no agent file matches a pattern.

    >>> named_agents(["level(3)", "class/anna.py", ("mine", "bert.py")])
    [('level(3)', 'level(3)'), ('anna', 'file:class/anna.py'), ('mine', 'file:bert.py')]
    """
    pairs = [("", item) if isinstance(item, str) else item for item in listed]
    groups = [(name, _agent_texts(text)) for name, text in pairs]
    plain = iter(_plain_names(spec for _, specs in groups for spec in specs))
    found = []
    for name, specs in groups:
        for spec, own in zip(specs, plain, strict=False):
            found.append(((name or own) if len(specs) == 1 else f"{name} {own}".lstrip(), spec))
    return found


def _agent_texts(text: str) -> list[str]:
    """The agents that a text stands for: those of a folder or a pattern, or a single agent.

    Files whose names begin with a dot or an underscore are skipped. A folder that has the name of
    an agent must be written with its path, such as ``./random``.

    Raises:
        InvalidSetting: when the folder has no agent file, or no agent file matches the pattern.
    """
    stripped = text.strip()
    path = text_behind(PREFIX, stripped) or stripped
    if stripped in AGENTS or stripped in NAMED_PLAYERS or os.path.isfile(path):  # noqa: PTH113
        return [agent_text(stripped)]
    if os.path.isdir(path):  # noqa: PTH112  # false also for a name that is too long
        found, why = _in_folder(path), f"there is no agent file in the folder {path!r}"
    elif has_magic(path) and path.lower().endswith(("*", *SUFFIXES)):
        found, why = glob(path), f"no agent file matches the pattern {path!r}"  # noqa: PTH207
    else:
        return [agent_text(stripped)]
    files = sorted(filter(_is_agent_file, found))
    if not files:
        raise InvalidSetting(f"{why}; their names end in {', '.join(SUFFIXES)}")
    return [f"{PREFIX}{file}" for file in files]


def _plain_names(texts: Iterable[str]) -> list[str]:
    """The names of agents in tables; a file gets the shortest name that differs from the others.

    For a file that is its name without the ending, its full name, or its path.

    >>> _plain_names(["level(3)", "file:class/anna.py", "file:class/bert.py", "file:bert.cpp"])
    ['level(3)', 'anna', 'bert.py', 'bert.cpp']
    """
    listed = list(texts)
    forms = {text: [text] for text in listed}
    for text in forms:
        if path := text_behind(PREFIX, text):
            forms[text] = [Path(path).stem, Path(path).name, str(Path(path))]
    for _ in range(2):
        seen = Counter(names[0] for names in forms.values())
        for names in forms.values():
            if seen[names[0]] > 1 and names[1:]:
                del names[0]
    return [forms[text][0] for text in listed]


def _in_folder(path: str) -> list[str]:
    try:
        names = os.listdir(path)  # noqa: PTH208  # the path as it was written
    except OSError as error:
        raise InvalidSetting(f"cannot read {path!r}: {error.strerror}") from None
    return [os.path.join(path, name) for name in names]  # noqa: PTH118


def _is_agent_file(path: str) -> bool:
    name = os.path.basename(path)  # noqa: PTH119
    is_hidden = name.startswith((".", "_"))
    return not is_hidden and name.lower().endswith(SUFFIXES) and os.path.isfile(path)  # noqa: PTH113


def two_entrants(first: str, second: str) -> tuple[Entrant, ...]:
    """The two entrants of a match.

    Raises:
        InvalidSetting: when a folder or a pattern stands for more than one agent.
    """
    found = named_agents([first, second])
    if len(found) > 2:
        raise InvalidSetting(
            f"these are {len(found)} agents; a match has two, `enraya tournament` takes any number"
        )
    return make_entrants(found)


def same_files(entrants: Sequence[Entrant]) -> dict[int, list[int]]:
    """Which entrants have the same files: the places of the others, by the place of each.

    Entrants with the same text are not compared, and neither are those of an imported tournament:
    they have a digest but no bytes, because nothing is known about their files.

    >>> same_files([Entrant("a", "file:a.py", "1", 9), Entrant("b", "file:b.py", "1", 9)])
    {0: [1], 1: [0]}
    """
    alike = {
        place: [
            other
            for other, entrant in enumerate(entrants)
            if entrant.files == one.files and entrant.spec != one.spec
        ]
        for place, one in enumerate(entrants)
        if one.bytes
    }
    return {place: others for place, others in alike.items() if others}


def make_entrants(specs: Iterable[str | tuple[str, str]]) -> tuple[Entrant, ...]:
    """The entrants for agent texts or pairs of a name and a text; a repeated name gets a number.

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
        entrants.append(Entrant(unique, spec, *_digest(spec)))
    return tuple(entrants)


def _digest(text: str) -> tuple[str, int]:
    """A digest of the files that an agent's text names, which reveals changes, and their size.

    Raises:
        InvalidSetting: when a file cannot be read.
        UnknownName: when the text has files, but no agent has its name.
    """
    try:
        spec = parse_spec(text)
    except EnrayaError:  # not an agent; `check_entrants` reports why
        return "", 0
    found = spec.digest()
    if spec.is_isolated and not spec.is_program and spec.path is None:
        entry_of(spec)
    return found


def check_unchanged(entrants: Sequence[Entrant]) -> None:
    """Refuses to resume a tournament if the files of an agent are not those it began with.

    Raises:
        InvalidSetting: when the file of an agent has changed.
    """
    for entrant in entrants:
        if _digest(entrant.spec)[0] != entrant.files:
            raise InvalidSetting(f"the file of {entrant.name!r} has changed since the first game")


def check_entrants(
    entrants: Sequence[Entrant], rules: RuleSet, here: Mapping[str, Agent] | None = None
) -> None:
    """Refuses agents that do not exist or cannot play these rules.

    A user's file is not run: if it fails, that agent loses its games. Whether the file exists was
    checked when the entrant was made.

    Args:
        entrants: the agents to check.
        rules: the rules of the tournament.
        here: agents of this process, by the texts that stand for them.

    Raises:
        EnrayaError: with one sentence for each refused agent.
    """
    wrong: list[Sentence] = []
    for entrant in entrants:
        try:
            if entrant.agent.is_isolated:
                check_toolchain(entrant.agent)
            else:
                known = (here or {}).get(entrant.spec)
                check_rules(known or parse_agent(entrant.agent, seed=0), rules)
        except EnrayaError as error:
            name = f"agent {entrant.name!r}"
            wrong.append(Sentence("problem.of_agent", agent=name, why=error.sentence))
    if wrong:
        raise InvalidSetting(wrong[0] if len(wrong) == 1 else "; ".join(map(str, wrong)))


class TournamentFile(NamedTuple):
    """The content of a TOML file about a tournament."""

    agents: list[str | tuple[str, str]]
    """The texts of agents, or pairs of a name and a text."""
    max_bytes: int = 0
    """The largest size of an agent's files, as in `TournamentSettings`."""


def read_tournament_file(path: Path) -> TournamentFile:
    """The agents that a TOML file lists, and the largest size of their files.

    The file has a list, ``agents = ["random", …]``, or a table of names and agents; a limit is
    optional and written ``max_bytes = 65536``.

    Raises:
        InvalidSetting: when the file cannot be read, lists no agents, or holds anything else.
    """
    try:
        content: dict[str, Any] = tomllib.loads(path.read_text())
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InvalidSetting(f"cannot read {str(path)!r}: {error}") from None
    agents, max_bytes = content.pop("agents", None), content.pop("max_bytes", 0)
    if content:
        raise InvalidSetting(
            f"{str(path)!r} has {next(iter(content))!r}; only 'agents' and 'max_bytes' are known"
        )
    if type(max_bytes) is not int:
        raise InvalidSetting(f"{str(path)!r}: max_bytes must be a number, not {max_bytes!r}")
    items = list(agents.items()) if isinstance(agents, dict) else agents
    if not isinstance(items, list) or not items or not all(map(_is_agent, items)):
        raise InvalidSetting(
            f'{str(path)!r} lists no agents; write agents = ["random", "level(3)"], '
            f'or a table [agents] with lines such as mine = "file:mine.py"'
        )
    return TournamentFile(items, max_bytes)


def _is_agent(item: object) -> bool:
    return isinstance(item, str) or (isinstance(item, tuple) and isinstance(item[1], str))
