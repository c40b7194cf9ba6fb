"""Where others can open a laboratory."""

import ctypes
import socket
import struct
import sys
from ipaddress import ip_address

import pytest

from enraya.web.server import addresses
from enraya.web.server.addresses import Addresses, addresses_of

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
    monkeypatch.setattr(addresses, "machine_names", lambda: {"localhost", "desk", "desk.example"})


NAMED = ("192.0.2.7", "127.0.1.1", "169.254.3.4", "2001:db8::7", "fe80::1%eth0", "::1")


@pytest.mark.parametrize(
    ("host", "best", "numbers"),
    [
        (EVERYWHERE, "192.0.2.7", ["192.0.2.7"]),
        ("::", "192.0.2.7", ["192.0.2.7", "2001:db8::7"]),
        ("::", "2001:db8::7", ["2001:db8::7", "192.0.2.7"]),
    ],
)
def test_where_interfaces_cannot_be_asked_the_name_of_the_machine_is(
    monkeypatch: pytest.MonkeyPatch, host: str, best: str, numbers: list[str]
) -> None:
    stand_for(*NAMED, monkeypatch=monkeypatch)
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(addresses, "_address_towards_others", lambda: ip_address(best))
    with bound(host) as listener:
        found = addresses_of(listener)
    assert hosts_of(found) == [*numbers, "desk", "desk.example", "desk.local"]


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="asks the interfaces")


@on_linux
def test_addresses_of_interfaces_are_found_though_the_name_leads_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with bound("::") as listener:
        numbers = [one for one in hosts_of(addresses_of(listener)) if one[-1].isdecimal()]
        stand_for("192.0.2.77", monkeypatch=monkeypatch)
        assert hosts_of(addresses_of(listener)) == numbers
    best = addresses._address_towards_others()
    assert best is None or best.is_loopback or str(best) in numbers
    for number in map(ip_address, numbers):
        assert not number.is_loopback
        assert not number.is_link_local


@on_linux
@pytest.mark.parametrize(
    ("family", "flags", "found"),
    [
        (socket.AF_INET, 0x41, "192.0.2.7"),
        (socket.AF_INET, 0x40, None),
        (1, 0x41, None),
        (None, 0x41, None),
    ],
)
def test_an_interface_that_is_down_or_without_an_address_is_left_out(
    family: int | None, flags: int, found: str | None
) -> None:
    number = ip_address("192.0.2.7").packed
    place = ctypes.create_string_buffer(struct.pack("=HH4s8x", family or 0, 0, number))
    address = None if family is None else ctypes.addressof(place)
    entry = addresses._InterfaceAddress(flags=flags, address=address)
    assert addresses._read(entry) == (found and ip_address(found))


def test_a_listener_for_ipv6_alone_is_opened_so_on_this_machine() -> None:
    with socket.socket(socket.AF_INET6) as listener:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(("::", 0))
        found = addresses_of(listener)
        assert found.here == f"http://[::1]:{listener.getsockname()[1]}/"
        assert not [one for one in hosts_of(found) if one.replace(".", "").isdecimal()]
