"""Sound and faulty agents of each language, and the messages for their authors."""

from pathlib import Path

import pytest

from enraya import Position
from enraya.agents import Limit, parse_agent
from enraya.agents.isolated.agent import make_isolated
from enraya.agents.isolated.compiling import BadSource
from enraya.agents.text.spec import parse_spec
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault

pytestmark = pytest.mark.slow

LIMIT = Limit(seconds=60)

FAILS = {
    "mine.lisp": ('(read-line) (error "my own words")\n', "SIMPLE-ERROR: my own words"),
    "mine.cpp": (
        '#include <iostream>\nint main() { std::cin.get(); throw std::string("x"); }\n',
        "std::__cxx11::basic_string",
    ),
    "mine.c": ("#include <stdio.h>\nint main(void) { getchar(); __builtin_trap(); }\n", "SIGILL"),
    "mine.java": (
        "class A { public static void main(String[] a) throws Exception { System.in.read(); "
        'throw new IllegalStateException("my own words"); } }\n',
        "my own words",
    ),
    "mine.js": (
        'process.stdin.on("data", () => { throw new Error("my own words"); });\n',
        "my own words",
    ),
}
"""Programs that fail when they are asked, and what is told of it."""
READS = {
    "mine.lisp": '(read-line) (with-open-file (s "weights.txt") (format t "~a~%" (read-line s)))'
    "(finish-output) (read-line)\n",
    "mine.cpp": "#include <fstream>\n#include <iostream>\nint main() { std::string s; "
    'std::ifstream("weights.txt") >> s; std::cin.get(); std::cout << s << std::endl; '
    "std::cin >> s; }\n",
    "mine.c": '#include <stdio.h>\nint main(void) { int c = fgetc(fopen("weights.txt", "r")); '
    'getchar(); putchar(c); puts(""); fflush(stdout); getchar(); }\n',
    "mine.java": "class A { public static void main(String[] a) throws Exception { "
    'System.in.read(); System.out.println(new java.io.File("weights.txt").exists() '
    '? java.nio.file.Files.readString(java.nio.file.Path.of("weights.txt")).trim() : "none"); '
    "System.in.read(); } }\n",
    "mine.js": 'const { weight } = require("./beside.js");\n'
    'process.stdin.on("data", () => console.log(weight));\n',
}
"""Programs that play the column that stands in a file beside them."""
NAMES = list(FAILS)


def written(folder: Path, name: str, content: str) -> str:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content.encode())
    return f'file:"{folder / name}"'


def asked(spec: str, *, alone: bool = False) -> object:
    """What an agent chooses for its first move."""
    with make_isolated(parse_spec(spec), alone=alone) as agent:
        return agent.choose(Position.start(), LIMIT).move


def fault(spec: str) -> AgentFault:
    with pytest.raises(AgentFault) as raised:
        asked(spec)
    return raised.value


@pytest.mark.parametrize("name", NAMES)
def test_the_error_of_a_failing_program_is_in_the_reason(tmp_path: Path, name: str) -> None:
    source, words = FAILS[name]
    found = fault(written(tmp_path / "agents", name, source))
    assert found.termination is Termination.CRASH
    assert words in found.reason


@pytest.mark.parametrize("name", NAMES)
def test_a_program_reads_the_file_beside_it_unless_it_is_alone(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mis ágentes"
    spec = written(folder, f"mi añagaza (1){Path(name).suffix}", READS[name])
    (folder / "weights.txt").write_text("6\n")
    (folder / "beside.js").write_text("exports.weight = 6;\n")
    assert asked(spec) == 6
    with pytest.raises(AgentFault):
        asked(spec, alone=True)


@pytest.mark.parametrize("name", NAMES)
def test_a_source_that_does_not_compile_is_refused_or_loses(tmp_path: Path, name: str) -> None:
    spec = written(tmp_path / "agents", name, ")(")
    with pytest.raises(BadSource, match=f"'{name}' does not compile:\n"):
        parse_agent(spec)
    found = fault(spec)
    assert found.termination is Termination.IMPORT
    assert found.reason.startswith(f"'{name}' does not compile: {name}:1")
