"""The languages other than Python in which an agent's file may be written, one row each.

A row's argument lists have these placeholders::

    {source}  the file to compile: a copy in the folder that is built, under the author's name
    {built}   that folder
    {home}    the folder of the author's file
    {file}    the author's file itself
    {heap}    the megabytes a garbage collector may fill
    {main}    what `Language.find_main` found
    {here}    the folder of this module
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
"""Names may have accents, and enraya reads what compilers print."""
_HEAP_SHARE = 0.7
"""The share of the memory limit: a virtual machine needs the rest for code and stacks."""
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
"""Reads a script as node will: ``node --check`` passes every module, however wrong."""


@dataclass(frozen=True, slots=True)
class Language:
    """How files of one language are checked, compiled and run."""

    name: str
    suffixes: tuple[str, ...]
    tools: tuple[str, ...]
    """The programs it needs, all of the one package."""
    package: str
    """The Debian package that has them."""
    build: tuple[str, ...]
    """What checks the file, and compiles it if it has to be."""
    run: tuple[str, ...]
    parts: tuple[str, ...] = ()
    """How the names of files end that a source may include: a change there compiles anew."""
    environment: tuple[tuple[str, str], ...] = (_UTF_8,)
    """The variables of compiler and program."""
    noise: str = ""
    """A regular expression of lines in the compiler's messages that tell an author nothing."""
    no_main: str = ""
    """What the compiler says, as a regular expression, when the program has no beginning."""
    how_to_begin: str = ""
    """The beginning that such a program lacks."""
    wanted_name: str = ""
    """What the compiler says when the file must have another name, which is the group."""
    find_main: Callable[[Path, str, str], str] | None = None
    """Where the program begins, from the folder that was built, what the compiler printed, and the
    author's name for the file."""


_JAVA_BUILD = """\
javac "$@" || exit
cd "$0" && javap -J-Xmx512m -J-XX:-UsePerfData -public *.class | grep -E "^[^ ]|void main"
exit 0
"""
"""Compiles into the first argument, then lists the classes there and their functions ``main``."""
_JAVA_CLASS = re.compile(r"(public )?(?:[\w-]+ )*(?:class|interface) ([^\s<]+).*\{")
_JAVA_MAIN = re.compile(r"  public static (?:\w+ )*void main\(java\.lang\.String(?:\[\]|\.\.\.)\)")


def find_main_class(built: Path, printed: str, file: str) -> str:
    """The class that ``java`` runs: the one with ``main``, of several the public one; "" if none.

    Raises:
        InvalidSetting: when several could be meant, or a class is in a package.
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
        environment=(_UTF_8, ("OPENSSL_CONF", "/dev/null")),  # it fails where it may not read one
        noise=r"^ +at |^Node\.js v",
    ),
)  # fmt: skip
"""Every language; the first program of a row's lists must be one of its tools, or built."""


def language_of(file: Path) -> Language | None:
    """The language of a file by the end of its name; None for Python.

    Raises:
        InvalidSetting: for a name that says nothing, with those that would.

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
    """How much a garbage collector may fill where the whole program has this much memory."""
    return max(int(_HEAP_SHARE * memory_mb), 16)
