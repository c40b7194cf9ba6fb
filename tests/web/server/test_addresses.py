"""Where others can open a laboratory."""

import socket
from ipaddress import ip_address

import ifaddr
import pytest

from enraya.web.server import names
from enraya.web.server.names import Addresses, addresses_of

EVERYWHERE = "0.0.0.0"  # noqa: S104  # what is tested


def bound(host: str) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family)
    found.bind((host, 0))
    return found


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_a_laboratory_for_this_machine_has_one_address(host: str) -> None:
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


def test_an_address_of_a_network_is_for_this_machine_and_others() -> None:
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


def stand_for(*numbers: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets every name of this machine stand for some addresses."""
    found = [(socket.AF_INET6 if ":" in one else socket.AF_INET, 1, 6, "", (one, 0))
             for one in numbers]  # fmt: skip
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(names, "machine_names", lambda: {"localhost", "desk", "desk.example"})


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
def test_addresses_that_others_can_reach_come_before_the_names_that_lead_to_them(
    monkeypatch: pytest.MonkeyPatch, host: str, best: str, numbers: list[str]
) -> None:
    stand_for("192.0.2.7", monkeypatch=monkeypatch)
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: [adapter(*INTERFACES)])
    monkeypatch.setattr(names, "_address_towards_others", lambda: ip_address(best))
    with bound(host) as listener:
        found = addresses_of(listener)
    assert hosts_of(found) == [*numbers, "desk", "desk.example", "desk.local"]


def test_names_that_lead_elsewhere_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    with bound("::") as listener:
        numbers = [one for one in hosts_of(addresses_of(listener)) if one[-1].isdecimal()]
        stand_for("192.0.2.77", monkeypatch=monkeypatch)
        assert hosts_of(addresses_of(listener)) == numbers
    best = names._address_towards_others()
    assert best is None or best.is_loopback or str(best) in numbers
    for number in map(ip_address, numbers):
        assert not number.is_loopback
        assert not number.is_link_local


def test_a_listener_for_ipv6_alone_is_opened_so_on_this_machine() -> None:
    with socket.socket(socket.AF_INET6) as listener:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(("::", 0))
        found = addresses_of(listener)
        assert found.here == f"http://[::1]:{listener.getsockname()[1]}/"
        assert not [one for one in hosts_of(found) if one.replace(".", "").isdecimal()]
