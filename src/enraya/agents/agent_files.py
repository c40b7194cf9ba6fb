"""Agents named by plain paths: a file, a folder of files, a pattern such as ``class/*.py``."""

import os
from collections import Counter
from collections.abc import Callable, Iterable
from glob import glob, has_magic
from pathlib import Path

from enraya.agents.named_players import NAMED_PLAYERS
from enraya.agents.programs.languages import LANGUAGES, PYTHON
from enraya.agents.registry import AGENTS
from enraya.agents.text import PROGRAM
from enraya.callspec import text_behind
from enraya.errors import InvalidSetting
from enraya.heuristics.userfile import PREFIX

SUFFIXES = (PYTHON, *(suffix for language in LANGUAGES for suffix in language.suffixes))
"""How the names of agents' files end."""


def agent_text(text: str) -> str:
    """The text of an agent, which may be the plain path of its file.

    >>> agent_text("mine.py"), agent_text("level(3)"), agent_text("program:./mine.py")
    ('file:mine.py', 'level(3)', 'program:./mine.py')
    """
    stripped = text.strip()
    is_path = stripped.lower().endswith(SUFFIXES) and not stripped.startswith((PREFIX, PROGRAM))
    return f"{PREFIX}{stripped}" if is_path else stripped


def agent_texts(text: str) -> list[str]:
    """The agents that a text names: those of a folder or a pattern, or else the one it writes.

    Files whose names begin with a dot or an underscore are no agents. A folder with the name of an
    agent is meant by ``./random``.

    Raises:
        InvalidSetting: when there is no agent's file in the folder, or none fits the pattern.
    """
    stripped = text.strip()
    path = text_behind(PREFIX, stripped) or stripped
    if stripped in AGENTS or stripped in NAMED_PLAYERS or os.path.isfile(path):  # noqa: PTH113
        return [agent_text(stripped)]
    if os.path.isdir(path):  # noqa: PTH112  # false also for a name that is too long
        found, why = _in_folder(path), f"there is no agent's file in the folder {path!r}"
    elif has_magic(path) and path.lower().endswith(("*", *SUFFIXES)):
        found, why = glob(path), f"no agent's file fits the pattern {path!r}"  # noqa: PTH207
    else:
        return [agent_text(stripped)]
    files = sorted(filter(_is_agent_file, found))
    if not files:
        raise InvalidSetting(f"{why}; their names end in {', '.join(SUFFIXES)}")
    return [f"{PREFIX}{file}" for file in files]


def plain_names(texts: Iterable[str]) -> list[str]:
    """What agents are called in tables: a file by its name as far as that tells it from others.

    >>> plain_names(["level(3)", "file:class/anna.py", "file:class/bert.py", "file:bert.cpp"])
    ['level(3)', 'anna', 'bert.py', 'bert.cpp']
    """
    listed = list(texts)
    names = [_called(text, lambda path: path.stem) for text in listed]
    shorten: tuple[Callable[[Path], str], ...] = (lambda path: path.name, str)
    for longer in shorten:
        seen = Counter(name for name, _ in set(zip(names, listed, strict=True)))
        names = [
            name if seen[name] == 1 else _called(text, longer)
            for name, text in zip(names, listed, strict=True)
        ]
    return names


def _called(text: str, call: Callable[[Path], str]) -> str:
    path = text_behind(PREFIX, text)
    return text if path is None else call(Path(path))


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
