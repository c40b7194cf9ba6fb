"""Which agents run a user's own code, and whether their files exist."""

import os
from collections.abc import Iterable
from pathlib import Path
from stat import S_IWOTH

from enraya.agents import AGENTS
from enraya.agents.isolated.blame import user_files
from enraya.agents.programs.command import find_executable, split_command
from enraya.agents.programs.sources import check_file, source_of
from enraya.agents.registry import KNOWN
from enraya.agents.text import PROGRAM, parse_agent_text
from enraya.errors import EnrayaError, UnknownName
from enraya.heuristics.userfile import PREFIX


def needs_isolation(spec: str) -> bool:
    """Whether an agent runs code from a user's file, or any program.

    >>> needs_isolation("file:mine.py"), needs_isolation("greedy(eval=file:taste.py)")
    (True, True)
    >>> needs_isolation("level(3)"), needs_isolation("program:yes")
    (False, True)
    """
    try:
        return is_program(spec) or bool(user_files(spec))
    except EnrayaError:  # no agent at all; making it will say why
        return False


def is_program(spec: str) -> bool:
    """Whether an agent is a program, not a file.

    Raises:
        EnrayaError: when the text is none of an agent.
    """
    return parse_agent_text(spec).call.name.startswith(PROGRAM)


def visible_files(spec: str, *, alone: bool) -> list[str]:
    """What an agent may read of its author's: the folders of its files, or only these.

    A folder that holds more than an agent, such as a home, the root or one in which everybody
    may write, is never shown; its file is.
    """
    shown = []
    for file in user_files(spec):
        path = Path(os.path.abspath(file))  # noqa: PTH100  # without "..", which may cross a link
        folder = path.parent
        shown.append(str(path if alone or _holds_more(folder) else folder))
        if path.is_symlink() and not alone:
            shown.append(os.path.realpath(path))  # a link in a folder that is shown leads there
    return shown


def sees_folders(spec: str, *, alone: bool) -> bool:
    """Whether an agent sees what is beside its files.

    >>> sees_folders("file:mine.py", alone=True), sees_folders("level(3)", alone=True)
    (False, True)
    """
    shown = {Path(path) for path in visible_files(spec, alone=alone)}
    return all(Path(os.path.abspath(file)).parent in shown for file in user_files(spec))  # noqa: PTH100


def _holds_more(folder: Path) -> bool:
    try:
        is_open = bool(folder.stat().st_mode & S_IWOTH)
    except OSError:  # there is nothing to show, which running the file will report
        return False
    return is_open or Path.home() == folder or folder in Path.home().parents


def share_a_folder(specs: Iterable[str], kept: Iterable[Path] = ()) -> bool:
    """Whether an agent could read more than its own in the folders that it is shown.

    Args:
        specs: the agents, whose files are not for each other.
        kept: further files that are for none of them.

    >>> share_a_folder(["file:class/anna.py", "file:class/bert.py", "level(3)"])
    True
    >>> share_a_folder(["file:class/anna.py", "file:class/groups/bert.py"])
    True
    >>> share_a_folder(["file:anna/agent.py", "file:bert/agent.py", "file:anna/agent.py"])
    False
    >>> share_a_folder(["file:anna/agent.py"], kept=[Path("anna/games.sqlite")])
    True
    """
    isolated = {spec for spec in specs if needs_isolation(spec)}
    own = {spec: {_real(file) for file in user_files(spec)} for spec in isolated}
    private = {_real(path) for path in kept}.union(*own.values())
    return any(
        _real(Path(shown)) in file.parents
        for spec in isolated
        for shown in visible_files(spec, alone=False)
        for file in private - own[spec]
    )


def _real(path: Path) -> Path:
    """Where a path leads; a link that leads nowhere stays as it is."""
    return Path(os.path.realpath(path))


def check_files(spec: str) -> list[Path]:
    """The user's files that an agent runs, all of which exist; none is run.

    Raises:
        UnknownName: when there is no agent of that name.
        InvalidSetting: when a file is missing, its name tells no language, or it is no program.
    """
    if is_program(spec):
        command = parse_agent_text(spec).call.name.removeprefix(PROGRAM)
        find_executable(split_command(command)[0])
        return user_files(spec)
    files = user_files(spec)
    for file in files:
        check_file(file)
    source_of(spec)
    name = parse_agent_text(spec).call.name
    if not name.startswith(PREFIX) and name not in AGENTS:
        raise UnknownName("agent", name, KNOWN)
    return files
