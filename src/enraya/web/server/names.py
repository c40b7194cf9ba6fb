"""The names we answer to: a name that somebody else controls must not lead a browser to us.

A web page can let the name of its own site resolve to our address and then read our answers as if
they were its own (DNS rebinding). So a name counts as ours only if nobody outside can make it
resolve: a number, a name of this machine, a name that is reserved for local networks.
"""

import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Thread
from typing import TypeVar

from enraya.errors import InvalidSetting
from enraya.web.server.forwarding import parse_address

LOOPBACK_NAME = "localhost"
RESERVED_SUFFIXES = (".local", ".home.arpa", ".internal")
"""Never resolved by the public DNS: RFC 6762, RFC 8375, and ICANN's resolution of 2024."""
HABITUAL_SUFFIX = ".lan"
"""What many routers append, though nobody has reserved it: only with this machine's own name."""
_HOST = re.compile(r"[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9_.])?|\[[0-9a-f:.]+\]")
_PATIENCE = 2.0
"""Seconds that name servers get to answer."""
_T = TypeVar("_T")


def name_of(host: str) -> str:
    """The host of a `Host` header in small letters, without its port.

    >>> name_of("PC.local:8000"), name_of("[::1]:8000"), name_of("[::1]"), name_of("pc.")
    ('pc.local', '[::1]', '[::1]', 'pc')
    """
    name, colon, port = host.lower().rpartition(":")
    return (name if colon and port.isdecimal() else host.lower()).removesuffix(".")


def is_host_name(text: str) -> bool:
    """Whether a text can be a host at all: a name, or an address as addresses are written."""
    return _HOST.fullmatch(text) is not None


def parse_names(texts: Iterable[str]) -> frozenset[str]:
    """The names that an operator gives.

    Raises:
        InvalidSetting: when one of them is not the name of a host.
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
    """What this machine is called: its host name, with and without a domain."""
    found = {socket.gethostname(), in_time(socket.getfqdn, "")} - {""}
    names = {name_of(name) for name in found}
    return frozenset(names | {name.partition(".")[0] for name in names})


def in_time(ask: Callable[[], _T], otherwise: _T) -> _T:
    """What name servers answer, if they do so soon."""
    answers = [otherwise]
    asking = Thread(target=lambda: answers.append(ask()), daemon=True)
    asking.start()
    asking.join(_PATIENCE)
    return answers[-1]


@dataclass(frozen=True, slots=True)
class Names:
    """Which names in `Host` are ours."""

    is_local: bool
    """Whether only this machine can connect."""
    given: frozenset[str] = frozenset()
    """The names that the operator gave."""
    machine: frozenset[str] = frozenset()
    """The names of this machine."""

    def has(self, name: str) -> bool:
        """Whether a name is ours when a browser connects by itself."""
        if name == LOOPBACK_NAME or name in self.given:
            return True
        number = parse_address(name)
        if self.is_local:
            return number is not None and number.is_loopback
        return number is not None or self._is_of_this_network(name)

    def may_be_passed_on(self, name: str) -> bool:
        """Whether visitors of a trusted proxy may ask for a name: a given one, if there is any."""
        return name in self.given if self.given else is_host_name(name)

    def _is_of_this_network(self, name: str) -> bool:
        if name in self.machine or (name.endswith(RESERVED_SUFFIXES) and is_host_name(name)):
            return True
        return name.endswith(HABITUAL_SUFFIX) and name.removesuffix(HABITUAL_SUFFIX) in self.machine
