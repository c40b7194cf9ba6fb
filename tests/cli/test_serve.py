"""`enraya serve`: what it refuses, and what it tells on the terminal."""

import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import segno

from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from enraya.web.server.serving import listen
from tests.processes import free_port, hear_ctrl_c

ENRAYA = [sys.executable, "-c", "from enraya.cli import main; main()"]
UPPER, LOWER, BOTH = "▀▄█"


def refused(*arguments: str, **environment: str) -> str:
    """The message with which `enraya serve` ends."""
    done = subprocess.run(
        [*ENRAYA, "serve", *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


@contextmanager
def terminal(*arguments: str) -> Iterator[Callable[[str], str]]:
    """Runs `enraya serve` on a terminal; gives what it has printed once a pattern is there."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        [*ENRAYA, "serve", *arguments],
        stdout=its,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        preexec_fn=hear_ctrl_c,  # the tests have no other threads
    )
    os.close(its)
    printed = b""

    def read_until(pattern: str) -> str:
        nonlocal printed
        while not re.search(pattern, printed.decode(errors="ignore")):
            printed += os.read(ours, 4096)  # an error when it ends before
        return printed.decode(errors="ignore")

    try:
        yield read_until
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        os.close(ours)


@pytest.mark.slow
def test_uploads_without_a_sandbox_are_refused() -> None:
    message = refused("--allow-uploads", ENRAYA_SANDBOX="off")
    assert "uploads need a sandbox, and there is none here" in message
    assert "--unsafe" in message


@pytest.mark.slow
def test_wrong_settings_are_refused_before_anything_is_compiled() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        message = refused("--port", str(taken.getsockname()[1]))
    assert "already listens there; stop it or choose another port with --port" in message
    assert "write an address or a network" in refused("--proxy", "nginx")
    assert "write the name alone" in refused("--name", "https://lab.example.org/")


def test_an_address_that_cannot_be_had_is_explained() -> None:
    with pytest.raises(InvalidSetting, match="this machine does not have that address"):
        listen("198.51.100.1", 8000)
    with pytest.raises(InvalidSetting, match="cannot listen on no such name port 8000"):
        listen("no such name", 8000)


def drawn(lines: list[str]) -> list[list[bool]]:
    """The dark modules of a QR code whose light ones are drawn as halves of characters."""
    rows = []
    for line in lines:
        rows.append([mark not in (UPPER, BOTH) for mark in line])
        rows.append([mark not in (LOWER, BOTH) for mark in line])
    return rows


@pytest.mark.slow
def test_others_get_addresses_and_a_code_once_they_can_connect(tmp_path: Path) -> None:
    port = free_port()
    arguments = ("--host", "0.0.0.0", "--port", str(port), "--store", str(tmp_path))  # noqa: S104
    with terminal(*arguments) as read_until:
        read_until("enraya is at")
        socket.create_connection(("127.0.0.1", port), timeout=60).close()
        text = read_until(r"▀\x1b\[0m\r?\n")
    assert f"enraya is at http://127.0.0.1:{port}/ (Ctrl-C stops it)" in text
    best = re.findall(rf"^  (http://\S+:{port}/)\r?$", text, re.MULTILINE)[0]
    code = [line for line in re.findall(r"\x1b\[97;40m(.*)\x1b\[0m", text) if line]
    wanted = segno.make(best, micro=False).matrix_iter(border=2)
    modules = [[bool(module) for module in row] for row in wanted]
    assert drawn(code)[: len(modules)] == modules


@pytest.mark.slow
def test_a_laboratory_for_this_machine_prints_one_line(tmp_path: Path) -> None:
    port = str(free_port())
    with terminal("--port", port, "--store", str(tmp_path)) as read_until:
        text = read_until(r"stops it\)\r?\n")
    assert text.endswith(f"enraya is at http://127.0.0.1:{port}/ (Ctrl-C stops it)\r\n")
    assert "Others" not in text


@pytest.mark.slow
def test_the_store_of_a_tournament_is_one_of_a_laboratory(tmp_path: Path) -> None:
    file = tmp_path / "games"
    with Store(file):
        pass
    with terminal("--port", str(free_port()), "--store", str(file)) as read_until:
        read_until(r"stops it\)\r?\n")
    assert (tmp_path / "games.laboratory" / "laboratory.sqlite").is_file()


def test_a_file_that_is_no_store_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("print('no store')\n" * 50)
    assert "is not an SQLite file" in refused("--store", str(file), "--port", str(free_port()))
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.slow
def test_the_operator_gets_a_link(tmp_path: Path) -> None:
    port = free_port()
    with terminal("--operator", "--port", str(port), "--store", str(tmp_path)) as read_until:
        printed = read_until(r"operator#\S{32}\s")
    assert f"Operator: http://127.0.0.1:{port}/operator#" in printed


@pytest.mark.slow
def test_behind_a_proxy_the_operator_gets_a_link_through_it(tmp_path: Path) -> None:
    proxy = ("--trust-proxy", "--name", "lab.example.org")
    place = ("--port", str(free_port()), "--store", str(tmp_path))
    with terminal("--operator", *proxy, *place) as read_until:
        printed = read_until(r"https\S+operator#\S{32}\s")
    secrets = re.findall(r"^Operator: (http\S+)/operator#(\S{32})\r?$", printed, re.MULTILINE)
    assert [address for address, _ in secrets][1:] == ["https://lab.example.org"]
    assert len({secret for _, secret in secrets}) == 1
