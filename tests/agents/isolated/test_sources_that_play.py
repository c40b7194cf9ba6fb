"""Agents of each language that play, well or badly, and what their authors read."""

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

LOOPS = {
    "mine.lisp": """
(loop while (read-line *standard-input* nil) do
  (dolist (code '(CODES)) (write-char (code-char code)))
  (finish-output)
  AFTER)
""",
    "mine.cpp": """
#include <iostream>
#include <string>
int main() {
  for (std::string line; std::getline(std::cin, line);) {
    for (int code : {CODES}) std::cout.put(code);
    std::cout.flush();
    AFTER
  }
}
""",
    "mine.c": """
#include <stdio.h>
int main(void) {
  char line[200];
  while (fgets(line, 200, stdin)) {
    int codes[] = {CODES};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) putchar(codes[i]);
    fflush(stdout);
    AFTER
  }
}
""",
    "mine.java": """
import java.io.*;
public class Player {
  public static void main(String[] arguments) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    while (lines.readLine() != null) {
      for (int code : new int[] {CODES}) System.out.write(code);
      System.out.flush();
      AFTER
    }
  }
}
""",
    "mine.js": """
require("node:readline").createInterface({ input: process.stdin }).on("line", () => {
  process.stdout.write(Buffer.from([CODES]));
  AFTER
});
""",
}
"""Programs that answer every line with the same bytes, then do something else."""

FAILS = {
    "mine.lisp": ('(error "my own words")', "SIMPLE-ERROR: my own words"),
    "mine.cpp": ('throw std::string("x");', "std::__cxx11::basic_string"),
    "mine.c": ("__builtin_trap();", "SIGILL"),
    "mine.java": ('if (true) throw new IllegalStateException("my own words");', "my own words"),
    "mine.js": ('throw new Error("my own words");', "my own words"),
}
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
NAMES = list(LOOPS)


def source(name: str, answer: bytes, after: str = "") -> str:
    separator = " " if name.endswith(".lisp") else ", "
    codes = separator.join(map(str, answer))
    return LOOPS[name].replace("CODES", codes).replace("AFTER", after)


def written(folder: Path, name: str, content: str) -> str:
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(content.encode())
    return f'file:"{folder / name}"'


def choices(spec: str, count: int = 2) -> list[object]:
    """What an agent chooses in a game in which its opponent plays in the first column."""
    position = Position.start()
    moves: list[object] = []
    with make_isolated(parse_spec(spec)) as agent:
        for _ in range(count):
            moves.append(agent.choose(position, LIMIT).move)
            position = position.play(agent_move(moves[-1])).play(1)
    return moves


def agent_move(move: object) -> int:
    assert isinstance(move, int)
    return move


def fault(spec: str) -> AgentFault:
    with pytest.raises(AgentFault) as raised:
        choices(spec)
    return raised.value


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("answer", [b"4\n", b" 4 \r\n"])
def test_a_column_in_a_line_is_a_move(tmp_path: Path, name: str, answer: bytes) -> None:
    spec = written(tmp_path / "agents", name, source(name, answer).replace("\n", "\r\n"))
    assert choices(spec, 3) == [4, 4, 4]


@pytest.mark.parametrize("name", NAMES)
def test_what_a_program_fails_with_is_in_the_reason(tmp_path: Path, name: str) -> None:
    after, words = FAILS[name]
    found = fault(written(tmp_path / "agents", name, source(name, b"4\n", after)))
    assert found.termination is Termination.CRASH
    assert words in found.reason


@pytest.mark.parametrize("name", NAMES)
def test_a_program_reads_the_file_beside_it_unless_it_is_alone(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mis ágentes"
    spec = written(folder, f"mi añagaza (1){Path(name).suffix}", READS[name])
    (folder / "weights.txt").write_text("6\n")
    (folder / "beside.js").write_text("exports.weight = 6;\n")
    assert choices(spec, 1) == [6]
    with (
        make_isolated(parse_spec(spec), alone=True) as agent,
        pytest.raises(AgentFault),
    ):
        agent.choose(Position.start(), LIMIT)


@pytest.mark.parametrize("name", NAMES)
def test_a_source_that_does_not_compile_is_refused_or_loses(tmp_path: Path, name: str) -> None:
    spec = written(tmp_path / "agents", name, ")(")
    with pytest.raises(BadSource, match=f"'{name}' does not compile:\n"):
        parse_agent(spec)
    found = fault(spec)
    assert found.termination is Termination.IMPORT
    assert found.reason.startswith(f"'{name}' does not compile: {name}:1")
