"""The addresses under which others can open a laboratory, and the one to show them first."""

import ctypes
import socket
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import ip_address

from enraya.web.server.forwarding import Address, parse_address
from enraya.web.server.names import LOOPBACK_NAME, in_time, machine_names

_IS_UP = 0x1
_SOMEWHERE_ELSE = ("192.0.2.1", 9)
"""An address for documentation: asking for the way there sends nothing."""


class _InterfaceAddress(ctypes.Structure):
    """`struct ifaddrs` of the C library."""


_InterfaceAddress._fields_ = [  # how ctypes lets a structure refer to itself
    ("next", ctypes.POINTER(_InterfaceAddress)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
    ("netmask", ctypes.c_void_p),
    ("other_end", ctypes.c_void_p),
    ("data", ctypes.c_void_p),
]
_PLACES = {socket.AF_INET: (4, 4), socket.AF_INET6: (8, 16)}
"""Where `struct sockaddr_in` and `sockaddr_in6` have the address, and its length."""


@dataclass(frozen=True, slots=True)
class Addresses:
    """Where a laboratory can be opened."""

    here: str
    """On this machine."""
    others: tuple[str, ...] = ()
    """On others, the best first; none when only this machine can connect."""


def addresses_of(listener: socket.socket) -> Addresses:
    """Where one can open what listens on a socket."""
    host, port = listener.getsockname()[:2]
    bound = ip_address(host)
    if bound.is_loopback:
        return Addresses(_url(host, port))
    if not bound.is_unspecified:
        names = _names_of({bound})
        return Addresses(_url(host, port), tuple(_url(one, port) for one in (host, *names)))
    reachable = [one for one in _interface_addresses() if _accepts(listener, one)]
    best = _address_towards_others()
    numbers = sorted(set(reachable), key=lambda one: (one != best, one.version, int(one)))
    found = [str(number) for number in numbers] + _names_of(set(numbers))
    here = "127.0.0.1" if _accepts(listener, ip_address("127.0.0.1")) else "::1"
    return Addresses(_url(here, port), tuple(_url(one, port) for one in found))


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _accepts(listener: socket.socket, address: Address) -> bool:
    """Whether a socket that is bound to all addresses takes connections of this kind."""
    if listener.family == socket.AF_INET:
        return address.version == 4
    return address.version == 6 or not listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)


def _interface_addresses() -> Iterator[Address]:
    """The addresses of this machine that another can connect to."""
    if sys.platform != "linux":  # others arrange the structure below differently
        yield from _addresses_of_the_name()
        return
    library = ctypes.CDLL(None, use_errno=True)
    first = ctypes.POINTER(_InterfaceAddress)()
    if library.getifaddrs(ctypes.byref(first)) != 0:
        return
    try:
        entry = first
        while entry:
            found = _read(entry.contents)
            # an address of the link needs the name of the interface, which no browser takes
            if found and not found.is_loopback and not found.is_link_local:
                yield found
            entry = entry.contents.next
    finally:
        library.freeifaddrs(first)


def _addresses_of_the_name() -> Iterator[Address]:
    """The addresses that the name of this machine stands for."""
    with suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            found = ip_address(str(place[0]).partition("%")[0])
            if not found.is_loopback and not found.is_link_local:
                yield found


def _read(entry: _InterfaceAddress) -> Address | None:
    if not entry.address or not entry.flags & _IS_UP:
        return None
    family = ctypes.cast(entry.address, ctypes.POINTER(ctypes.c_ushort)).contents.value
    if family not in _PLACES:
        return None
    start, length = _PLACES[socket.AddressFamily(family)]
    return ip_address(ctypes.string_at(entry.address + start, length))


def _address_towards_others() -> Address | None:
    """The address with which this machine goes out: that of its real network, not of a bridge."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_SOMEWHERE_ELSE)
        except OSError:  # there is no way out
            return None
        return parse_address(asking.getsockname()[0])


def _names_of(addresses: Iterable[Address]) -> list[str]:
    """The names of this machine that lead to one of these addresses."""
    wanted = set(addresses)
    names = machine_names() - {LOOPBACK_NAME}
    local = {f"{name}.local" for name in names if "." not in name}
    candidates = sorted(names | local)
    return in_time(lambda: [name for name in candidates if _resolved(name) & wanted], [])


def _resolved(name: str) -> set[Address | None]:
    try:
        found = socket.getaddrinfo(name, None, proto=socket.IPPROTO_TCP)
    except OSError:
        return set()
    return {parse_address(str(end[0])) for *_, end in found}
