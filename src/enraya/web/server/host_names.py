"""The names that the server answers to, and the addresses under which others can open it.

A site can make its own name resolve to our address, and then read our responses as if they were its
own (DNS rebinding). So a name counts as ours only if the operator gave it, or if no outsider can
make it resolve: an IP address, a name of this machine, or a name reserved for local networks.
"""

import re
import socket
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from ipaddress import ip_address
from threading import Thread
from typing import TypeVar

import ifaddr

from enraya.errors import InvalidSetting
from enraya.web.server.forwarding import Address, parse_address

LOOPBACK_NAME = "localhost"
RESERVED_SUFFIXES = (".local", ".home.arpa", ".internal")
"""Suffixes that public DNS never resolves: RFC 6762, RFC 8375, ICANN's resolution of 2024."""
HABITUAL_SUFFIX = ".lan"
"""A suffix that many routers add though it is not reserved: ours after this machine's name."""
_HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_.])?|\[[0-9a-f:.]+\]")
_NAME_SERVER_SECONDS = 2.0
"""How many seconds name servers have to answer."""
_DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)
"""An address reserved for documentation; connecting a UDP socket to it sends nothing."""
_T = TypeVar("_T")


def name_of(host: str) -> str:
    """The host of a `Host` header in lower case, without port and final dot.

    >>> name_of("PC.local:8000"), name_of("[::1]:8000"), name_of("[::1]"), name_of("pc.")
    ('pc.local', '[::1]', '[::1]', 'pc')
    """
    name, colon, port = host.lower().rpartition(":")
    return (name if colon and port.isdecimal() else host.lower()).removesuffix(".")


def is_host_name(text: str) -> bool:
    """Whether a text can be a host: a name, or an IP address, IPv6 in brackets."""
    return _HOST.fullmatch(text) is not None


def parse_names(texts: Iterable[str]) -> frozenset[str]:
    """The host names that the operator gave, in lower case.

    Raises:
        InvalidSetting: when one of them is not a host name.
    """
    names = [text.lower().removesuffix(".") for text in texts]
    for name in names:
        if not is_host_name(name):
            raise InvalidSetting(
                f"--name {name!r}: write the name alone, such as lab.example.org, without http://, "
                "port or path"
            )
    return frozenset(names)


def machine_names() -> frozenset[str]:
    """The names of this machine: its host name, with and without a domain."""
    found = {socket.gethostname(), in_time(socket.getfqdn, "")} - {""}
    names = {name_of(name) for name in found}
    return frozenset(names | {name.partition(".")[0] for name in names})


def in_time(ask: Callable[[], _T], otherwise: _T, seconds: float = _NAME_SERVER_SECONDS) -> _T:
    """What ``ask`` returns, or ``otherwise`` if it fails or takes longer than ``seconds``."""
    answers = [otherwise]
    asking = Thread(target=lambda: answers.append(ask()), daemon=True)
    asking.start()
    asking.join(seconds)
    return answers[-1]


@dataclass(frozen=True, slots=True)
class Names:
    """Decides which names in a `Host` header are ours."""

    is_local: bool
    """Whether only this machine can connect."""
    given: frozenset[str] = frozenset()
    """The names that the operator gave."""
    machine: frozenset[str] = frozenset()
    """The names of this machine."""

    def has(self, name: str) -> bool:
        """Whether a name is ours when a browser connects directly, without a proxy."""
        if name == LOOPBACK_NAME or name in self.given:
            return True
        number = parse_address(name)
        if self.is_local:
            return number is not None and number.is_loopback
        return number is not None or self._is_of_this_network(name)

    def may_be_passed_on(self, name: str) -> bool:
        """Whether a trusted proxy may pass on a name: if the operator gave names, only those."""
        return name in self.given if self.given else is_host_name(name)

    def _is_of_this_network(self, name: str) -> bool:
        if name in self.machine or (name.endswith(RESERVED_SUFFIXES) and is_host_name(name)):
            return True
        return name.endswith(HABITUAL_SUFFIX) and name.removesuffix(HABITUAL_SUFFIX) in self.machine


@dataclass(frozen=True, slots=True)
class Addresses:
    """The addresses under which a server can be opened."""

    here: str
    """The address for browsers at this machine."""
    others: tuple[str, ...] = ()
    """The addresses for other machines, the best first; none if only this machine can connect."""


def addresses_of(listener: socket.socket, outgoing: Address | None = None) -> Addresses:
    """The addresses under which a listening socket can be opened in a browser.

    Args:
        listener: the socket.
        outgoing: the address to name first; by default this machine's towards other networks.
    """
    host, port = listener.getsockname()[:2]
    bound = ip_address(host)
    if bound.is_loopback:
        return Addresses(url_of(host, port))
    numbers = [bound]
    if bound.is_unspecified:
        reachable = {one for one in _interface_addresses() if _accepts(listener, one)}
        best = outgoing or _outgoing_address()
        numbers = sorted(reachable, key=lambda one: (one != best, one.version, int(one)))
        host = "127.0.0.1" if _accepts(listener, ip_address("127.0.0.1")) else "::1"
    others = [str(number) for number in numbers] + _names_of(numbers)
    return Addresses(url_of(host, port), tuple(url_of(one, port) for one in others))


def url_of(host: str, port: int) -> str:
    """The URL of a server that listens on a port of a host."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _accepts(listener: socket.socket, address: Address) -> bool:
    """Whether a socket bound to all addresses accepts connections of this IP version."""
    if listener.family == socket.AF_INET:
        return address.version == 4
    return address.version == 6 or not listener.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY)


def _interface_addresses() -> Iterator[Address]:
    """The addresses of this machine to which other machines can connect."""
    for adapter in ifaddr.get_adapters():
        for one in adapter.ips:
            found = ip_address(one.ip if isinstance(one.ip, str) else one.ip[0])
            # a link-local address needs the interface's name, which browsers do not accept
            if not found.is_loopback and not found.is_link_local:
                yield found


def _outgoing_address() -> Address | None:
    """This machine's address on its route to other networks, not a bridge's; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(_DOCUMENTATION_ADDRESS)
        except OSError:  # there is no route
            return None
        return parse_address(asking.getsockname()[0])


def _names_of(addresses: Iterable[Address]) -> list[str]:
    """The names of this machine that resolve to one of these addresses in time."""
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
