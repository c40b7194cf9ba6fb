"""Agents that break the protocol, hoard or cheat: each ends in time with the right fault."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from enraya import Position
from enraya.agents import Limit
from enraya.agents.isolated import Allowance, IsolatedAgent
from enraya.game.record import Termination
from enraya.isolation.consumption import processor_seconds
from enraya.isolation.faults import AgentFault
from tests.isolation import support
from tests.isolation.support import (  # the fixtures apply to the module
    HELLO,
    LONG,
    SHORT,
    SMALL,
    _nothing_is_left,
    mark,
    processes_named,
    processes_with,
    sandboxes,
    written,
)

__all__ = ["_nothing_is_left", "mark"]

CHOOSE = "def choose(position, limit):\n"


mode = sandboxes("full", "landlock")


def fault_of(
    folder: Path, code: str, limit: Limit = LONG, allowance: Allowance = SMALL
) -> AgentFault:
    """The fault of an agent."""
    return support.fault_of(written(folder, code), limit, allowance)


HANGING = {
    "closes its answers and sleeps": "import os, time\n    os.close(4)\n    time.sleep(99)",
    "closes its questions and sleeps": "import os, time\n    os.close(3)\n    time.sleep(99)",
    "closes everything and sleeps": "import os, time\n    os.closerange(0, 99)\n    time.sleep(99)",
    "stops itself": "import os\n    os.kill(os.getpid(), 19)",
    "answers half a line": "import os, time\n    os.write(4, b'{')\n    time.sleep(99)",
    "ignores every signal": (
        "import signal\n    for n in range(1, 32):\n"
        "        if n not in (9, 19): signal.signal(n, signal.SIG_IGN)\n    while True: pass"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("code", HANGING.values(), ids=HANGING.keys())
def test_waiting_for_a_move_times_out(tmp_path: Path, code: str) -> None:
    fault = fault_of(tmp_path, f"{CHOOSE}    {code}\n", SHORT)
    assert fault.termination == Termination.TIMEOUT, fault.reason


@pytest.mark.parametrize("code", HANGING.values(), ids=HANGING.keys())
def test_waiting_for_a_file_to_load_times_out(tmp_path: Path, code: str) -> None:
    source = "if True:\n    " + code + "\n"
    fault = fault_of(tmp_path, source, allowance=Allowance(memory_mb=300, load_seconds=0.3))
    assert fault.termination == Termination.TIMEOUT, fault.reason


FORGED = {
    "a megabyte without an end": "b'x' * 2**20",
    "deep brackets": "b'[' * 60_000 + b'\\n'",
    "no JSON": "b'4\\x00\\xff\\n'",
    "a number": "b'4\\n'",
    "nothing but an end of line": "b'\\n'",
    "an unknown field": "b'{\"move\": 4}\\n'",
    "a fault that only others can tell": 'b\'{"fault": "timeout", "reason": ""}\\n\'',
    "a win": 'b\'{"fault": "line", "reason": ""}\\n\'',
    "a fault of another type": 'b\'{"fault": [1], "reason": 5}\\n\'',
    "a reason of another type": 'b\'{"fault": "crash", "reason": {}}\\n\'',
    "a count of another type": ('b\'{"choice": {"move": 4, "line": "", "nodes": "many"}}\\n\''),
    "a line of another type": 'b\'{"choice": {"move": 4, "line": 5}}\\n\'',
    "a choice of another type": "b'{\"choice\": [4]}\\n'",
    "two answers": 'b\'{"choice": {"move": 4, "line": ""}}\\n{}\\n\'',
}


@pytest.mark.parametrize("data", FORGED.values(), ids=FORGED.keys())
def test_a_forged_answer_is_not_accepted(tmp_path: Path, data: str) -> None:
    code = f"{CHOOSE}    import os, time\n    os.write(4, {data})\n    time.sleep(99)\n"
    fault = fault_of(tmp_path, code)
    assert (fault.termination, fault.reason) == (
        Termination.CRASH,
        "wrote into the channel of its answers",
    )


@pytest.mark.parametrize(
    ("code", "words"),
    [
        (r"raise ValueError('\ud800\x1b[2J')", r"ValueError: \ud800\x1b[2J (mine.py, line 2)"),
        ("raise ValueError('x' * 10**6)", "ValueError: xxx"),
        ("from enraya.agents import Choice\n    return Choice(4, nodes=10**30)", "nodes outside 0"),
        ("from enraya.agents import Choice\n    return Choice(4, nodes=-1)", "nodes outside 0"),
        ("from enraya.agents import Choice\n    return Choice(4, nodes='many')", "ValueError"),
        ("from enraya.agents import Choice\n    return Choice(4, score=10**400)", "OverflowError"),
        ("from enraya.agents import Choice\n    return Choice(4, line='4' * 9999)", "the line"),
        ("from enraya.agents import Choice\n    return Choice(4, line='\\x1b')", "the line"),
        (r"print('\x1b[31mred\x07'); raise ValueError", r"printed: \x1b[31mred\x07"),
    ],
)
def test_text_of_an_agent_is_made_safe_to_print(tmp_path: Path, code: str, words: str) -> None:
    fault = fault_of(tmp_path, f"{CHOOSE}    {code}\n")
    assert fault.termination == Termination.EXCEPTION
    assert words in fault.reason
    assert fault.reason.isprintable()
    assert len(fault.reason) <= 2_000


@pytest.mark.parametrize(
    "code",
    [
        "hoard = bytearray(10**9)",
        "import mmap\n    hoard = mmap.mmap(-1, 2**30)\n    hoard.write(b'x' * 2**29)",
        "hoard = []\n    while True: hoard.append(bytearray(10**6))",
    ],
)
def test_memory_is_limited(tmp_path: Path, code: str) -> None:
    fault = fault_of(tmp_path, f"{CHOOSE}    {code}\n")
    assert fault.termination in (Termination.MEMORY, Termination.EXCEPTION), fault.reason
    assert "emory" in fault.reason


def test_the_memory_of_all_its_processes_counts(tmp_path: Path, mode: str) -> None:
    code = (
        f"{CHOOSE}    import mmap, os, time\n"
        "    for _ in range(3):\n"
        "        if os.fork() == 0: break\n"
        "    hoard = mmap.mmap(-1, 200 * 2**20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\n"
        "    for i in range(0, len(hoard), 4096): hoard[i] = 1\n"
        "    time.sleep(99)\n"
    )
    fault = fault_of(tmp_path, code, allowance=Allowance(memory_mb=300, processes=True))
    if mode == "landlock":
        assert "may not start processes" in fault.reason
    else:
        assert fault.termination == Termination.MEMORY
        assert fault.reason == "used more than its 300 MB of memory"


def test_threads_are_limited(tmp_path: Path) -> None:
    code = (
        f"{CHOOSE}    import threading, time\n    threading.stack_size(65536)\n"
        "    while True: threading.Thread(target=time.sleep, args=(99,), daemon=True).start()\n"
    )
    fault = fault_of(tmp_path, code)
    assert "threads" in fault.reason or "thread" in fault.reason


def test_the_scratch_folder_is_limited(tmp_path: Path, mode: str) -> None:
    code = (
        f"{CHOOSE}    import tempfile\n    files = []\n"
        "    while True:\n        files.append(tempfile.TemporaryFile())\n"
        "        files[-1].write(b'x' * 10**7)\n        files[-1].flush()\n"
    )
    fault = fault_of(tmp_path, code)
    words = "No space left" if mode == "full" else "temporary directory"
    assert fault.termination == Termination.EXCEPTION, fault.reason
    assert words in fault.reason


THINKS_ALWAYS = (
    "import threading, time\n"
    "def think():\n    while True: pass\n"
    "threading.Thread(target=think, daemon=True).start()\n"
    "from enraya.agents import Choice\n"
    f"{CHOOSE}    return Choice(4, nodes=int(1000 * time.process_time()))\n"
)


def test_a_stopped_agent_does_not_think(tmp_path: Path) -> None:
    with IsolatedAgent(written(tmp_path, THINKS_ALWAYS)) as agent:
        before = agent.choose(Position.start(), LONG).nodes
        time.sleep(1)
        after = agent.choose(Position.parse("44"), LONG).nodes
    assert before is not None
    assert after is not None
    assert after - before < 500, "milliseconds on a processor"


def test_an_agent_that_thinks_while_stopped_is_detected(tmp_path: Path, mark: str) -> None:
    with IsolatedAgent(written(tmp_path, THINKS_ALWAYS)) as agent:
        agent.choose(Position.start(), LONG)
        (process,) = processes_named(mark, "enraya-agent")
        started = processor_seconds(process)
        while processor_seconds(process) < started + 0.2:
            os.kill(process, signal.SIGCONT)
        with pytest.raises(AgentFault, match="while its opponent was to move"):
            agent.choose(Position.parse("44"), LONG)


def test_threads_are_counted_while_it_prints(tmp_path: Path) -> None:
    code = (
        f"{CHOOSE}    import sys, threading, time\n    threading.stack_size(65536)\n"
        "    def wait(): time.sleep(99)\n"
        "    def talk():\n        while True: print(flush=True); time.sleep(0.001)\n"
        "    threading.Thread(target=talk, daemon=True).start()\n"
        "    for _ in range(200): threading.Thread(target=wait, daemon=True).start()\n"
        "    time.sleep(0.5)\n    return 4\n"
    )
    assert "threads" in fault_of(tmp_path, code).reason


RENAMED = "import ctypes\nctypes.CDLL(None).prctl(15, b'\\xff) 1 1', 0, 0, 0)\n"


def test_a_process_name_cannot_harm_the_supervisor_of_another_agent(tmp_path: Path) -> None:
    """Without namespaces, the watch of the second sees the first among all processes."""
    (tmp_path / "innocent").mkdir()
    slow = f"{CHOOSE}    import time; time.sleep(0.1)\n    return 4\n"
    innocent = written(tmp_path / "innocent", slow)
    with (
        IsolatedAgent(written(tmp_path, RENAMED + slow)) as first,
        IsolatedAgent(innocent, allowance=Allowance(processes=True)) as second,
    ):
        for agent in (first, second):
            assert agent.choose(Position.start(), LONG).move == 4


MEETING = (
    "import ctypes, os, platform, time\n"
    "from enraya.agents import Choice\n"
    "libc = ctypes.CDLL(None)\n"
    "libc.mmap.restype = ctypes.c_void_p\n"
    "file = os.open('/usr/bin/env', os.O_RDONLY)\n"
    "place = ctypes.c_void_p(libc.mmap(None, 4096, 1, 1, file, 0))\n"
    "value = ctypes.c_uint32(int.from_bytes(os.pread(file, 4, 0), 'little'))\n"
    "futex = {'x86_64': 202, 'aarch64': 98}[platform.machine()]\n"
    "until = time.monotonic() + 1\n"
)
WAITS = (
    f"{MEETING}{CHOOSE}    second = (ctypes.c_long * 2)(1, 0)\n"
    "    libc.syscall(futex, place, 0, value, second, 0, 0)\n    return 4\n"
)
WAKES = (
    f"{MEETING}{CHOOSE}    woken = 0\n    while time.monotonic() < until and not woken:\n"
    "        woken = libc.syscall(futex, place, 1, 99, None, 0, 0)\n        time.sleep(0.01)\n"
    "    return Choice(4, nodes=woken)\n"
)


def test_agents_of_two_games_cannot_communicate_through_a_shared_file(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    with (
        IsolatedAgent(written(tmp_path / "other", WAITS)) as waits,
        IsolatedAgent(written(tmp_path, WAKES)) as wakes,
        ThreadPoolExecutor() as games,
    ):
        waits.start()
        waiting = games.submit(waits.choose, Position.start(), LONG)
        assert wakes.choose(Position.start(), LONG).nodes == 0
        waiting.result()


HOARDS_SIGNALS = (
    "import os, signal\nsignal.pthread_sigmask(signal.SIG_BLOCK, [40])\n"
    f"{CHOOSE}    for _ in range(200_000): os.kill(os.getpid(), 40)\n    return 4\n"
)
COUNTS_SIGNALS = (
    "import os, signal\nfrom enraya.agents import Choice\n"
    "signal.pthread_sigmask(signal.SIG_BLOCK, [40])\n"
    f"{CHOOSE}    for _ in range(5): os.kill(os.getpid(), 40)\n    count = 0\n"
    "    while signal.sigtimedwait([40], 0): count += 1\n    return Choice(4, nodes=count)\n"
)


def test_pending_signals_leak_nothing_to_the_opponent(tmp_path: Path) -> None:
    """The system counts them for each user, and drops those that are too many."""
    (tmp_path / "other").mkdir()
    counts = written(tmp_path, COUNTS_SIGNALS)
    seen = []
    with IsolatedAgent(written(tmp_path / "other", HOARDS_SIGNALS)) as hoards:
        hoards.start()
        for _ in range(2):
            with IsolatedAgent(counts) as agent:
                seen.append(agent.choose(Position.start(), LONG).nodes)
            hoards.choose(Position.start(), LONG)
    assert seen[0] == seen[1]


def test_a_crash_does_not_start_a_program_of_the_system(tmp_path: Path) -> None:
    """Where cores are piped to a program, only a limit of one byte keeps the kernel from it."""
    code = (
        f"import resource\nfrom enraya.agents import Choice\n{CHOOSE}"
        "    return Choice(4, nodes=resource.getrlimit(resource.RLIMIT_CORE)[1])\n"
    )
    with IsolatedAgent(written(tmp_path, code)) as agent:
        assert agent.choose(Position.start(), LONG).nodes == 1


SEARCHES_ITS_MEMORY = (
    "import re\nfrom enraya.agents import Choice\n"
    "seed = bytes(reversed({backwards!r}))\n"
    f"{CHOOSE}    found = 0\n"
    "    with open('/proc/self/maps') as maps, open('/proc/self/mem', 'rb', 0) as memory:\n"
    "        for line in maps:\n"
    "            start, end = (int(part, 16) for part in line.split()[0].split('-'))\n"
    "            if ' rw' in line and end - start < 2**26:\n"
    "                memory.seek(start)\n"
    "                found += memory.read(end - start).count(b'\"seed\": ' + seed)\n"
    "    return Choice(4, nodes=found)\n"
)


def test_an_agent_finds_no_data_of_another_in_its_memory(tmp_path: Path, mode: str) -> None:
    (tmp_path / "other").mkdir()
    seed = 918273645546372819
    code = SEARCHES_ITS_MEMORY.format(backwards=str(seed).encode()[::-1])
    with (
        IsolatedAgent(written(tmp_path / "other", HELLO), seed) as other,
        IsolatedAgent(written(tmp_path, code)) as agent,
    ):
        other.start()
        if mode == "full":
            assert agent.choose(Position.start(), LONG).nodes == 0
        else:
            with pytest.raises(AgentFault, match="Permission denied"):
                agent.choose(Position.start(), LONG)


CHAIN = (
    "import os\nfrom enraya.agents import Choice\nread_end, write_end = os.pipe2(os.O_NONBLOCK)\n"
    "if os.fork() == 0:\n"
    "    for link in range(10_000):\n"
    "        os.write(write_end, b'x')\n"
    "        if os.fork(): os._exit(0)\n"
    f"{CHOOSE}    links = 0\n    try:\n        while True: links += len(os.read(read_end, 99999))\n"
    "    except BlockingIOError: return Choice(4, nodes=links)\n"
)


def test_a_chain_of_processes_is_stopped_too(tmp_path: Path, mode: str, mark: str) -> None:
    """Each process starts the next and ends, so that a list of them is never up to date."""
    allowance = Allowance(processes=True)
    if mode == "landlock":
        assert "not permitted" in fault_of(tmp_path, CHAIN, allowance=allowance).reason
        return
    with IsolatedAgent(written(tmp_path, CHAIN), allowance=allowance) as agent:
        agent.start()
        time.sleep(0.1)  # for a start that was under way
        before = processes_with(mark)
        time.sleep(0.3)
        assert processes_with(mark) == before
