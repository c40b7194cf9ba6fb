"""The languages other than Python in which an agent's file may be written, one row each.

A row's argument lists have these placeholders::

    {source}  the file to compile: a copy under the author's name, in the working directory
    {built}   the folder for the compiled program
    {home}    the folder of the author's file
    {file}    the author's file itself
    {heap}    the megabytes a garbage collector may fill
    {main}    what `Language.find_main` found
    {here}    the folder of `enraya.agents.isolated`
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.machinery import all_suffixes
from pathlib import Path

from enraya.errors import InvalidSetting
from enraya.texts import Sentence

PYTHON = ".py"
_HEADERS = (".h", ".hh", ".hpp", ".hxx", ".inc")
_UTF_8 = ("LC_ALL", "C.UTF-8")
"""The encoding of all programs: names may have accents, and enraya reads compilers' messages."""
_HEAP_SHARE = 0.7
"""The heap's share of the memory limit; a virtual machine needs the rest for code and stacks."""
_CHECK_SCRIPT = """\
const vm = require("node:vm"), name = process.argv[1];
const source = require("node:fs").readFileSync(name, "utf8").replace(/^#!/, "//");
const isModule = /^\\s*(import|export|await)\\b/m.test(source);
const given = ["exports", "require", "module", "__filename", "__dirname"];
try { vm.compileFunction(source, given, { filename: name }); }
catch (error) {
  if (!isModule) throw error;
  new vm.SourceTextModule(source, { identifier: name });
}
"""
"""Parses a script as node will; ``node --check`` accepts every module, even with syntax errors."""


@dataclass(frozen=True, slots=True)
class Language:
    """How files of one language are checked, compiled and run."""

    name: str
    suffixes: tuple[str, ...]
    tools: tuple[str, ...]
    """The programs that the language needs, all from one package."""
    package: str
    """The Debian package that contains them."""
    build: tuple[str, ...]
    """The command that checks the file and, if the language needs it, compiles it."""
    run: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """The suffixes of files that a source may include; if one changes, it is compiled again."""
    environment: tuple[tuple[str, str], ...] = (_UTF_8,)
    """Environment variables for the compiler and the program."""
    noise: str = ""
    """A regular expression for lines of the compiler's messages that do not help an author."""
    no_main: str = ""
    """A regular expression for what the compiler prints if the program has no main function."""
    how_to_begin: str = ""
    """The declaration of the main function, to tell the author of a program without one."""
    wanted_name: str = ""
    """A regular expression for what the compiler prints if the file must have another name.

    Its group is that name."""
    find_main: Callable[[Path, str, str], str] | None = None
    """Finds the main class, given the folder of the compiled program, what the compiler printed,
    and the author's name for the file."""


_JAVA_BUILD = """\
javac "$@" || exit
cd "$0" && javap -J-Xmx512m -J-XX:-UsePerfData -public *.class | grep -E "^[^ ]|void main"
exit 0
"""
"""Compiles into the first argument, then lists the classes there and their ``main`` functions."""
_JAVA_CLASS = re.compile(r"(public )?(?:[\w-]+ )*(?:class|interface) ([^\s<]+).*\{")
_JAVA_MAIN = re.compile(r"  public static (?:\w+ )*void main\(java\.lang\.String(?:\[\]|\.\.\.)\)")


def find_main_class(built: Path, printed: str, file: str) -> str:
    """The class that ``java`` should run: the one with ``main``, of several the public one.

    The name is empty if no class has a ``main``.

    Raises:
        InvalidSetting: when several classes qualify, or a class is in a package.
    """
    for path in built.rglob("*.class"):
        if path.parent != built:
            package = ".".join(path.parent.relative_to(built).parts)
            raise InvalidSetting(Sentence("language.package", file=repr(file), package=package))
    name, is_public = "", False
    able: dict[str, bool] = {}
    for line in printed.splitlines():
        if found := _JAVA_CLASS.fullmatch(line):
            name, is_public = found[2], bool(found[1])
        elif _JAVA_MAIN.match(line) and "$" not in name:
            able[name] = is_public
    meant = [name for name, is_public in able.items() if is_public] or list(able)
    if len(meant) > 1:
        names = ", ".join(meant)
        raise InvalidSetting(Sentence("language.mains", file=repr(file), names=names))
    return meant[0] if meant else ""


_C_BUILD = ("-O2", "-fmax-errors=8", "-fdiagnostics-color=never", "-iquote", "{home}",
            "-o", "{built}/agent", "{source}", "-lm", "-pthread")  # fmt: skip
_C_NOISE = r"compilation terminated|collect2: error|^\S*/ld: "
_C_NO_MAIN = "undefined reference to `main'"

LANGUAGES: tuple[Language, ...] = (
    Language(
        "Common Lisp",
        (".lisp", ".lsp"),
        tools=("sbcl",),
        package="sbcl",
        build=("sbcl", "--noinform", "--non-interactive", "--no-sysinit", "--no-userinit",
               "--disable-debugger", "--load", "{here}/compile.lisp", "--end-toplevel-options",
               "{source}", "{built}/agent.fasl", "{home}/"),
        run=("sbcl", "--noinform", "--dynamic-space-size", "{heap}MB", "--disable-ldb",
             "--lose-on-corruption", "--non-interactive", "--no-sysinit", "--no-userinit",
             "--disable-debugger", "--load", "{built}/agent.fasl"),
        parts=(".lisp", ".lsp"),
    ),
    Language(
        "C++",
        (".cpp", ".cc", ".cxx"),
        tools=("g++",),
        package="g++",
        build=("g++", "-std=c++20", *_C_BUILD),
        run=("{built}/agent",),
        parts=(*_HEADERS, ".cpp", ".cc", ".cxx"),
        noise=_C_NOISE,
        no_main=_C_NO_MAIN,
        how_to_begin="int main()",
    ),
    Language(
        "C",
        (".c",),
        tools=("gcc",),
        package="gcc",
        build=("gcc", "-std=gnu17", *_C_BUILD),
        run=("{built}/agent",),
        parts=(*_HEADERS, ".c"),
        noise=_C_NOISE,
        no_main=_C_NO_MAIN,
        how_to_begin="int main(void)",
    ),
    Language(
        "Java",
        (".java",),
        tools=("javac", "javap", "java", "sh"),
        package="default-jdk-headless",
        build=("sh", "-c", _JAVA_BUILD, "{built}", "-J-XX:+UseSerialGC",
               "-J-XX:TieredStopAtLevel=1", "-J-XX:-UsePerfData", "-J-Xmx512m",
               "-J-Duser.language=en", "-encoding", "UTF-8", "-proc:none", "-implicit:none",
               "-Xlint:none", "-Xmaxerrs", "8", "-d", "{built}", "{source}"),
        run=("java", "-Xmx{heap}m", "-Xms16m", "-XX:+UseSerialGC", "-XX:-UsePerfData",
             "-Xshare:auto", "-Dfile.encoding=UTF-8", "-cp", "{built}", "{main}"),
        wanted_name=r"is public, should be declared in a file named (\S+\.java)",
        noise=r"^\d+ errors?$",
        how_to_begin="public static void main(String[] arguments)",
        find_main=find_main_class,
    ),
    Language(
        "JavaScript",
        (".js", ".mjs", ".cjs"),
        tools=("node",),
        package="nodejs",
        build=("node", "--no-warnings", "--experimental-vm-modules", "-e", _CHECK_SCRIPT,
               "{source}"),
        run=("node", "--max-old-space-size={heap}", "--stack-trace-limit=5", "{file}"),
        # Node fails if it may not read the configuration of OpenSSL.
        environment=(_UTF_8, ("OPENSSL_CONF", "/dev/null")),
        noise=r"^ +at |^Node\.js v",
    ),
)  # fmt: skip
"""All languages; ``build`` and ``run`` must start with one of the ``tools`` or what was built."""


def language_of(file: Path) -> Language | None:
    """The language of a file, told by its suffix; None for Python.

    Raises:
        InvalidSetting: for an unknown suffix; the message lists the known ones.

    >>> language_of(Path("mine.cpp")).name
    'C++'
    """
    suffix = file.suffix.lower()
    if file.name.endswith(tuple(all_suffixes())):
        return None
    for language in LANGUAGES:
        if suffix in language.suffixes:
            return language
    known = [f"{PYTHON} (Python)"]
    known += [f"{', '.join(language.suffixes)} ({language.name})" for language in LANGUAGES]
    raise InvalidSetting(Sentence("language.unknown", file=repr(str(file)), known=", ".join(known)))


def heap_megabytes(memory_mb: int) -> int:
    """How many megabytes a garbage collector may fill if the whole program has this many."""
    return max(int(_HEAP_SHARE * memory_mb), 16)
