"""Accepted host names, and the addresses that are printed for others."""

import socket
import threading
from ipaddress import ip_address

import ifaddr
import pytest

from enraya.errors import InvalidSetting
from enraya.web.server import host_names
from enraya.web.server.host_names import (
    Addresses,
    Names,
    addresses_of,
    in_time,
    name_of,
    parse_names,
)

OPEN = Names(is_local=False, machine=frozenset({"pc", "pc.example.org"}))
CLOSED = Names(is_local=True)


OURS = [
    "localhost:8000", "127.0.0.1:8000", "192.168.1.5:8000", "[fd00::2]:8000", "PC:8000",
    "pc.local:8000", "pc-2.local", "pc.local.:8000", "pc.lan", "pc.example.org", "lab.home.arpa",
    "lab.internal",
]  # fmt: skip
FOREIGN = [
    "", ":8000", "evil.example", "127.0.0.1.evil.example", "pc.evil.example", "evil.lan", "evil",
    "local", ".local", "evil.example/.local", "evil.local.example", "pc.localhost.example",
    "192.168.1.5.nip.io",
]  # fmt: skip
"""Names that others can resolve."""


@pytest.mark.parametrize("host", [*OURS, *FOREIGN])
def test_only_names_of_the_machine_and_its_network_are_accepted(host: str) -> None:
    assert OPEN.has(name_of(host)) == (host in OURS)


def test_a_local_laboratory_answers_only_to_its_own_names() -> None:
    assert all(CLOSED.has(host) for host in ("localhost", "127.0.0.1", "127.0.0.2", "[::1]"))
    assert not any(CLOSED.has(host) for host in ("192.168.1.5", "pc", "pc.local", "lab.internal"))


def test_names_given_by_the_operator_are_accepted_and_limit_the_proxy() -> None:
    given = Names(is_local=True, given=parse_names(["Lab.Example.org"]))
    assert given.has("lab.example.org")
    assert given.may_be_passed_on("lab.example.org")
    assert not given.may_be_passed_on("evil.example")
    assert CLOSED.may_be_passed_on("anything.example")
    assert not CLOSED.may_be_passed_on("not a name")


@pytest.mark.parametrize("text", ["http://lab.example.org", "lab.example.org:80", "", "a/b", "ñ"])
def test_malformed_host_names_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(InvalidSetting, match="write the name alone"):
        parse_names([text])


def test_slow_name_servers_are_not_waited_for() -> None:
    assert in_time(lambda: "answer", "nothing") == "answer"
    answered = threading.Event()
    assert in_time(lambda: str(answered.wait(60)), "nothing", seconds=0.0) == "nothing"
    answered.set()


EVERYWHERE = "0.0.0.0"  # noqa: S104  # what is tested


def bound(host: str) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family)
    found.bind((host, 0))
    return found


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_local_laboratory_prints_one_address(host: str) -> None:
    with bound(host) as listener:
        port = listener.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        assert addresses_of(listener) == Addresses(f"http://{shown}:{port}/")


@pytest.mark.parametrize("host", [EVERYWHERE, "::"])
def test_every_address_that_is_printed_can_be_opened(host: str) -> None:
    with bound(host) as listener:
        listener.listen()
        port = listener.getsockname()[1]
        found = addresses_of(listener)
        assert found.here == f"http://127.0.0.1:{port}/"
        assert len(set(found.others)) == len(found.others)
        for address in (found.here, *found.others):
            name = address.removeprefix("http://").removesuffix(f":{port}/")
            assert name not in {EVERYWHERE, "[::]"}
            assert "%" not in name
            with socket.create_connection((name.strip("[]"), port), timeout=30):
                pass


def test_a_network_address_is_printed_for_this_machine_and_for_others() -> None:
    with bound(EVERYWHERE) as everywhere:
        others = addresses_of(everywhere).others
    for address in others[:1]:
        host = address.removeprefix("http://").rpartition(":")[0]
        with bound(host) as listener:
            port = listener.getsockname()[1]
            found = addresses_of(listener)
            assert found.here == found.others[0] == f"http://{host}:{port}/"


def hosts_of(found: Addresses) -> list[str]:
    """The numbers and names in the addresses for others."""
    return [one.removeprefix("http://").rpartition(":")[0].strip("[]") for one in found.others]


INTERFACES = ("192.0.2.7", "127.0.1.1", "169.254.3.4", "2001:db8::7", "fe80::1", "::1")


def adapter(*numbers: str) -> ifaddr.Adapter:
    """A network adapter with these addresses."""
    found = [ifaddr.IP((one, 0, 0) if ":" in one else one, 24, "eth0") for one in numbers]
    return ifaddr.Adapter("eth0", "eth0", found)


@pytest.mark.parametrize(
    ("host", "best", "numbers"),
    [
        (EVERYWHERE, "192.0.2.7", ["192.0.2.7"]),
        ("::", "192.0.2.7", ["192.0.2.7", "2001:db8::7"]),
        ("::", "2001:db8::7", ["2001:db8::7", "192.0.2.7"]),
    ],
)
def test_reachable_addresses_come_before_the_names_that_resolve_to_them(
    monkeypatch: pytest.MonkeyPatch, host: str, best: str, numbers: list[str]
) -> None:
    leads = {"desk": "192.0.2.7", "desk.local": "192.0.2.7", "desk.example": "192.0.2.77"}
    monkeypatch.setattr(host_names, "machine_names", lambda: {"localhost", *leads})
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda name, *_, **__: [(socket.AF_INET, 1, 6, "", (leads[name], 0))]
    )
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter(*INTERFACES)])
    with bound(host) as listener:
        found = addresses_of(listener, ip_address(best))
    assert hosts_of(found) == [*numbers, "desk", "desk.local"]


def test_a_server_that_listens_only_on_ipv6_is_opened_by_its_ipv6_address() -> None:
    with socket.socket(socket.AF_INET6) as listener:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(("::", 0))
        found = addresses_of(listener)
        assert found.here == f"http://[::1]:{listener.getsockname()[1]}/"
        assert not [one for one in hosts_of(found) if one.replace(".", "").isdecimal()]
