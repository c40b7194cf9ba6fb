"""Which names lead to the laboratory, and which could be somebody else's."""

import threading

import pytest

from enraya.errors import InvalidSetting
from enraya.web.server import names
from enraya.web.server.names import Names, in_time, machine_names, name_of, parse_names

OPEN = Names(is_local=False, machine=frozenset({"pc", "pc.example.org"}))
CLOSED = Names(is_local=True)


@pytest.mark.parametrize(
    "host",
    [
        "localhost:8000",
        "127.0.0.1:8000",
        "192.168.1.5:8000",
        "[fd00::2]:8000",
        "PC:8000",
        "pc.local:8000",
        "pc-2.local",
        "pc.local.:8000",
        "pc.lan",
        "pc.example.org",
        "lab.home.arpa",
        "lab.internal",
    ],
)
def test_names_of_the_machine_and_its_network_are_ours(host: str) -> None:
    assert OPEN.has(name_of(host))


@pytest.mark.parametrize(
    "host",
    [
        "",
        ":8000",
        "evil.example",
        "127.0.0.1.evil.example",
        "pc.evil.example",
        "evil.lan",
        "evil",
        "local",
        ".local",
        "evil.example/.local",
        "evil.local.example",
        "pc.localhost.example",
        "192.168.1.5.nip.io",
    ],
)
def test_names_that_others_can_resolve_are_not(host: str) -> None:
    assert not OPEN.has(name_of(host))


@pytest.mark.parametrize("host", ["192.168.1.5", "pc", "pc.local", "lab.internal"])
def test_a_laboratory_for_this_machine_answers_to_no_name_of_the_network(host: str) -> None:
    assert not CLOSED.has(host)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.0.0.2", "[::1]"])
def test_a_laboratory_for_this_machine_answers_to_its_own_names(host: str) -> None:
    assert CLOSED.has(host)


def test_names_that_the_operator_gives_are_ours_and_bound_the_proxy() -> None:
    given = Names(is_local=True, given=parse_names(["Lab.Example.org"]))
    assert given.has("lab.example.org")
    assert given.may_be_passed_on("lab.example.org")
    assert not given.may_be_passed_on("evil.example")
    assert CLOSED.may_be_passed_on("anything.example")
    assert not CLOSED.may_be_passed_on("not a name")


@pytest.mark.parametrize("text", ["http://lab.example.org", "lab.example.org:80", "", "a/b", "ñ"])
def test_what_is_not_a_name_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InvalidSetting, match="write the name alone"):
        parse_names([text])


def test_name_servers_that_are_slow_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert in_time(lambda: "answer", "nothing") == "answer"
    answered = threading.Event()
    monkeypatch.setattr(names, "_PATIENCE", 0.0)
    assert in_time(lambda: str(answered.wait(60)), "nothing") == "nothing"
    answered.set()


def test_the_machine_has_a_name() -> None:
    assert all(name == name.lower() for name in machine_names())
    assert machine_names()
