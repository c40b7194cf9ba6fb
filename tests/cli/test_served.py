"""What `enraya serve` makes of its options, without serving."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from enraya.cli import app, serve
from enraya.errors import EnrayaError
from enraya.isolation.sandbox.found import NOT_LINUX, Protection
from enraya.web.server.forwarding import THIS_MACHINE, parse_networks
from enraya.web.server.settings import ServerSettings
from tests.cli.serving import servers_made
from tests.processes import free_port

NAMES = ("--name", "lab.example.org", "--name", "a.example.org")


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


def test_a_laboratory_of_this_machine_is_for_nobody_else(store: str) -> None:
    settings, lines, warnings = started("--store", store)
    assert (settings.is_local, settings.unsafe, settings.has_operator) == (True, False, False)
    assert (settings.proxies, settings.names, settings.others) == ((), frozenset(), ())
    assert settings.store == Path(store)
    assert (len(lines), warnings) == (1, "")


def test_what_others_can_reach_has_a_warning_and_their_addresses(store: str) -> None:
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
    links = [line.partition("operator#")[0] for line in lines[1:]]
    assert [link.removeprefix("Operator: ") for link in links][1:] == list(settings.others)


def test_names_alone_are_not_where_visitors_come_from(store: str) -> None:
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
def test_uploads_are_unsafe_only_where_there_is_no_sandbox(
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
def test_uploads_without_a_sandbox_are_refused_unless_they_are_wanted(
    has_sandbox: bool, words: str, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("enraya.agents.isolated.protection", lambda: NOT_LINUX)
    monkeypatch.setattr(serve, "HAS_SANDBOX", has_sandbox)
    with pytest.raises(EnrayaError, match=words):
        started("--store", store, "--allow-uploads")
