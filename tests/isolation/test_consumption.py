"""Resources that processes use, even if they try to hide it."""

import os
import platform
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hypothesis import example, given
from hypothesis import strategies as st

from enraya.isolation.consumption import Idleness, TreeMemory, consumption, is_still, stat_fields

HIDDEN = (
    "import ctypes, threading, time\n"
    "hoard = bytearray(50_000_000)\n"
    "def wait():\n    time.sleep(0.1); print(flush=True); time.sleep(99)\n"
    "threading.Thread(target=wait).start()\n"
    "ctypes.CDLL(None).syscall({exit}, 0)\n"
)
EXIT = {"x86_64": 60, "aarch64": 93}
"""The call that ends one thread."""


def test_memory_is_measured_after_the_first_thread_has_ended() -> None:
    code = HIDDEN.format(exit=EXIT[platform.machine()])
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        used = consumption([process.pid])
        process.kill()
    assert used.memory_bytes > 50_000_000


NAME = Path("/proc/self/comm")
TELLING = [*map(bytes, zip(b" )(:\t\n\r\\Z1\xff")), b"kB", b"VmPTE:", b"-9"]
"""What a name may hold that also stands around figures of the kernel."""
NAMES = st.lists(st.sampled_from(TELLING), min_size=1).map(lambda parts: b"".join(parts)[:15])


@contextmanager
def called(name: bytes) -> Iterator[None]:
    """This process under another name."""
    own = NAME.read_bytes()
    NAME.write_bytes(name)
    try:
        yield
    finally:
        NAME.write_bytes(own.removesuffix(b"\n"))


@example(b"x kB")
@example(b"\rVmRSS:\t-9 kB")
@example(b") Z 1 1 1 1 1")
@given(NAMES | st.binary(min_size=1, max_size=15).filter(lambda name: b"\0" not in name))
def test_a_hostile_process_name_does_not_change_its_measurements(name: bytes) -> None:
    us = os.getpid()
    plain, most = TreeMemory().bytes_of([us], 1 << 40), 1 << 20
    with called(name):
        assert not is_still(us)
        assert int(stat_fields(NAME.parent)[1]) == os.getppid()
        assert consumption([us]).threads > 0
        assert not Idleness().found([us])
        for allowed in (1 << 40, most):  # the second counts what is shared page by page
            assert TreeMemory().bytes_of([us], allowed) <= plain + (64 << 20)
        assert TreeMemory().bytes_of([us], 1 << 40) > plain / 2
