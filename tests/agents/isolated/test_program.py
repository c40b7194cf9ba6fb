"""Programs as agents: what they receive, when they are ready, how they fail, how they end."""

import sys
import time
from pathlib import Path

import pytest

from enraya import Position
from enraya.agents import Limit
from enraya.agents.isolated import Allowance
from enraya.agents.isolated.lines import Role
from enraya.agents.isolated.program import ProgramAgent
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from enraya.rules import parse_rules
from tests.isolation.support import (  # the fixtures apply to the module
    LONG,
    _nothing_is_left,
    mark,
    processes_with,
    sandboxes,
)

__all__ = ["_nothing_is_left", "mark"]

ANSWERS = "while read moves; do echo 4; done"
QUICK = Allowance(memory_mb=300, load_seconds=2)


mode = sandboxes("full", "landlock")


def shell(script: str, allowance: Allowance = QUICK) -> ProgramAgent:
    return ProgramAgent(["sh", "-c", script], allowance=allowance)


def python(code: str, allowance: Allowance = QUICK) -> ProgramAgent:
    return ProgramAgent([sys.executable, "-c", code], allowance=allowance)


def fault_of(agent: ProgramAgent, limit: Limit = LONG) -> AgentFault:
    """The fault of a program in its first three moves."""
    with agent, pytest.raises(AgentFault) as caught:
        choose_three(agent, limit)
    return caught.value


def choose_three(agent: ProgramAgent, limit: Limit, pause: float = 0) -> None:
    for moves in ("", "47", "4747"):
        agent.choose(Position.parse(moves), limit)
        time.sleep(pause)


@pytest.mark.parametrize(
    ("moves", "rules"), [("2", "classic"), ("11", "boom"), ("1", "classic")], ids=str
)
def test_a_position_from_another_game_restarts_the_program(moves: str, rules: str) -> None:
    with shell("n=0; while read m; do n=$((n + 1)); echo $n; done") as agent:
        assert agent.choose(Position.start(), LONG).move == 1
        assert agent.choose(Position.parse(moves, rules), LONG).move == 1


def test_a_program_is_told_about_its_game() -> None:
    rules = parse_rules("boom")
    limit = Limit(seconds=20, nodes=1000, depth=5)
    code = (
        "import os, sys; input(); print(*(f'{name[7:]}={os.environ[name]};' for name in os.environ "
        "if name.startswith('ENRAYA')), file=sys.stderr); sys.exit(3)"
    )
    agent = ProgramAgent(
        [sys.executable, "-c", code], seed=77, role=Role(rules, 2, limit, reserve=1.5)
    )
    with agent:
        agent.start()
        with pytest.raises(AgentFault) as caught:
            agent.choose(Position.parse("1", rules), limit)
    text = caught.value.reason
    for name, value in {
        "RULES": "boom", "COLUMNS": "7", "ROWS": "7", "SIDE": "2", "SECONDS": "20",
        "RESERVE": "1.5", "NODES": "1000", "DEPTH": "5", "SEED": "77",
    }.items():  # fmt: skip
        assert f"{name}={value};" in text


@pytest.mark.parametrize("name", ["HOME", "SECRET_TOKEN", "ENRAYA_SANDBOX", "USER"])
def test_a_program_does_not_inherit_the_users_environment(
    name: str, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "hush")
    expected = "/tmp" if name == "HOME" and mode == "full" else "none"  # noqa: S108
    script = f'read m; [ "${{{name}:-none}}" = {expected} ] && echo 4; {ANSWERS}'
    with shell(script) as agent:
        assert agent.choose(Position.start(), LONG).move == 4


def test_a_program_that_greets_is_asked_in_json() -> None:
    code = (
        "import json, sys\nprint('enraya 1', flush=True)\n"
        "for line in sys.stdin:\n    asked = json.loads(line)\n"
        "    print(asked['legal'][-1] if asked['seconds'] else 'x', flush=True)\n"
    )
    with python(code) as agent:
        assert agent.choose(Position.start(), LONG).move == 7
        assert agent.choose(Position.parse("71"), LONG).move == 7


@pytest.mark.slow
def test_a_program_that_greets_late_is_asked_again_in_json() -> None:
    code = (
        "import sys, time\ntime.sleep(4)\nprint('enraya 1', flush=True)\n"
        "for line in sys.stdin:\n    if line.startswith('{'): print(5, flush=True)\n"
    )
    with python(code) as agent:
        assert agent.choose(Position.start(), LONG).move == 5
        assert agent.choose(Position.parse("51"), LONG).move == 5


BUSY = "import time\nend = time.monotonic() + 1\nwhile time.monotonic() < end: pass\n"
SLEEPY = "import time\ntime.sleep(1)\n"
IN_A_CHILD = (
    "import os\nif os.fork() == 0:\n    end = __import__('time').monotonic() + 1\n"
    "    while __import__('time').monotonic() < end: pass\n    os._exit(0)\n"
)
REPLIES = "for _ in iter(input, 'x'): print(4, flush=True)\n"


@pytest.mark.parametrize("start", [BUSY, SLEEPY, IN_A_CHILD], ids=["busy", "asleep", "in a child"])
def test_starting_is_not_on_the_clock(start: str, mode: str) -> None:
    if start == IN_A_CHILD and mode == "landlock":
        return
    with python(start + REPLIES, Allowance(load_seconds=30)) as agent:
        agent.start()
        choice = agent.choose(Position.start(), LONG)
    assert choice.seconds is not None
    assert choice.seconds < 0.9, "a second of starting is in it"


@pytest.mark.slow
def test_a_program_that_is_never_ready_starts_up_on_its_own_clock() -> None:
    code = "import time\nend = time.monotonic() + 2\nwhile time.monotonic() < end: pass\n"
    with python(code + REPLIES, Allowance(load_seconds=0.2)) as agent:
        agent.start()
        assert agent.choose(Position.start(), LONG).move == 4


ENDS = "a program must answer until the game is over"
FAILURES = {
    "ends at once": (
        "exit 3", Termination.CRASH, f"exit code 3; it had answered 0 times, and {ENDS}",
    ),
    "ends after a move": ("read m; echo 4", Termination.CRASH, "answered 1 times"),
    "is ended by a signal": ("kill -SEGV $$; sleep 9", Termination.CRASH, "ended by SIGSEGV"),
    "says why it ends": ("echo no luck >&2; exit 1", Termination.CRASH, "printed: no luck"),
    "greets people": (
        "echo Welcome; read m", Termination.ILLEGAL_MOVE, r"printed 'Welcome\n' before",
    ),
    "prompts": ("printf 'move? '; read m", Termination.ILLEGAL_MOVE, "printed 'move? ' before"),
    "prompts later": (
        "read m; echo 4; printf 'move? '; read m; echo 4",
        Termination.ILLEGAL_MOVE,
        "to stderr",
    ),
    "prints two lines": (
        r"while read m; do printf '4\n\n'; done", Termination.ILLEGAL_MOVE, "one line",
    ),
    "floods its answers": ("read m; while :; do printf 44444444; done", Termination.OUTPUT, "1000"),
    "floods its errors": ("while :; do echo xxxxxxxx >&2; done", Termination.OUTPUT, "1,000,000"),
    "leaves the board": (
        "read m; echo 4; read m; echo 8; read m", Termination.ILLEGAL_MOVE, "columns of this board",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("script", "termination", "words"), FAILURES.values(), ids=FAILURES.keys())
def test_a_program_gets_the_fault_it_caused(
    script: str, termination: Termination, words: str
) -> None:
    fault = fault_of(shell(script))
    assert fault.termination == termination, fault.reason
    assert words in fault.reason


def test_the_reason_quotes_the_end_of_its_error_output() -> None:
    code = "import sys\nsys.stderr.write('x' * 5000 + '\\nlast words\\n')\ninput()\nsys.exit(2)"
    reason = fault_of(python(code)).reason
    assert reason.endswith("last words")
    assert 1_500 < len(reason) <= 2_000


def test_a_missing_interpreter_and_a_script_without_one_are_explained(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    for text, words in (
        ("#!/no/such/program\n", "its first line names a program"),
        ("echo 4\n", "a script needs a first line such as #!/bin/sh"),
    ):
        path.write_text(text)
        path.chmod(0o755)
        fault = fault_of(ProgramAgent([str(path)], readable=[str(path)]))
        assert fault.termination == Termination.IMPORT
        assert words in fault.reason


def test_child_processes_are_allowed_only_where_the_sandbox_can_kill_them(mode: str) -> None:
    script = "read m; (echo 4); read m; sleep 0.01 && echo 4; read m"
    if mode == "landlock":
        assert "fork" in fault_of(shell(script)).reason
        return
    with shell(script) as agent:
        for moves in ("", "47"):
            assert agent.choose(Position.parse(moves), LONG).move == 4


def test_processes_that_a_program_leaves_behind_are_killed(mode: str, mark: str) -> None:
    if mode == "landlock":
        return
    daemon = "(trap '' HUP TERM; setsid sleep 99 & sleep 99) & "
    with shell(f"{daemon}{ANSWERS}") as agent:
        agent.choose(Position.start(), LONG)
        assert len(processes_with(mark)) >= 5
    fault = fault_of(shell(f"{daemon}exit 0"))
    assert "exit code 0" in fault.reason


def test_orphans_that_have_ended_do_not_count_as_threads(mode: str) -> None:
    if mode == "landlock":
        return
    starts = "for i in 1 2 3 4 5; do for j in 1 2 3 4 5 6; do (true &); done; sleep 0.1; done"
    with shell(f"while read m; do {starts}; echo 4; done") as agent:
        choose_three(agent, LONG)


COUNTS_ALWAYS = (
    "import mmap, os, struct, sys\nfile = open('/tmp/count', 'wb+')\n"
    "file.truncate(8)\nshared = mmap.mmap(file.fileno(), 8)\n"
    "if os.fork() == 0:\n"
    "    if os.fork():\n        os._exit(0)\n"
    "    os.setsid()\n    os.close(0), os.close(1)\n"
    "    while True: shared[:] = struct.pack('q', struct.unpack('q', shared)[0] + 1)\n"
    "for line in sys.stdin:\n"
    "    print(struct.unpack('q', shared)[0], file=sys.stderr, flush=True)\n"
    "    print(4 if len(line) < 5 else 'no', flush=True)\n"
)


def test_child_processes_are_stopped_on_the_opponents_time(mode: str) -> None:
    if mode == "landlock":
        return
    allowance = Allowance(memory_mb=300, load_seconds=0.5)  # a child that is always busy
    with python(COUNTS_ALWAYS, allowance) as agent, pytest.raises(AgentFault) as caught:
        choose_three(agent, LONG, pause=1)
    counts = [int(part) for part in caught.value.reason.rpartition(": ")[2].split(" / ")]
    assert len(counts) == 3
    per_second = counts[0] / 0.5
    assert counts[2] - counts[0] < 0.5 * per_second, counts


def test_memory_of_children_counts_and_shared_memory_counts_once(mode: str) -> None:
    if mode == "landlock":
        return
    code = (
        "import mmap, os, sys, time\n"
        "def hoard(size):\n"
        "    hoard = mmap.mmap(-1, size << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
        "    for place in range(0, len(hoard), 4096): hoard[place] = 1\n    return hoard\n"
        "if sys.argv[1] == 'shared': kept = hoard(150)\n"
        "for _ in range(3):\n    if os.fork() == 0:\n"
        "        if sys.argv[1] == 'own': kept = hoard(150)\n        time.sleep(99)\n"
        "time.sleep(1)\nfor _ in iter(input, 'x'): print(4, flush=True)\n"
    )
    allowance = Allowance(memory_mb=300)
    with ProgramAgent([sys.executable, "-c", code, "shared"], allowance=allowance) as agent:
        assert agent.choose(Position.start(), LONG).move == 4
    fault = fault_of(ProgramAgent([sys.executable, "-c", code, "own"], allowance=allowance))
    assert fault.termination == Termination.MEMORY
    assert fault.reason == "used more than its 300 MB of memory"


def test_a_program_reads_the_file_beside_it_if_it_sees_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "mi agenté"
    folder.mkdir()
    program = folder / "mine é"
    program.write_text(
        "#!/bin/sh\nwhile read m; do c=1; { read c < column; } 2>/dev/null; echo $c; done\n"
    )
    program.chmod(0o755)
    (folder / "column").write_text("6\n")
    monkeypatch.chdir(folder)
    for readable, move in ((folder, 6), (program, 1)):
        with ProgramAgent(["./mine é"], readable=[str(readable)]) as agent:
            assert agent.choose(Position.start(), LONG).move == move
