"""The command of a program: how it is split, what it runs, and which of its parts are files."""

import os
import shlex
import shutil
import sys
from pathlib import Path

from enraya.errors import InvalidSetting
from enraya.isolation.sandbox.python_files import python_files
from enraya.texts import Sentence

_SHIMS = "shims"
_PYTHONS = ("python", "python3")


def split_command(command: str) -> list[str]:
    """A command as a shell would split it, though none runs: nothing else in it has a meaning.

    Raises:
        InvalidSetting: when it is empty, or a quote is not closed.

    >>> split_command("python3 'my agent.py' --depth 4")
    ['python3', 'my agent.py', '--depth', '4']
    """
    try:
        parts = shlex.split(command)
    except ValueError:
        raise InvalidSetting(Sentence("problem.command", command=repr(command))) from None
    if not parts:
        raise InvalidSetting(Sentence("problem.no_command"))
    return parts


def find_executable(name: str) -> str:
    """The absolute path of a program.

    Args:
        name: its path, or its name in one of the folders of ``PATH``.

    Raises:
        InvalidSetting: when there is none, or it may not be run.
    """
    found = _which(name)
    if found is not None and Path(found).is_file():
        return os.path.abspath(found)  # noqa: PTH100  # a link may lead to a program of many names
    is_there = os.path.exists(name)  # noqa: PTH110  # false also for a name that is too long
    key = "problem.not_executable" if is_there else "problem.no_program"
    raise InvalidSetting(Sentence(key, program=repr(name)))


def _which(name: str) -> str | None:
    """Where a program is, past the scripts by which pyenv and its like choose a version.

    Such a script needs files of theirs; in its place Python is the one that runs enraya.
    """
    found = shutil.which(name)
    if found is None or Path(found).parent.name != _SHIMS:
        return found
    if Path(name).name in _PYTHONS:
        return sys.executable
    folders = os.environ.get("PATH", "").split(os.pathsep)
    others = os.pathsep.join(folder for folder in folders if Path(folder).name != _SHIMS)
    return shutil.which(name, path=others) or found


def command_files(argv: list[str]) -> list[Path]:
    """The user's files in a command: the program, unless it is the system's, and files it is given.

    Also those behind an equals sign, as in ``--weights=mine.txt``.
    """
    found = _which(argv[0]) or argv[0]
    named = [found, *(part for part in argv[1:] if _is_file(part))]
    named += [value for part in argv[1:] if _is_file(value := part.partition("=")[2])]
    return [Path(name) for name in named if not _is_of_system(name)]


def _is_file(name: str) -> bool:
    return os.path.isfile(name)  # noqa: PTH113  # false also for a name that is too long


def _is_of_system(name: str) -> bool:
    path = Path(os.path.abspath(name))  # noqa: PTH100  # the link counts, not where it leads
    return any(path.is_relative_to(folder) for folder in python_files())
