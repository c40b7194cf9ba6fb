"""Where others can open a laboratory."""

import socket

import pytest

from enraya.web.door.addresses import Addresses, addresses_of

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
