"""Differences between operating systems, and the modules that handle them."""

import ast
import subprocess
import sys
from pathlib import Path, PureWindowsPath

import pytest

from enraya.agents.text.spec import parse_spec
from enraya.platform import Locked, cores, end_tree, held, is_device, memory_mb

PACKAGE = Path(__file__).parents[1] / "src" / "enraya"
IMPORTABLE = {"bench.arena", "platform", "web.server.serving"}
"""Modules that name such things, but only use them where they are."""
LINUX_ONLY = {
    ".".join(Path(line).with_suffix("").parts[2:])
    for line in (Path(__file__).parent / "linux_only.txt").read_text().splitlines()
    if line.startswith("src/")
}
"""Modules that are imported on Linux only: the sandbox."""
HALF = {"isolation.conversation", "isolation.launcher"}
"""Modules that are imported on every system and work on Linux only."""
MODULES = {"fcntl", "resource", "pwd", "grp", "termios", "tty", "pty"}
NAMES = {
    "os": {
        "fork", "sched_getaffinity", "pidfd_open", "sysconf", "register_at_fork", "wait4", "killpg",
        "setsid", "getpgid", "nice", "mkfifo", "getuid", "geteuid", "getegid", "uname", "WNOHANG",
        "O_NOFOLLOW", "O_DIRECTORY", "set_blocking", "memfd_create", "getloadavg",
    },
    "signal": {"SIGKILL", "SIGSTOP", "SIGCONT", "SIGCHLD", "SIGHUP", "SIGALRM", "SIGURG", "alarm"},
    "socket": {"AF_UNIX", "SOCK_SEQPACKET", "send_fds", "recv_fds"},
    "select": {"poll", "epoll"},
}  # fmt: skip


def linux_only(code: str) -> set[str]:
    """The names in a module that Windows does not have."""
    found = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found |= MODULES & {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported = {alias.name for alias in node.names}
            found |= (MODULES & {node.module}) | (NAMES.get(node.module or "", set()) & imported)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found |= NAMES.get(node.value.id, set()) & {node.attr}
        elif isinstance(node, ast.Constant) and str(node.value).startswith("/proc"):
            found.add("/proc")
    return found


def test_only_the_listed_modules_use_linux_features() -> None:
    naming = {
        ".".join(source.relative_to(PACKAGE).with_suffix("").parts)
        for source in PACKAGE.rglob("*.py")
        if linux_only(source.read_text(encoding="utf-8"))
    }
    assert naming <= LINUX_ONLY | IMPORTABLE | HALF
    assert LINUX_ONLY >= {"isolation.supervisor", "isolation.forkserver"} <= naming


def test_every_file_skipped_without_linux_exists() -> None:
    names = (Path(__file__).parent / "linux_only.txt").read_text().splitlines()
    assert [name for name in names if not (PACKAGE.parents[1] / name).exists()] == []


def test_processors_and_memory_are_counted() -> None:
    assert cores() >= 1
    memory = memory_mb()
    assert memory is None or memory >= 256


def test_a_process_is_killed_with_its_children() -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
    command, pipe = [sys.executable, "-c", code], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True) as process:
        end_tree(process)
        assert process.stdout is not None
        assert process.stdout.read() == b""  # which the last of them closes
        end_tree(process)
    assert process.returncode


HOLD = "import sys; from pathlib import Path; from enraya.platform import held\n" + (
    "with held(Path(sys.argv[1])): pass"
)


def test_a_lock_is_held_by_one_process_at_a_time(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    another = [sys.executable, "-c", HOLD, str(lock)]
    with held(lock):
        with pytest.raises(Locked), held(lock):
            pass
        assert b"Locked" in subprocess.run(another, capture_output=True, check=False).stderr
    subprocess.run(another, check=True)
    assert not lock.exists()


@pytest.mark.parametrize(
    "path",
    [
        r"C:\class\mine.py",
        "C:/class/mine.py",
        r"..\mine.py",
        r"\\server\share\mine.py",
        r"C:\Program Files (x86)\mine.py",
        r"D:mine.py",
    ],
)
def test_a_windows_path_is_one_name_in_a_specification(path: str) -> None:
    for text in (f"file:{path}", f'greedy(eval=file:"{path}")'.replace("\\", r"\\")):
        (file,) = parse_spec(text).files()
        assert PureWindowsPath(str(file)) == PureWindowsPath(path)


def test_windows_device_names_are_recognised() -> None:
    devices = ["con", "NUL.txt", "com1.html", r"C:\class\aux.csv", "lpt9.a.b"]
    files = ["console", "com10.html", r"C:\nul\mine.csv", "null.txt", ""]
    assert list(filter(is_device, devices + files)) == devices
