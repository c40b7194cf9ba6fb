"""A source in a language other than Python: read, checked and compiled once, in the sandbox."""

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
"""More is data, which belongs in a file beside the source."""
_PART_BYTES = 1_000_000
"""What is read of a file beside a source; of a larger one, its size and its time tell the rest."""
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
ALLOWANCE = Allowance(seconds=60.0, memory_mb=1024, output_bytes=200_000, processes=True)
"""What a compiler may use."""
_MOST_LINES = 20
_HERE = Path(__file__).parent
_NO_PROCESSES = "fork: Operation not permitted"
"""What a compiler says that consists of several programs, where the sandbox allows only one."""
_IN_BUILT = "{built}/"
_ENV = "/usr/bin/env"
_SYSTEM = ("/usr/", "/bin/", "/lib")


class BadSource(InvalidSetting):
    """A source that cannot be compiled: its author's mistake, which costs the agent its games."""


class _Source(NamedTuple):
    """A source, and what it takes to compile and run it."""

    file: Path
    """The author's."""
    language: Language
    tools: dict[str, str]
    """The paths of the programs that the language needs, by their names."""
    text: bytes
    visible: Sequence[str]
    """Files and folders of its author's that it may include."""

    @property
    def sees_folder(self) -> bool:
        """Whether it may include what lies beside it."""
        return str(self.file.parent) in self.visible

    @property
    def readable(self) -> list[str]:
        """What the programs of the language read; of one installed elsewhere, its whole folder."""
        found: list[str] = []
        for tool in self.tools.values():
            real = Path(tool).resolve()
            if not str(real).startswith(_SYSTEM):
                found += [tool, str(real.parents[1] if real.parent.name == "bin" else real)]
        return found

    def command(self, row: Sequence[str], name: str, built: Path, **more: str) -> list[str]:
        """A command of the language's row with its placeholders filled in, once each."""
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
        """What to run, where the program may take this much memory."""
        return self.source.command(
            self.source.language.run, self.source.file.name, self.build.folder,
            main=self.build.main, heap=str(heap_megabytes(memory_mb)),
        )  # fmt: skip

    @property
    def readable(self) -> list[str]:
        """What its programs read besides the author's files and the system's folders."""
        return [str(self.build.folder), *self.source.readable]


def compile_agent(
    spec: AgentSpec, *, alone: bool, on_compile: Callable[[], None] | None = None
) -> Compiled | None:
    """The file of an agent in a language other than Python, compiled now or earlier.

    Args:
        spec: the agent.
        alone: whether it sees only its own file, not the folder that it is in.
        on_compile: called before a compiler is; not when that was done earlier.

    Returns:
        None for every other agent.

    Raises:
        BadSource: with one sentence, and the compiler's messages.
        InvalidSetting: when there is no such file, or the machine lacks its compiler.
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
        InvalidSetting: with the package that is missing.
    """
    if spec.path is not None and spec.language is not None:
        find_tools(spec.language, Path(spec.path))


def find_tools(language: Language, file: Path) -> dict[str, str]:
    """The paths of the programs that a language needs.

    Raises:
        InvalidSetting: when one is missing, with the package that has it.
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
    """A digest of everything that the compiled program depends on, the compilers included."""
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
    with suppress(UnicodeDecodeError):
        if "\0" not in text.decode():
            return text.replace(b"\r\n", b"\n")
    raise BadSource(Sentence("language.not_text", file=repr(str(file))))


def digest_parts(language: Language, file: Path) -> bytes:
    """A digest of the files beside a source that it may include."""
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
    """Compiles a source into an empty folder; returns what became of it."""
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
        return Build(built, _beginning(source, copy, built, result))
    except InvalidSetting as error:
        return Build(built, failure=error.sentence)


def _run_compiler(source: _Source, copy: Path, built: Path) -> ToolResult:
    """Compiles a copy, under the name that the compiler wants and in a folder of its own."""
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


def _beginning(source: _Source, copy: Path, built: Path, result: ToolResult) -> str:
    """Where the program begins, in languages in which that has to be said.

    Raises:
        InvalidSetting: when the source did not become a program, in words for its author.
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
    """The compiler's messages, with the author's names for files and without noise."""
    for folder in (copy.parent, built, source.file.parent):
        output = output.replace(f"{folder}/", "")
    if copy.name != source.file.name:
        theirs = re.compile(rf"(?m)^{re.escape(copy.name)}(?=:\d)")
        output = theirs.sub(lambda _: source.file.name, output)
    noise = source.language.noise
    lines = [line.rstrip() for line in output.splitlines()]
    kept = [line for line in lines if line and not (noise and re.search(noise, line))]
    return "".join(f"\n{printable(line)}" for line in kept[:_MOST_LINES])
