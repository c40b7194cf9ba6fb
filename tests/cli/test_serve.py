"""`enraya serve`: its options, refusals and messages."""

import os
import pty
import re
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import segno
from typer.testing import CliRunner

from enraya.arena.store.store import Store
from enraya.cli import app, serve
from enraya.errors import EnrayaError, InvalidSetting
from enraya.isolation.sandbox import NOT_LINUX, Protection
from enraya.web.server.forwarding import THIS_MACHINE, parse_networks
from enraya.web.server.serving import listen
from enraya.web.server.settings import ServerSettings
from tests.cli.running import COMMAND, printed
from tests.cli.serving import servers_made
from tests.processes import free_port, hear_ctrl_c

NAMES = ("--name", "lab.example.org", "--name", "a.example.org")
UPPER, LOWER, BOTH = "▀▄█"


def started(*options: str, host: str = "127.0.0.1") -> tuple[ServerSettings, list[str], str]:
    """The settings of a server, what it prints, and its warnings."""
    with servers_made() as made:
        command = ["serve", "--host", host, "--port", str(free_port()), *options]
        done = CliRunner().invoke(app, command)
    if done.exception:
        raise done.exception
    return made[0], done.stdout.splitlines(), done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for all of these, as making one takes a moment."""
    return tmp_path_factory.mktemp("served")


@pytest.fixture
def store(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder of games; another is the default."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    return str(folder / "games")


def test_by_default_a_laboratory_is_reachable_only_from_this_machine(store: str) -> None:
    settings, lines, warnings = started("--store", store)
    assert (settings.is_local, settings.unsafe, settings.has_operator) == (True, False, False)
    assert (settings.proxies, settings.names, settings.others) == ((), frozenset(), ())
    assert settings.store == Path(store)
    assert (len(lines), warnings) == (1, "")


def test_a_public_laboratory_prints_a_warning_and_its_addresses(store: str) -> None:
    settings, lines, warnings = started("--store", store, host="0.0.0.0")  # noqa: S104
    assert not settings.is_local
    assert "anyone who can reach 0.0.0.0" in warnings
    assert [line.strip() for line in lines[1:]] == (
        ["Others can open", *settings.others] if settings.others else []
    )


@pytest.mark.parametrize(
    ("options", "proxies"),
    [
        (["--trust-proxy"], THIS_MACHINE),
        (["--proxy", "10.0.0.0/8"], parse_networks(["10.0.0.0/8"])),
        (["--trust-proxy", "--proxy", "10.0.0.0/8"], parse_networks(["10.0.0.0/8"])),
    ],
)
def test_behind_a_proxy_visitors_use_the_names(
    store: str, options: list[str], proxies: tuple[object, ...]
) -> None:
    settings, lines, _ = started("--store", store, *options, *NAMES, "--operator")
    assert settings.proxies == proxies
    assert settings.others == ("https://a.example.org/", "https://lab.example.org/")
    links = re.findall(r"^Operator: (http\S+/)operator#(\S{32})$", "\n".join(lines), re.MULTILINE)
    assert [address for address, _ in links][1:] == list(settings.others)
    assert len({secret for _, secret in links}) == 1


def test_host_names_alone_do_not_give_an_address_for_visitors(store: str) -> None:
    settings, _, _ = started("--store", store, *NAMES)
    assert settings.names == {"lab.example.org", "a.example.org"}
    assert settings.others == ()


@pytest.mark.parametrize(
    ("found", "options", "unsafe"),
    [
        (Protection("", "", ""), [], False),
        (Protection("", "", ""), ["--allow-uploads"], False),
        (NOT_LINUX, [], False),
        (NOT_LINUX, ["--allow-uploads", "--unsafe"], True),
    ],
)
def test_uploads_are_unsafe_only_without_a_sandbox(
    found: Protection,
    options: list[str],
    unsafe: bool,
    store: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("enraya.agents.isolated.protection", lambda: found)
    monkeypatch.setattr(serve, "HAS_SANDBOX", True)
    settings, _, warnings = started("--store", store, *options)
    assert settings.unsafe is unsafe
    assert ("uploads can do whatever you can do" in warnings) is unsafe


@pytest.mark.parametrize(
    ("has_sandbox", "words"), [(True, "there is none here"), (False, "which only Linux has")]
)
def test_uploads_without_a_sandbox_need_explicit_permission(
    has_sandbox: bool, words: str, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("enraya.agents.isolated.protection", lambda: NOT_LINUX)
    monkeypatch.setattr(serve, "HAS_SANDBOX", has_sandbox)
    with pytest.raises(EnrayaError, match=words):
        started("--store", store, "--allow-uploads")


def test_an_unavailable_address_is_explained() -> None:
    with pytest.raises(InvalidSetting, match="this machine does not have that address"):
        listen("198.51.100.1", 8000)
    with pytest.raises(InvalidSetting, match="cannot listen on no such name port 8000"):
        listen("no such name", 8000)
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(InvalidSetting, match="already listens there; stop it or choose another"),
    ):
        listen("127.0.0.1", taken.getsockname()[1])


def test_a_file_that_is_not_a_store_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("print('no store')\n" * 50)
    with pytest.raises(EnrayaError, match="is not an SQLite file"):
        printed("serve", "--store", str(file), "--port", str(free_port()))
    assert list(tmp_path.iterdir()) == [file]


@contextmanager
def terminal(*arguments: str) -> Iterator[Callable[[str], str]]:
    """Runs `enraya serve` on a terminal; gives what it has printed once a pattern is there."""
    ours, its = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "serve", *arguments],
        stdout=its,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        preexec_fn=hear_ctrl_c,  # the tests have no other threads
    )
    os.close(its)
    shown = b""

    def read_until(pattern: str) -> str:
        nonlocal shown
        while not re.search(pattern, shown.decode(errors="ignore")):
            shown += os.read(ours, 4096)  # an error when it ends before
        return shown.decode(errors="ignore")

    try:
        yield read_until
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        os.close(ours)


def drawn(lines: list[str]) -> list[list[bool]]:
    """The dark modules of a QR code whose light ones are drawn as halves of characters."""
    rows = []
    for line in lines:
        rows.append([mark not in (UPPER, BOTH) for mark in line])
        rows.append([mark not in (LOWER, BOTH) for mark in line])
    return rows


@pytest.mark.slow
def test_addresses_and_a_qr_code_are_printed_once_others_can_connect(tmp_path: Path) -> None:
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
def test_a_laboratory_can_open_the_store_of_a_tournament(tmp_path: Path) -> None:
    file = tmp_path / "games"
    with Store(file):
        pass
    with terminal("--port", str(free_port()), "--store", str(file)) as read_until:
        read_until(r"stops it\)\r?\n")
    assert (tmp_path / "games.laboratory" / "laboratory.sqlite").is_file()
