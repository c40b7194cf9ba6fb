"""Agents from files, in processes of their own: what they do wrong, and what is left of them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from enraya import InvalidSetting, Position, UnknownName, parse_rules
from enraya.agents import Limit
from enraya.agents.isolated import (
    Allowance,
    IsolatedAgent,
    check_files,
    isolation_summary,
    needs_isolation,
)
from enraya.agents.isolated.agent import LAUNCHER
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault

HOSTILE = Path(__file__).parent / "hostile"
MARK = "ENRAYA_TEST_MARK"
SHORT = Limit(seconds=0.3)
LONG = Limit(seconds=30)
"""For agents that answer at once, on a busy machine."""
SMALL = Allowance(memory_mb=300)
HELLO = "def choose(position, limit):\n    return 4\n"


def processes_with(mark: str) -> list[int]:
    """The living processes with this text in their environment."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            environment = (entry / "environ").read_bytes() if entry.name.isdecimal() else b""
            if f"{MARK}={mark}".encode() in environment:
                found.append(int(entry.name))
        except OSError:
            continue  # ended meanwhile, or is not ours
    return found


def wait_until_left(mark: str, expected: int) -> list[int]:
    """What is left once no more than expected is, or after a while."""
    deadline = time.monotonic() + 20
    while len(processes_with(mark)) > expected and time.monotonic() < deadline:
        time.sleep(0.02)
    return processes_with(mark)


@pytest.fixture(scope="module", autouse=True)
def mark() -> Iterator[str]:
    """A text that every process of these agents has in its environment."""
    text = uuid4().hex
    LAUNCHER.stop()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(MARK, text)
        yield text
        LAUNCHER.stop()
        assert wait_until_left(text, 0) == []


@pytest.fixture(autouse=True)
def _nothing_is_left(mark: str) -> Iterator[None]:
    yield
    left = wait_until_left(mark, 1)
    assert len(left) <= 1, "more than the fork server is left"


def written(folder: Path, code: str) -> str:
    path = folder / "mine.py"
    path.write_text(code)
    return f"file:{path}"


def fault_of(spec: str, limit: Limit = SHORT, allowance: Allowance = SMALL) -> AgentFault:
    """What an agent is blamed for when asked for a first move."""
    with IsolatedAgent(spec, 1, allowance=allowance) as agent, pytest.raises(AgentFault) as caught:
        agent.choose(Position.start(), limit)
    return caught.value


@pytest.mark.parametrize(
    ("name", "termination", "words"),
    [
        ("endless_loop", Termination.TIMEOUT, "no answer in 0.55 s after ''"),
        ("sleeper", Termination.TIMEOUT, "no answer in 0.55 s after ''"),
        ("exception", Termination.EXCEPTION, "ZeroDivisionError: .* (exception.py, line 9)"),
        ("sys_exit", Termination.CRASH, "sys.exit(3) (sys_exit.py, line 11)"),
        ("os_exit", Termination.CRASH, "ended itself with exit code 0"),
        ("memory_hog", Termination.MEMORY, "MemoryError (memory_hog.py, line 12)"),
        ("illegal_column", Termination.ILLEGAL_MOVE, "answered 8 after ''"),
        ("string_answer", Termination.ILLEGAL_MOVE, "answered 'centre' after ''"),
        ("prints_100_mb", Termination.OUTPUT, "printed more than 1,000,000 bytes; printed: xxx"),
        ("forks", Termination.CRASH, "tried to start another process"),
        ("changes_argument", Termination.EXCEPTION, "FrozenInstanceError: .* line 9)"),
        ("import_fails", Termination.IMPORT, "ModuleNotFoundError: .* (import_fails.py, line 3)"),
    ],
)
def test_a_hostile_agent_is_blamed_for_what_it_did(
    name: str, termination: Termination, words: str
) -> None:
    limit = SHORT if termination == Termination.TIMEOUT else LONG
    fault = fault_of(f"file:{HOSTILE / name}.py", limit)
    assert fault.termination == termination, fault.reason
    for part in words.split(" .* "):
        assert part in fault.reason


@pytest.mark.parametrize(
    ("code", "termination", "words"),
    [
        ("return None", Termination.NO_MOVE, "answered None"),
        ("return True", Termination.ILLEGAL_MOVE, "answered True"),
        ("return [4]", Termination.ILLEGAL_MOVE, "answered [4]"),
        ("import numpy\n    return numpy.zeros(3)", Termination.ILLEGAL_MOVE, "array"),
        ("return 4.5", Termination.ILLEGAL_MOVE, "answered 4.5"),
        ("import os\n    os.kill(os.getpid(), 9)", Termination.CRASH, "ended by SIGKILL"),
        ("import ctypes\n    ctypes.string_at(0)", Termination.CRASH, "ended by SIGSEGV"),
        ("import os\n    os.abort()", Termination.CRASH, "ended by SIGABRT"),
        ("raise KeyboardInterrupt", Termination.EXCEPTION, "KeyboardInterrupt (mine.py, line 2)"),
        ("return choose(position, limit)", Termination.EXCEPTION, "RecursionError"),
        ("import subprocess\n    subprocess.run(['true'])", Termination.CRASH, "another process"),
        ("import os\n    os.write(3, b'{]\\n')", Termination.CRASH, "the line of its answers"),
        ("import os\n    os.close(3)", Termination.CRASH, "exit code"),
        ("import os\n    os.execvp('true', ['true'])", Termination.CRASH, "exit code 0"),
        ("print('almost\\nthere')\n    raise ValueError", Termination.EXCEPTION, "almost / there"),
    ],
)
def test_what_else_can_go_wrong_is_named(
    tmp_path: Path, code: str, termination: Termination, words: str
) -> None:
    spec = written(tmp_path, f"def choose(position, limit):\n    {code}\n")
    fault = fault_of(spec, LONG)
    assert (fault.termination, words in fault.reason) == (termination, True), fault.reason


@pytest.mark.parametrize(
    ("code", "termination", "words"),
    [
        ("while True:\n    pass\n", Termination.TIMEOUT, "no answer in 0.5 s while loading"),
        ("hoard = bytearray(10**9)\n", Termination.MEMORY, "MemoryError (mine.py, line 1)"),
        ("import sys\nsys.exit('no')\n", Termination.IMPORT, "sys.exit('no') (mine.py, line 2)"),
        ("import os\nos._exit(4)\n", Termination.CRASH, "exit code 4"),
        (
            "while True:\n    print('x' * 5_000)\n",
            Termination.OUTPUT,
            "printed more than 1,000,000",
        ),
        ("def broken(:\n", Termination.IMPORT, "SyntaxError"),
        ("x = 1\n", Termination.IMPORT, "holds no agent"),
    ],
)
def test_a_file_may_fail_before_the_first_move(
    tmp_path: Path, code: str, termination: Termination, words: str
) -> None:
    seconds = 0.5 if termination == Termination.TIMEOUT else 20
    fault = fault_of(written(tmp_path, code), LONG, Allowance(memory_mb=300, load_seconds=seconds))
    assert (fault.termination, words in fault.reason) == (termination, True), fault.reason


def test_an_attempt_to_fork_while_loading_fails_like_any_call(tmp_path: Path) -> None:
    code = "import os\ntry:\n    os.fork()\nexcept PermissionError:\n    pass\n"
    with IsolatedAgent(written(tmp_path, code + HELLO)) as agent:
        assert agent.choose(Position.start(), Limit()).move == 4


@pytest.mark.parametrize("name", ["forks", "endless_loop"])
def test_processes_that_are_allowed_end_with_the_agent(name: str, mark: str) -> None:
    agent = IsolatedAgent(f"file:{HOSTILE / name}.py", allowance=Allowance(processes=True))
    if name == "forks":
        assert agent.choose(Position.start(), Limit()).move == 1
        assert len(processes_with(mark)) == 4  # fork server, watch, agent, daemon
    else:
        with pytest.raises(AgentFault, match="timeout"):
            agent.choose(Position.start(), SHORT)
    agent.close()


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Agents as on a system without namespaces."""
    LAUNCHER.stop()
    monkeypatch.setenv("ENRAYA_SANDBOX", "off")
    assert "no sandbox here (ENRAYA_SANDBOX is off)" in isolation_summary()
    yield
    LAUNCHER.stop()


@pytest.mark.usefixtures("no_sandbox")
def test_without_a_sandbox_the_limits_hold_as_well(mark: str) -> None:
    for name, kind in (
        ("endless_loop", "timeout"),
        ("prints_100_mb", "output"),
        ("forks", "crash"),
    ):
        limit = SHORT if kind == "timeout" else LONG
        assert fault_of(f"file:{HOSTILE / name}.py", limit).termination == kind
    with IsolatedAgent(f"file:{HOSTILE}/forks.py", allowance=Allowance(processes=True)) as agent:
        assert agent.choose(Position.start(), Limit()).move == 1
        assert len(processes_with(mark)) == 4  # fork server, watch, agent, daemon
    assert len(wait_until_left(mark, 1)) == 1


@pytest.mark.usefixtures("no_sandbox")
def test_an_agent_that_ends_its_watch_ends_itself(tmp_path: Path) -> None:
    code = "import os\ndef choose(p, l):\n    os.kill(os.getppid(), 9)\n    while True: pass\n"
    fault = fault_of(written(tmp_path, code), LONG)
    assert (fault.termination, "watches it" in fault.reason) == (Termination.CRASH, True)


def test_a_sandboxed_agent_sees_no_network_no_processes_and_writes_no_files(
    tmp_path: Path,
) -> None:
    if "no sandbox here" in isolation_summary() and "ENRAYA_CI" not in os.environ:
        pytest.skip(isolation_summary())  # not every system offers one; CI's must
    code = (
        "import os, socket, tempfile\n"
        "def refused(action):\n"
        "    try:\n        action()\n    except OSError:\n        return 1\n    return 0\n"
        "def choose(position, limit):\n"
        "    with tempfile.TemporaryFile() as scratch:\n        scratch.write(b'x')\n"
        "    count = refused(lambda: open(__file__, 'a'))\n"
        "    count += refused(lambda: socket.create_connection(('127.0.0.1', PORT), 1))\n"
        "    count += refused(lambda: os.kill(OWNER, 0))\n"
        "    return 1 + count\n"
    )
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        code = code.replace("PORT", str(port)).replace("OWNER", str(os.getpid()))
        with IsolatedAgent(written(tmp_path, code)) as agent:
            assert agent.choose(Position.start(), Limit()).move == 4


def test_threads_are_allowed(tmp_path: Path) -> None:
    code = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "def choose(position, limit):\n"
        "    with ThreadPoolExecutor(4) as pool:\n"
        "        return max(pool.map(int, '1234'))\n"
    )
    with IsolatedAgent(written(tmp_path, code), allowance=SMALL) as agent:
        assert agent.choose(Position.start(), Limit()).move == 4


def test_ordinary_prints_do_no_harm(tmp_path: Path) -> None:
    code = "def choose(position, limit):\n    print('{\"choice\": 1}', flush=True)\n    return 4\n"
    with IsolatedAgent(written(tmp_path, code)) as agent:
        assert [agent.choose(Position.start(), LONG).move for _ in range(3)] == [4, 4, 4]


def test_the_position_an_agent_spoils_is_its_own(tmp_path: Path) -> None:
    code = (
        "def choose(position, limit):\n"
        "    object.__setattr__(position, 'moves', '4444')\n"
        "    return 4\n"
    )
    position = Position.parse("44")
    with IsolatedAgent(written(tmp_path, code)) as agent:
        assert agent.choose(position, LONG).move == 4
        assert agent.choose(position, LONG).move == 4
    assert (position.moves, position.is_over) == ("44", False)


def test_nothing_is_carried_over_to_the_next_game(tmp_path: Path) -> None:
    code = "calls = []\ndef choose(p, l):\n    calls.append(p)\n    return len(calls)\n"
    for _ in range(2):
        with IsolatedAgent(written(tmp_path, code)) as agent:
            assert [agent.choose(Position.start(), Limit()).move for _ in range(2)] == [1, 2]


def test_the_seed_decides_what_a_file_draws(tmp_path: Path) -> None:
    code = (
        "import random, numpy\n"
        "def choose(position, limit):\n"
        "    return int(random.choice((0, 2, 4)) + numpy.random.randint(1, 3))\n"
    )
    spec = written(tmp_path, code)

    def moves(seed: int) -> list[object]:
        with IsolatedAgent(spec, seed) as agent:
            return [agent.choose(Position.start(), Limit()).move for _ in range(12)]

    assert moves(5) == moves(5) != moves(6)


def test_a_heuristic_of_a_file_is_isolated_too(tmp_path: Path) -> None:
    path = tmp_path / "taste.py"
    path.write_text("def heuristic(position):\n    return len(position.moves) / 0\n")
    fault = fault_of(f"alphabeta(depth=2, eval=file:{path})", LONG)
    assert fault.termination == Termination.EXCEPTION
    assert "ZeroDivisionError: division by zero (taste.py, line 2)" in fault.reason


def test_a_compiled_heuristic_of_a_file_plays(tmp_path: Path) -> None:
    code = (
        "from enraya.heuristics.userfile import heuristic\n"
        "@heuristic(compiled=True)\n"
        "def taste(context, board, player):\n    return 1.5\n"
    )
    with IsolatedAgent(written(tmp_path, code)) as agent:
        assert agent.choose(Position.parse("414141"), LONG).move == 4


def test_what_an_agent_says_of_its_move_arrives(tmp_path: Path) -> None:
    path = tmp_path / "taste.py"
    path.write_text("def heuristic(position):\n    return 1.0\n")
    with IsolatedAgent(f"alphabeta(depth=2, eval=file:{path})") as agent:
        choice = agent.choose(Position.parse("4"), Limit())
    assert choice.nodes
    assert choice.depth == 2
    assert choice.seconds is not None
    assert choice.line == str(choice.move)


def test_a_kaggle_agent_refuses_other_rules_before_the_game(tmp_path: Path) -> None:
    spec = written(tmp_path, "def agent(observation, configuration):\n    return 3\n")
    agent = IsolatedAgent(spec, rules=parse_rules("boom"))
    with pytest.raises(AgentFault, match=r"import: .*classic games only"):
        agent.start()


def test_an_agent_that_failed_is_not_asked_again() -> None:
    agent = IsolatedAgent(f"file:{HOSTILE}/exception.py")
    for _ in range(2):
        with pytest.raises(AgentFault, match="ZeroDivisionError"):
            agent.choose(Position.start(), LONG)
    agent.close()
    agent.close()


def test_a_closed_agent_says_so(tmp_path: Path) -> None:
    agent = IsolatedAgent(written(tmp_path, HELLO))
    agent.choose(Position.start(), Limit())
    agent.close()
    with pytest.raises(AgentFault, match="closed"):
        agent.choose(Position.start(), Limit())


def test_two_agents_play_side_by_side(tmp_path: Path) -> None:
    spec = written(tmp_path, HELLO)
    with IsolatedAgent(spec) as one, IsolatedAgent(f"file:{HOSTILE}/endless_loop.py") as two:
        one.start()
        with pytest.raises(AgentFault, match="timeout"):
            two.choose(Position.start(), SHORT)
        assert one.choose(Position.start(), Limit()).move == 4


def test_a_killed_fork_server_is_replaced(tmp_path: Path) -> None:
    spec = written(tmp_path, HELLO)
    with IsolatedAgent(spec) as agent:
        agent.start()
        server = LAUNCHER._running().process
        server.kill()
        server.wait()
        with IsolatedAgent(spec) as other:
            assert other.choose(Position.start(), Limit()).move == 4


def test_nothing_survives_the_owner_of_an_agent() -> None:
    code = (
        "from enraya.agents.isolated import Allowance, IsolatedAgent\n"
        "from enraya import Position\nfrom enraya.agents import Limit\n"
        f"forks = IsolatedAgent('file:{HOSTILE}/forks.py', allowance=Allowance(processes=True))\n"
        "forks.choose(Position.start(), Limit())\n"
        f"busy = IsolatedAgent('file:{HOSTILE}/endless_loop.py')\n"
        "busy.start()\nprint('ready', flush=True)\nbusy.choose(Position.start(), Limit())\n"
    )
    text = uuid4().hex
    command = [sys.executable, "-c", code]
    environment = os.environ | {MARK: text}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        assert len(processes_with(text)) == 7  # with the fork server and the daemon
        process.send_signal(signal.SIGKILL)
    assert wait_until_left(text, 0) == []


def test_agents_that_run_a_users_file_need_isolation() -> None:
    assert needs_isolation(" file:a (copy).py ")
    assert needs_isolation("alphabeta(depth=3, eval=file:a.py)")
    assert not needs_isolation("alphabeta(depth=3, eval=threats)")
    assert not needs_isolation("alphabeta(")


def test_a_missing_file_is_named_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match=r"there is no file 'absent\.py'"):
        check_files("greedy(eval=file:absent.py)")
    with pytest.raises(UnknownName, match="alphabet"):
        check_files(f"alphabet(eval={written(tmp_path, HELLO)})")
    check_files(written(tmp_path, "1 / 0"))
