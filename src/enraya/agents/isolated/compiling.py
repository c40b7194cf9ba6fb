"""Compiles agents in languages other than Python: each source is compiled once, in the sandbox."""

import re
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
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
from enraya.agents.text.languages import Language, heap_megabytes
from enraya.agents.text.spec import AgentSpec, check_file
from enraya.errors import InvalidSetting
from enraya.isolation import Allowance
from enraya.isolation.faults import NOT_FOUND
from enraya.printable import printable
from enraya.texts import Sentence

MAX_SOURCE_BYTES = 500_000
"""The largest source; anything larger holds data, which belongs in a file beside it."""
_PART_BYTES = 1_000_000
"""How much of a file beside a source is hashed; a larger file is also told by its size and time."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ALLOWANCE = Allowance(seconds=60.0, memory_mb=1024, output_bytes=200_000, processes=True)
"""How much a compiler may use."""
_MOST_LINES = 20
_HERE = Path(__file__).parent
_NO_PROCESSES = "fork: Operation not permitted"
"""What a compiler made of several programs prints if the sandbox allows only one process."""
_IN_BUILT = "{built}/"
_ENV = "/usr/bin/env"
_SYSTEM = ("/usr/", "/bin/", "/lib")


class BadSource(InvalidSetting):
    """A source that cannot be compiled: its author's mistake, which costs the agent its games."""


class _Source(NamedTuple):
    """A source, and what is needed to compile and run it."""

    file: Path
    """The author's file."""
    language: Language
    tools: dict[str, str]
    """The paths of the programs that the language needs, by name."""
    text: bytes
    visible: Sequence[str]
    """The author's files and folders that the source may include."""

    @property
    def sees_folder(self) -> bool:
        """Whether the source may include the other files of its folder."""
        return str(self.file.parent) in self.visible

    @property
    def readable(self) -> list[str]:
        """The tools that are outside the system's folders, and where they are installed."""
        found: list[str] = []
        for tool in self.tools.values():
            real = Path(tool).resolve()
            if not str(real).startswith(_SYSTEM):
                found += [tool, str(real.parents[1] if real.parent.name == "bin" else real)]
        return found

    def command(self, row: Sequence[str], name: str, built: Path, **more: str) -> list[str]:
        """A command of the language with its placeholders filled in and its tool given by path.

        What looks like a placeholder inside a value is left alone.
        """
        values = {
            "source": f"./{name}" if name.startswith("-") else name,
            "built": str(built),
            "home": str(self.file.parent),
            "file": str(self.file),
            "here": str(_HERE),
            **more,
        }
        pattern = re.compile("|".join(f"{{{name}}}" for name in values))
        first, *others = (pattern.sub(lambda found: values[found[0][1:-1]], part) for part in row)
        return [self.tools.get(first, first), *others]


class Compiled(NamedTuple):
    """A source that is ready to run."""

    source: _Source
    build: Build

    def command(self, memory_mb: int) -> list[str]:
        """The command that runs the program if it may use this much memory."""
        return self.source.command(
            self.source.language.run, self.source.file.name, self.build.folder,
            main=self.build.main, heap=str(heap_megabytes(memory_mb)),
        )  # fmt: skip

    @property
    def readable(self) -> list[str]:
        """What the program reads besides the author's files and the system's folders."""
        return [str(self.build.folder), *self.source.readable]


def compile_agent(
    spec: AgentSpec, *, alone: bool, on_compile: Callable[[], None] | None = None
) -> Compiled | None:
    """Compiles the file of an agent in a language other than Python, or finds its earlier build.

    Args:
        spec: what the agent's text says.
        alone: whether it sees only its own file, not the folder that it is in.
        on_compile: called before the compiler runs; not called if there is an earlier build.

    Returns:
        The compiled source; None for an agent that is not such a file.

    Raises:
        BadSource: when the source does not compile, with one sentence and the compiler's messages.
        InvalidSetting: when the file cannot be read, or the machine lacks its compiler.
    """
    if spec.path is None or (language := spec.language) is None:
        return None
    file = Path(spec.path)
    text, tools = read_source(file), find_tools(language, file)
    source = _Source(file.absolute(), language, tools, text, spec.visible_files(alone=alone))
    key = _key(source)
    build = find_build(key)
    if build is None:
        if on_compile:
            on_compile()
        build = make_build(key, lambda place: _compile(source, place))
    if build.failure:
        raise BadSource(build.failure)
    return Compiled(source, build)


def check_toolchain(spec: AgentSpec) -> None:
    """Refuses an agent whose language this machine cannot compile or run.

    Raises:
        InvalidSetting: naming the package that is missing.
    """
    if spec.path is not None and spec.language is not None:
        find_tools(spec.language, Path(spec.path))


def find_tools(language: Language, file: Path) -> dict[str, str]:
    """The paths of the programs that a language needs.

    Raises:
        InvalidSetting: when one is missing, naming the package that contains it.
    """
    found = {}
    for tool in language.tools:
        path = shutil.which(tool)
        if path is None:
            package = language.package
            raise InvalidSetting(
                Sentence("language.needs", file=repr(file.name), tool=tool, package=package)
            )
        found[tool] = path
    return found


def _key(source: _Source) -> str:
    """A hash of everything that the compiled program depends on, including the compilers."""
    language = source.language
    digest = sha256(source.text)
    row = language.name, language.build, language.run, language.environment, source.file.name
    digest.update(repr(row).encode(errors="surrogateescape"))
    for helper in sorted(_HERE.glob("*.lisp")):
        digest.update(helper.read_bytes())
    for path in source.tools.values():
        tool = Path(path).resolve()
        about = tool.stat()
        digest.update(f"{tool} {about.st_size} {about.st_mtime_ns}".encode())
    if source.sees_folder:
        digest.update(digest_parts(language, source.file))
    return digest.hexdigest()


def read_source(file: Path) -> bytes:
    """The text of a source, without a byte order mark and with Unix line ends.

    Raises:
        BadSource: when the source is empty, too large, or not text in UTF-8.
        InvalidSetting: when the file cannot be read.
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
    with suppress(UnicodeDecodeError):
        if "\0" not in text.decode():
            return text.replace(b"\r\n", b"\n")
    raise BadSource(Sentence("language.not_text", file=repr(str(file))))


def digest_parts(language: Language, file: Path) -> bytes:
    """A hash of the files beside a source that it may include."""
    digest = sha256()
    with suppress(OSError):  # what cannot be read cannot be included either
        for part in sorted(file.parent.iterdir()):
            if part.suffix.lower() in language.parts and part.name != file.name and part.is_file():
                digest.update(part.name.encode(errors="surrogateescape") + b"\0")
                with part.open("rb") as stream:
                    digest.update(sha256(stream.read(_PART_BYTES)).digest())
                about = part.stat()
                if about.st_size > _PART_BYTES:
                    digest.update(f"{about.st_size} {about.st_mtime_ns}".encode())
    return digest.digest()


def _compile(source: _Source, folder: Path) -> Build:
    """Compiles a source in an empty folder; a source that does not compile is a failed build."""
    file, language = source.file, source.language
    copies, built = folder / "source", folder / BUILT
    copies.mkdir()
    built.mkdir()
    copy = copies / f"{file.stem}{file.suffix.lower()}"  # no compiler knows .JAVA
    result = _run_compiler(source, copy, built)
    if language.wanted_name and (wanted := re.search(language.wanted_name, result.output)):
        copy.unlink()
        copy = copies / Path(wanted[1]).name
        result = _run_compiler(source, copy, built)
    shutil.rmtree(copies)
    if result.fault or _NO_PROCESSES in result.output:
        fault = result.fault or Sentence("compile.no_processes")
        why = Sentence("compile.fault", file=repr(file.name), fault=fault)
        return Build(built, failure=why, is_certain=False)
    try:
        return Build(built, _find_main(source, copy, built, result))
    except InvalidSetting as error:
        return Build(built, failure=error.sentence)


def _run_compiler(source: _Source, copy: Path, built: Path) -> ToolResult:
    """Writes the source to ``copy``, whose folder is otherwise empty, and compiles that."""
    copy.write_bytes(source.text)
    language, folder = source.language, str(copy.parent)
    surroundings = [f"{name}={value}" for name, value in language.environment]
    command = source.command(language.build, copy.name, built)
    return run_tool(
        [_ENV, f"TMPDIR={built}", *surroundings, *command],
        folder=folder,
        readable=[folder, *source.visible, *source.readable],
        writable=str(built),
        allowance=ALLOWANCE,
    )


def _find_main(source: _Source, copy: Path, built: Path, result: ToolResult) -> str:
    """Checks what the compiler left; returns the main class, or nothing in most languages.

    Raises:
        InvalidSetting: when there is no program that can run, with the reason for its author.
    """
    language, name = source.language, repr(source.file.name)
    no_main = InvalidSetting(Sentence("compile.no_main", file=name, begin=language.how_to_begin))
    if language.no_main and re.search(language.no_main, result.output):
        raise no_main
    if result.exit_code:
        messages = _messages(source, copy, built, result.output)
        is_missing = any(words in result.output for words in NOT_FOUND)
        is_alone = is_missing and not source.sees_folder
        key = "compile.failed_alone" if is_alone else "compile.failed"
        raise InvalidSetting(Sentence(key, file=name, messages=messages))
    wanted = [built / part.removeprefix(_IN_BUILT)
              for part in language.run if part.startswith(_IN_BUILT)]  # fmt: skip
    size = plain_size(built)
    if size is None or size > BUILD_BYTES or not all(path.is_file() for path in wanted):
        most = BUILD_BYTES // 1_000_000
        raise InvalidSetting(Sentence("compile.no_program", file=name, megabytes=most))
    if language.find_main is None:
        return ""
    main = language.find_main(built, result.output, source.file.name)
    if not main:
        raise no_main
    return main


def _messages(source: _Source, copy: Path, built: Path, output: str) -> str:
    """The first of the compiler's messages, with the author's file names and without noise."""
    for folder in (copy.parent, built, source.file.parent):
        output = output.replace(f"{folder}/", "")
    if copy.name != source.file.name:
        theirs = re.compile(rf"(?m)^{re.escape(copy.name)}(?=:\d)")
        output = theirs.sub(lambda _: source.file.name, output)
    noise = source.language.noise
    lines = [line.rstrip() for line in output.splitlines()]
    kept = [line for line in lines if line and not (noise and re.search(noise, line))]
    return "".join(f"\n{printable(line)}" for line in kept[:_MOST_LINES])
