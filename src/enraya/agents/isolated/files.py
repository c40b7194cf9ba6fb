"""Which agents run a user's own code, and whether their files exist."""

from pathlib import Path

from enraya.agents import AGENTS
from enraya.agents.isolated.blame import user_files
from enraya.callspec import parse_callspec
from enraya.errors import EnrayaError, InvalidSetting, UnknownName
from enraya.heuristics.userfile import PREFIX


def needs_isolation(spec: str) -> bool:
    """Whether an agent runs code from a user's file.

    >>> needs_isolation("file:mine.py"), needs_isolation("greedy(eval=file:taste.py)")
    (True, True)
    >>> needs_isolation("level(3)")
    False
    """
    try:
        return bool(user_files(spec))
    except EnrayaError:  # no agent at all; making it will say why
        return False


def check_files(spec: str) -> list[Path]:
    """The user's files that an agent runs, all of which exist; none is run.

    Raises:
        UnknownName: when there is no agent of that name.
        InvalidSetting: when a file is missing.
    """
    files = user_files(spec)
    for file in files:
        if not file.is_file():
            raise InvalidSetting(f"there is no file {str(file)!r}")
    if not spec.strip().startswith(PREFIX) and (name := parse_callspec(spec).name) not in AGENTS:
        raise UnknownName("agent", name, [*AGENTS, f"{PREFIX}PATH"])
    return files
