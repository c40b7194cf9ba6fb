"""What the text of an agent says: read once, where it enters the program, and kept as a value."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from stat import S_IWOTH

from enraya.agents.text.languages import LANGUAGES, PYTHON, Language, language_of
from enraya.agents.text.named_players import NAMED_PLAYERS
from enraya.callspec import CallSpec, parse_callspec, text_behind
from enraya.errors import InvalidSetting
from enraya.files import is_file
from enraya.heuristics.userfile import PREFIX
from enraya.isolation.sandbox.readable_files import python_files
from enraya.texts import Sentence

PROGRAM = "program:"
"""The beginning of the text of an agent that is a program; its command follows."""
SUFFIXES = (PYTHON, *(suffix for language in LANGUAGES for suffix in language.suffixes))
"""The suffixes of agents' files."""
GENES = "genes"
EXAMPLE_GENES = "0.923072380453,0.594874591925,0.977029031199,0.471895098323"
"""An agent as the paper from Costa Rica writes it."""
_SHIMS = "shims"
_PYTHONS = ("python", "python3")


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """What the text of an agent says; `parse_spec` makes it from the text.

    Attributes depend only on the text. What also depends on files is a method, because the files
    may change from one game to the next.

    >>> spec = parse_spec("greedy( eval=file:taste.py )")
    >>> spec.written, spec.is_isolated, spec.files()
    ('greedy(eval=file:taste.py)', True, [PosixPath('taste.py')])
    """

    text: str = field(compare=False)
    """The text as given, without blanks around it; stores and records keep this."""
    written: str
    """The text in its normal form, which is the agent's name."""
    call: CallSpec = field(compare=False)  # it follows from `written`
    """The call of a listed agent that the text stands for; the name may also be unknown.

    A file or a program is a call without parameters, whose name is ``file:mine.py``, for example,
    without quotes.
    """

    @property
    def is_program(self) -> bool:
        """Whether the agent is a program, which its text gives as a command."""
        return self.call.name.startswith(PROGRAM)

    @property
    def path(self) -> str | None:
        """The path of the agent's file as written; None for an agent that is not a file."""
        name = self.call.name
        return name.removeprefix(PREFIX) if name.startswith(PREFIX) else None

    @property
    def language(self) -> Language | None:
        """The language of the agent's file; None for Python and for agents without a file.

        Raises:
            InvalidSetting: when the suffix of the file is unknown.
        """
        return None if self.path is None else language_of(Path(self.path))

    @property
    def is_isolated(self) -> bool:
        """Whether the agent runs code from a user's file, or is a program.

        >>> [parse_spec(text).is_isolated for text in ("file:mine.py", "level(3)", "program:yes")]
        [True, False, True]
        """
        if self.is_program:
            return True
        return PREFIX in self.written and bool(_paths(self.call))  # every game asks: quick for most

    @property
    def argv(self) -> list[str]:
        """The command of a program, split as a shell would; no shell is involved.

        Raises:
            InvalidSetting: when the command is empty, or a quote is not closed.

        >>> parse_spec("program:python3 'my agent.py' --depth 4").argv
        ['python3', 'my agent.py', '--depth', '4']
        """
        command = self.call.name.removeprefix(PROGRAM)
        try:
            parts = shlex.split(command)
        except ValueError:
            raise InvalidSetting(Sentence("problem.command", command=repr(command))) from None
        if not parts:
            raise InvalidSetting(Sentence("problem.no_command"))
        return parts

    def files(self) -> list[Path]:
        """The user's files that the agent runs, in the order of its text.

        Those of a program are its executable, unless that belongs to the system, and the files that
        its arguments name, also after an equals sign as in ``--weights=mine.txt``.

        Raises:
            InvalidSetting: when the agent is a program without a valid command.
        """
        if not self.is_program:
            return list(map(Path, _paths(self.call)))
        program, *arguments = self.argv
        values = [part.partition("=")[2] for part in arguments]
        named = [Path(name) for name in (*arguments, *values) if is_file(Path(name))]
        program = _which(program) or program
        return [file for file in (Path(program), *named) if not _is_of_system(file)]

    def check_files(self) -> list[Path]:
        """The agent's files, after checking that all exist; none is run.

        Raises:
            InvalidSetting: when a file is missing, its suffix is unknown, or the program cannot be
                run.
        """
        if self.is_program:
            find_executable(self.argv[0])
            return self.files()
        files = self.files()
        for file in files:
            check_file(file)
        if self.path is not None:
            language_of(Path(self.path))  # refuses an unknown suffix
        return files

    def digest(self) -> tuple[str, int]:
        """A hash of the content of the agent's files, and their total size.

        An empty text and 0 for an agent without files.

        Raises:
            InvalidSetting: when one of the files cannot be read.
        """
        if not self.is_isolated:
            return "", 0
        digest, size = sha256(), 0
        try:
            for path in self.check_files():
                content = path.read_bytes()
                digest.update(sha256(content).digest())
                size += len(content)
        except OSError as error:
            raise InvalidSetting(f"cannot read {error.filename!r}: {error.strerror}") from None
        return digest.hexdigest(), size

    def visible_files(self, *, alone: bool) -> list[str]:
        """What the agent may read of its author's: the folders of its files, or only the files.

        A folder that is for more than an agent's files, such as a home folder, the root or a
        world-writable folder, is never shown; only the agent's own file in it is.
        """
        shown = []
        for file in self.files():
            path = Path(os.path.abspath(file))  # noqa: PTH100  # without "..", which may cross a link
            folder = path.parent
            shown.append(str(path if alone or _holds_more(folder) else folder))
            if path.is_symlink() and not alone:
                shown.append(os.path.realpath(path))  # the link's target
        return shown

    def sees_folders(self, *, alone: bool) -> bool:
        """Whether the agent may read the whole folders of its files.

        >>> [parse_spec(text).sees_folders(alone=True) for text in ("file:mine.py", "level(3)")]
        [False, True]
        """
        shown = {Path(path) for path in self.visible_files(alone=alone)}
        return all(Path(os.path.abspath(file)).parent in shown for file in self.files())  # noqa: PTH100


@lru_cache(maxsize=4096)
def parse_spec(text: str) -> AgentSpec:
    """Reads the text of an agent: a call, a paper's player, four bare genes, a file or a program.

    The specifications of recent texts are cached.

    Raises:
        InvalidNotation: when the text does not follow the grammar of `callspec`.
        InvalidSetting: when a parameter of a named player or a gene is wrong.

    >>> parse_spec("Madrid-1").call.name
    'minimax'
    >>> str(parse_spec("0.9,0.5,1,0").call)
    'genes(0.9, 0.5, 1, 0)'
    """
    stripped = text.strip()
    if _is_genes(stripped):
        return AgentSpec(stripped, stripped, _genes(stripped))
    for prefix in (PREFIX, PROGRAM):
        rest = text_behind(prefix, stripped)
        if rest is not None:
            name = CallSpec(f"{prefix}{rest}")
            return AgentSpec(stripped, stripped if stripped == name.name else str(name), name)
    call = parse_callspec(stripped)
    written = str(call)
    if call.name in NAMED_PLAYERS:
        call = parse_callspec(NAMED_PLAYERS[call.name].expand(call))
    return AgentSpec(stripped, written, call)


def agent_text(text: str) -> str:
    """The text of an agent; a plain path to an agent's file gets the prefix ``file:``.

    >>> agent_text("mine.py"), agent_text("level(3)"), agent_text("program:./mine.py")
    ('file:mine.py', 'level(3)', 'program:./mine.py')
    """
    stripped = text.strip()
    is_path = stripped.lower().endswith(SUFFIXES) and not stripped.startswith((PREFIX, PROGRAM))
    return f"{PREFIX}{stripped}" if is_path else stripped


def share_a_folder(specs: Iterable[AgentSpec], kept: Iterable[Path] = ()) -> bool:
    """Whether an agent could read files other than its own in the folders that it is shown.

    Args:
        specs: the agents, which must not read each other's files.
        kept: further files that none of them may read.

    >>> anna, bert = parse_spec("file:class/anna.py"), parse_spec("file:class/bert.py")
    >>> share_a_folder([anna, bert]), share_a_folder([anna, parse_spec("level(3)")])
    (True, False)
    >>> share_a_folder([anna], kept=[Path("class/games.sqlite")])
    True
    """
    isolated = {spec for spec in specs if spec.is_isolated}
    own = {spec: {_real(file) for file in spec.files()} for spec in isolated}
    private = {_real(path) for path in kept}.union(*own.values())
    return any(
        _real(Path(shown)) in file.parents
        for spec in isolated
        for shown in spec.visible_files(alone=False)
        for file in private - own[spec]
    )


def check_file(file: Path) -> None:
    """Refuses a path at which there is no file.

    Raises:
        InvalidSetting: when there is nothing, or a folder.
    """
    if os.path.isdir(file):  # noqa: PTH112  # false also for a name that is too long
        raise InvalidSetting(Sentence("language.folder", file=repr(str(file))))
    if not is_file(file):
        raise InvalidSetting(f"there is no file {str(file)!r}")


def find_executable(name: str) -> str:
    """The absolute path of a program.

    Args:
        name: the path of the program, or a name to look up in ``PATH``.

    Raises:
        InvalidSetting: when there is no such program, or it is not executable.
    """
    found = _which(name)
    if found is not None and Path(found).is_file():
        return os.path.abspath(found)  # noqa: PTH100  # some programs need the link's name
    is_there = os.path.exists(name)  # noqa: PTH110  # false also for a name that is too long
    key = "problem.not_executable" if is_there else "problem.no_program"
    raise InvalidSetting(Sentence(key, program=repr(name)))


def _which(name: str) -> str | None:
    """The path of a program, avoiding the shims with which pyenv and similar tools choose versions.

    A shim needs files of such a tool, which no agent may read. In place of a shim for Python, it is
    the Python that runs enraya.
    """
    found = shutil.which(name)
    if found is None or Path(found).parent.name != _SHIMS:
        return found
    if Path(name).name in _PYTHONS:
        return sys.executable
    folders = os.environ.get("PATH", "").split(os.pathsep)
    others = os.pathsep.join(folder for folder in folders if Path(folder).name != _SHIMS)
    return shutil.which(name, path=others) or found


def _paths(call: CallSpec) -> list[str]:
    """The paths of the files that a call and its arguments name."""
    names = (part.name for part in call.parts())
    return [name.removeprefix(PREFIX) for name in names if name.startswith(PREFIX)]


def _is_of_system(file: Path) -> bool:
    path = Path(os.path.abspath(file))  # noqa: PTH100  # the link counts, not where it leads
    return any(path.is_relative_to(folder) for folder in python_files())


def _real(path: Path) -> Path:
    """A path with its symbolic links resolved; it need not exist."""
    return Path(os.path.realpath(path))


def _holds_more(folder: Path) -> bool:
    """Whether a folder is for more than an agent's files."""
    try:
        is_open = bool(folder.stat().st_mode & S_IWOTH)
    except OSError:  # the folder cannot be shown; running the file will report it
        return False
    return is_open or Path.home() == folder or folder in Path.home().parents


def _is_genes(text: str) -> bool:
    """Whether a text is a list that begins with a number; a call has its commas in brackets."""
    first, comma, _ = text.partition(",")
    return bool(comma) and _number(first) is not None


def _genes(text: str) -> CallSpec:
    parts = [part.strip() for part in text.split(",")]
    written = repr(text)
    for part in parts:
        value = _number(part)
        if value is None or not 0 <= value <= 1:
            raise InvalidSetting(
                Sentence("problem.bare_gene", text=written, part=repr(part), example=EXAMPLE_GENES)
            )
    count = len(parts)
    if count != EXAMPLE_GENES.count(",") + 1:
        raise InvalidSetting(
            Sentence("problem.bare_genes", text=written, count=count, example=EXAMPLE_GENES)
        )
    return CallSpec(GENES, tuple(map(CallSpec, parts)))


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
