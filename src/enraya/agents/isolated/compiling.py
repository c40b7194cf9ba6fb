"""A source in a language other than Python: read, checked and compiled once, in the sandbox."""

import re
import shutil
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from enraya.agents.isolated.kept_builds import (
    BUILD_BYTES,
    BUILT,
    Build,
    find_build,
    make_build,
    plain_size,
)
from enraya.agents.isolated.tool import ToolResult, run_tool
from enraya.agents.text.languages import Language, heap_megabytes, language_of
from enraya.agents.text.spec import AgentSpec, check_file
from enraya.errors import InvalidSetting
from enraya.isolation.faults import NOT_FOUND
from enraya.printable import printable
from enraya.texts import Sentence

MAX_SOURCE_BYTES = 500_000
"""More is data, which belongs in a file beside the source."""
_PART_BYTES = 1_000_000
"""What is read of a file beside a source; of a larger one, its size and its time tell the rest."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
SECONDS = 60.0
MEMORY_MB = 1024
OUTPUT_BYTES = 200_000
_MOST_LINES = 20
_HERE = Path(__file__).parent
_NO_PROCESSES = "fork: Operation not permitted"
"""What a compiler says that consists of several programs, where the sandbox allows only one."""
_IN_BUILT = "{built}/"
_ENV = "/usr/bin/env"
_SYSTEM = ("/usr/", "/bin/", "/lib")


class BadSource(InvalidSetting):
    """A source that cannot be compiled: its author's mistake, which costs the agent its games."""


class Compiled(NamedTuple):
    """A source that is ready to run."""

    language: Language
    file: Path
    build: Build

    def command(self, memory_mb: int) -> list[str]:
        """What to run, where the program may take this much memory."""
        return _command(
            self.language, self.language.run, self.file, self.file.name, self.build.folder,
            main=self.build.main, heap=str(heap_megabytes(memory_mb)),
        )  # fmt: skip

    @property
    def readable(self) -> list[str]:
        """What its programs read besides the author's files and the system's folders."""
        return [str(self.build.folder), *_readable(self.language, self.file)]


def compile_file(
    file: Path, visible: Sequence[str] = (), on_compile: Callable[[], None] | None = None
) -> Compiled:
    """A source, compiled now or earlier.

    Args:
        file: in one of `LANGUAGES`.
        visible: files and folders of its author's that it may include.
        on_compile: called before a compiler is; not when that was done earlier.

    Raises:
        BadSource: with one sentence, and the compiler's messages.
        InvalidSetting: when there is no such file, or the machine lacks its compiler.
    """
    check_file(file)
    language = language_of(file)
    assert language is not None
    source = read_source(file)
    file = file.absolute()
    key = _key(language, file, source, visible)
    build = find_build(key)
    if build is None:
        if on_compile:
            on_compile()
        build = make_build(key, lambda place: _compile(language, file, source, visible, place))
    if build.failure:
        raise BadSource(build.failure)
    return Compiled(language, file, build)


def compile_agent(
    spec: AgentSpec, *, alone: bool, on_compile: Callable[[], None] | None = None
) -> Compiled | None:
    """The file of an agent in a language other than Python, compiled; None for every other agent.

    Args:
        spec: the agent.
        alone: whether it sees only its own file, not the folder that it is in.
        on_compile: called before a compiler is.

    Raises:
        EnrayaError: as `compile_file` does.
    """
    if spec.path is None or spec.language is None:
        return None
    return compile_file(Path(spec.path), spec.visible_files(alone=alone), on_compile)


def check_toolchain(spec: AgentSpec) -> None:
    """Refuses an agent whose language this machine cannot compile or run.

    Raises:
        InvalidSetting: with the package that is missing.
    """
    if spec.path is not None and spec.language is not None:
        find_tools(spec.language, Path(spec.path))


def find_tools(language: Language, file: Path) -> dict[str, str]:
    """The paths of the programs that a language needs.

    Raises:
        InvalidSetting: when one is missing, with the package that has it.
    """
    found = {tool: shutil.which(tool) for tool in language.tools}
    for tool, path in found.items():
        if path is None:
            raise InvalidSetting(
                Sentence(
                    "language.needs", file=repr(file.name), tool=tool, package=language.package
                )
            )
    return {tool: path for tool, path in found.items() if path is not None}


def _key(language: Language, file: Path, source: bytes, visible: Sequence[str]) -> str:
    """A digest of everything that the compiled program depends on, the compilers included."""
    digest = sha256(source)
    row = language.name, language.build, language.run, language.environment, file.name
    digest.update(repr(row).encode(errors="surrogateescape"))
    for helper in sorted(_HERE.glob("*.lisp")):
        digest.update(helper.read_bytes())
    for path in find_tools(language, file).values():
        tool = Path(path).resolve()
        about = tool.stat()
        digest.update(f"{tool} {about.st_size} {about.st_mtime_ns}".encode())
    if str(file.parent) in visible:
        digest.update(digest_parts(language, file))
    return digest.hexdigest()


def read_source(file: Path) -> bytes:
    """The text of a source as every compiler reads it, with plain ends of lines.

    Raises:
        BadSource: when it is empty or too large, or is no text in UTF-8.
        InvalidSetting: when it cannot be read.
    """
    check_file(file)
    try:
        with file.open("rb") as stream:
            content = stream.read(MAX_SOURCE_BYTES + 1)
        size = max(len(content), file.stat().st_size)
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(file)!r}: {error.strerror}") from None
    if size > MAX_SOURCE_BYTES:
        size_text, most = f"{size:,}", f"{MAX_SOURCE_BYTES:,}"
        raise BadSource(
            Sentence("language.large", file=repr(str(file)), bytes=size_text, most=most)
        )
    text = content.removeprefix(_BYTE_ORDER_MARK)
    if not text.strip():
        raise BadSource(Sentence("language.empty", file=repr(str(file))))
    if not _is_text(text):
        raise BadSource(Sentence("language.not_text", file=repr(str(file))))
    return text.replace(b"\r\n", b"\n")


def _is_text(content: bytes) -> bool:
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False


def digest_parts(language: Language, file: Path) -> bytes:
    """A digest of the files beside a source that it may include."""
    digest = sha256()
    try:
        for part in sorted(file.parent.iterdir()):
            if part.suffix.lower() in language.parts and part.name != file.name and part.is_file():
                digest.update(part.name.encode(errors="surrogateescape") + b"\0")
                with part.open("rb") as stream:
                    digest.update(sha256(stream.read(_PART_BYTES)).digest())
                about = part.stat()
                if about.st_size > _PART_BYTES:
                    digest.update(f"{about.st_size} {about.st_mtime_ns}".encode())
    except OSError:  # what cannot be read cannot be included either
        pass
    return digest.digest()


class _Compilation(NamedTuple):
    """A source on its way to a program."""

    language: Language
    file: Path
    """The author's."""
    source: bytes
    visible: Sequence[str]
    copy: Path
    """The source under the name that the compiler wants, in a folder of its own."""
    built: Path


def _compile(
    language: Language, file: Path, source: bytes, visible: Sequence[str], folder: Path
) -> Build:
    """Compiles a source into an empty folder; returns what became of it."""
    copies, built = folder / "source", folder / BUILT
    copies.mkdir()
    built.mkdir()
    name = f"{file.stem}{file.suffix.lower()}"  # no compiler knows .JAVA
    task = _Compilation(language, file, source, visible, copies / name, built)
    result = _run_compiler(task)
    if language.wanted_name and (wanted := re.search(language.wanted_name, result.output)):
        task.copy.unlink()
        task = task._replace(copy=copies / Path(wanted[1]).name)
        result = _run_compiler(task)
    shutil.rmtree(copies)
    if result.fault or _NO_PROCESSES in result.output:
        fault = result.fault or Sentence("compile.no_processes")
        why = Sentence("compile.fault", file=repr(file.name), fault=fault)
        return Build(built, failure=why, is_certain=False)
    try:
        _check(task, result)
        main = "" if language.find_main is None else language.find_main(built, file.name)
        if language.find_main and not main:
            raise _no_main(task)
        return Build(built, main)
    except InvalidSetting as error:
        return Build(built, failure=error.sentence)


def _run_compiler(task: _Compilation) -> ToolResult:
    task.copy.write_bytes(task.source)
    row = task.language.build
    command = _command(task.language, row, task.file, task.copy.name, task.built)
    surroundings = [f"{name}={value}" for name, value in task.language.environment]
    return run_tool(
        [_ENV, f"TMPDIR={task.built}", *surroundings, *command],
        folder=str(task.copy.parent),
        readable=[str(task.copy.parent), *task.visible, *_readable(task.language, task.file)],
        writable=str(task.built),
        seconds=SECONDS,
        memory_mb=MEMORY_MB,
        output_bytes=OUTPUT_BYTES,
    )


def _command(
    language: Language, row: Sequence[str], file: Path, name: str, built: Path, **more: str
) -> list[str]:
    """A command of a row with its placeholders filled in, once each."""
    values = {
        "source": f"./{name}" if name.startswith("-") else name,
        "built": str(built),
        "home": str(file.parent),
        "file": str(file),
        "here": str(_HERE),
        **more,
    }
    pattern = re.compile("|".join(f"{{{name}}}" for name in values))
    first, *others = (pattern.sub(lambda found: values[found[0][1:-1]], part) for part in row)
    return [find_tools(language, file).get(first, first), *others]


def _readable(language: Language, file: Path) -> list[str]:
    """What the programs of a language read; for one installed elsewhere, its whole folder."""
    found: list[str] = []
    for tool in find_tools(language, file).values():
        real = Path(tool).resolve()
        if not str(real).startswith(_SYSTEM):
            found += [tool, str(real.parents[1] if real.parent.name == "bin" else real)]
    return found


def _check(task: _Compilation, result: ToolResult) -> None:
    """Refuses a source that did not become a program, in words for its author."""
    language, name = task.language, repr(task.file.name)
    if language.no_main and re.search(language.no_main, result.output):
        raise _no_main(task)
    if result.exit_code:
        messages = _messages(task, result.output)
        is_alone = str(task.file.parent) not in task.visible
        is_missing = is_alone and any(words in result.output for words in NOT_FOUND)
        key = "compile.failed_alone" if is_missing else "compile.failed"
        raise InvalidSetting(Sentence(key, file=name, messages=messages))
    wanted = [task.built / part.removeprefix(_IN_BUILT)
              for part in language.run if part.startswith(_IN_BUILT)]  # fmt: skip
    size = plain_size(task.built)
    if size is None or size > BUILD_BYTES or not all(path.is_file() for path in wanted):
        most = BUILD_BYTES // 1_000_000
        raise InvalidSetting(Sentence("compile.no_program", file=name, megabytes=most))


def _no_main(task: _Compilation) -> InvalidSetting:
    begin = task.language.how_to_begin
    return InvalidSetting(Sentence("compile.no_main", file=repr(task.file.name), begin=begin))


def _messages(task: _Compilation, output: str) -> str:
    """The compiler's messages, with the author's names for files and without noise."""
    for folder in (task.copy.parent, task.built, task.file.parent):
        output = output.replace(f"{folder}/", "")
    if task.copy.name != task.file.name:
        theirs = re.compile(rf"(?m)^{re.escape(task.copy.name)}(?=:\d)")
        output = theirs.sub(lambda _: task.file.name, output)
    noise = task.language.noise
    lines = [line.rstrip() for line in output.splitlines()]
    kept = [line for line in lines if line and not (noise and re.search(noise, line))]
    return "".join(f"\n{printable(line)}" for line in kept[:_MOST_LINES])
