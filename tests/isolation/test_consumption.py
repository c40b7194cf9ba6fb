"""What processes use, also when they hide it."""

import platform
import subprocess
import sys

from enraya.isolation.consumption import consumption

HIDDEN = (
    "import ctypes, threading, time\n"
    "hoard = bytearray(50_000_000)\n"
    "def wait():\n    time.sleep(0.1); print(flush=True); time.sleep(99)\n"
    "threading.Thread(target=wait).start()\n"
    "ctypes.CDLL(None).syscall({exit}, 0)\n"
)
EXIT = {"x86_64": 60, "aarch64": 93}
"""The call that ends one thread."""


def test_memory_of_a_process_whose_first_thread_has_ended() -> None:
    code = HIDDEN.format(exit=EXIT[platform.machine()])
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as process:
        assert process.stdout
        process.stdout.readline()
        used = consumption([process.pid])
        process.kill()
    assert used.memory_bytes > 50_000_000
