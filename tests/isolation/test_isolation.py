"""Agents from files in separate processes: their faults, and the processes they leave."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from enraya import Position
from enraya.agents import Limit
from enraya.agents.isolated import Allowance, IsolatedAgent, isolation_summary
from enraya.agents.isolated.process import LAUNCHER
from enraya.game.record import Termination
from enraya.isolation.faults import AgentFault
from tests.isolation.support import (  # the fixtures apply to the module
    HELLO,
    LONG,
    MARK,
    SHORT,
    _nothing_is_left,
    fault_of,
    hostile,
    mark,
    processes_with,
    wait_until_left,
    written,
)

__all__ = ["_nothing_is_left", "mark"]


@pytest.mark.parametrize(
    ("name", "termination", "words"),
    [
        ("endless_loop", Termination.TIMEOUT, "no answer in 1.3 s after ''"),
        ("sleeper", Termination.TIMEOUT, "no answer in 1.3 s after ''"),
        ("exception", Termination.EXCEPTION, "ZeroDivisionError: .* (exception.py, line "),
        ("sys_exit", Termination.CRASH, "sys.exit(3) (sys_exit.py, line "),
        ("os_exit", Termination.CRASH, "ended with exit code 0"),
        ("memory_hog", Termination.MEMORY, "MemoryError (memory_hog.py, line "),
        ("illegal_column", Termination.ILLEGAL_MOVE, "answered 8 after ''"),
        ("string_answer", Termination.ILLEGAL_MOVE, "answered 'centre' after ''"),
        ("prints_100_mb", Termination.OUTPUT, "printed more than 1,000,000 bytes; printed: xxx"),
        ("forks", Termination.EXCEPTION, "PermissionError: .* may not start processes"),
        (
            "changes_argument",
            Termination.EXCEPTION,
            "FrozenInstanceError: .* (changes_argument.py, line ",
        ),
        ("import_fails", Termination.IMPORT, "ModuleNotFoundError: .* (import_fails.py, line "),
    ],
)
def test_a_hostile_agent_gets_the_fault_it_caused(
    tmp_path: Path, name: str, termination: Termination, words: str
) -> None:
    limit = SHORT if termination == Termination.TIMEOUT else LONG
    fault = fault_of(hostile(tmp_path, name), limit)
    assert fault.termination == termination, fault.reason
    for part in words.split(" .* "):
        assert part in fault.reason


@pytest.mark.parametrize(
    ("code", "termination", "words"),
    [
        ("return None", Termination.NO_MOVE, "answered None"),
        ("import numpy\n    return numpy.zeros(3)", Termination.ILLEGAL_MOVE, "array"),
        ("import os\n    os.kill(os.getpid(), 15)", Termination.CRASH, "ended by SIGTERM"),
        ("import ctypes\n    ctypes.string_at(0)", Termination.CRASH, "ended by SIGSEGV"),
        ("import os\n    os.abort()", Termination.CRASH, "ended by SIGABRT"),
        ("raise KeyboardInterrupt", Termination.EXCEPTION, "KeyboardInterrupt (mine.py, line 2)"),
        ("return choose(position, limit)", Termination.EXCEPTION, "RecursionError"),
        (
            "import subprocess\n    subprocess.run(['true'])",
            Termination.EXCEPTION,
            "may not start processes",
        ),
        ("import os\n    os.write(4, b'{]\\n')", Termination.CRASH, "the channel of its answers"),
        ("import os\n    os.close(4)", Termination.CRASH, "exit code"),
        (
            "import os\n    os.execvp('true', ['true'])",
            Termination.EXCEPTION,
            "may not start processes",
        ),
        ("print('almost\\nthere')\n    raise ValueError", Termination.EXCEPTION, "almost / there"),
    ],
)
def test_other_faults_have_their_termination_and_reason(
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
        (
            "def prepare(rules):\n    1 / 0\n" + HELLO,
            Termination.IMPORT,
            "ZeroDivisionError: division by zero (mine.py, line 2)",
        ),
    ],
)
def test_a_file_may_fail_before_the_first_move(
    tmp_path: Path, code: str, termination: Termination, words: str
) -> None:
    seconds = 0.5 if termination == Termination.TIMEOUT else 20
    fault = fault_of(written(tmp_path, code), LONG, Allowance(memory_mb=300, load_seconds=seconds))
    assert (fault.termination, words in fault.reason) == (termination, True), fault.reason


def test_forking_while_loading_fails_with_an_ordinary_error(tmp_path: Path) -> None:
    code = "import os\ntry:\n    os.fork()\nexcept PermissionError:\n    pass\n"
    with IsolatedAgent(written(tmp_path, code + HELLO)) as agent:
        assert agent.choose(Position.start(), LONG).move == 4


@pytest.mark.parametrize("name", ["forks", "endless_loop"])
def test_processes_that_are_allowed_end_with_the_agent(
    tmp_path: Path, name: str, mark: str
) -> None:
    agent = IsolatedAgent(hostile(tmp_path, name), allowance=Allowance(processes=True))
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
    assert "no sandbox here" in isolation_summary()
    yield
    LAUNCHER.stop()


@pytest.mark.usefixtures("no_sandbox")
def test_without_a_sandbox_the_limits_hold_as_well(tmp_path: Path, mark: str) -> None:
    for name, kind in (
        ("endless_loop", "timeout"),
        ("prints_100_mb", "output"),
        ("forks", "exception"),
    ):
        limit = SHORT if kind == "timeout" else LONG
        assert fault_of(hostile(tmp_path, name), limit).termination == kind
    spec = hostile(tmp_path, "forks")
    with IsolatedAgent(spec, allowance=Allowance(processes=True)) as agent:
        assert agent.choose(Position.start(), Limit()).move == 1
        assert len(processes_with(mark)) == 4  # fork server, watch, agent, daemon
    assert len(wait_until_left(mark, 1)) == 1


@pytest.mark.usefixtures("no_sandbox")
def test_an_agent_cannot_kill_its_supervisor(tmp_path: Path) -> None:
    code = "import os\ndef choose(p, l):\n    os.kill(os.getppid(), 9)\n    while True: pass\n"
    assert "PermissionError" in fault_of(written(tmp_path, code), LONG).reason


def test_a_sandboxed_agent_sees_no_network_no_processes_and_writes_no_files(tmp_path: Path) -> None:
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
            assert agent.choose(Position.start(), LONG).move == 4


def test_a_killed_fork_server_is_replaced(tmp_path: Path) -> None:
    spec = written(tmp_path, HELLO)
    with IsolatedAgent(spec) as agent:
        agent.start()
        server = LAUNCHER._running().process
        server.kill()
        server.wait()
        with IsolatedAgent(spec) as other:
            assert other.choose(Position.start(), Limit()).move == 4


def test_nothing_survives_the_owner_of_an_agent(tmp_path: Path) -> None:
    code = (
        "from enraya.agents.isolated import Allowance, IsolatedAgent\n"
        "from enraya import Position\nfrom enraya.agents import Limit\n"
        "from enraya.agents.text.spec import parse_spec\n"
        f"forks = parse_spec({hostile(tmp_path, 'forks').text!r})\n"
        "forks = IsolatedAgent(forks, allowance=Allowance(processes=True))\n"
        "forks.choose(Position.start(), Limit())\n"
        f"busy = IsolatedAgent(parse_spec({hostile(tmp_path, 'endless_loop').text!r}))\n"
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
