"""Requests that came through a reverse proxy, seen as the visitor sent them.

A proxy reports the visitor's address, scheme and host in `X-Forwarded-For`, `-Proto` and `-Host`,
or in `Forwarded` (RFC 7239). Anyone can write such headers, so they count only when the connection
comes from a proxy that the operator trusts, and only the part that trusted proxies wrote. Each
proxy appends the address that connected to it; the visitor is the right-most address that is not a
trusted proxy itself.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from http import HTTPStatus
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.types import Scope

from enraya.errors import InvalidSetting
from enraya.web.server.problems import Refusal

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
THIS_MACHINE: tuple[Network, ...] = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
_SCHEMES = {"http", "https"}
_FORWARDED = "forwarded"
_X_FORWARDED = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto")
FORWARDING_HEADERS = (_FORWARDED, *_X_FORWARDED, "via", "x-real-ip")
"""Headers that proxies add: the visitor who sent a request with one is not at this machine."""
_PAIR = re.compile(r'([\w-]+)=("(?:[^"\\]|\\.)*"|[^;,"\s]*)')
_ELEMENT = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*")+')
_WITH_PORT = re.compile(r"\[([^\]]+)\](?::\d+)?|([\d.]+):\d+")


class _Hop(NamedTuple):
    """What one proxy reports about a request that it passed on."""

    caller: str
    """The address that connected to the proxy; empty, as are the others, if not reported."""
    host: str
    scheme: str


def parse_networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """The networks named by texts such as ``10.0.0.5`` and ``fd00::/8``.

    Raises:
        InvalidSetting: when one of them is neither an address nor a network.
    """
    networks = []
    for text in texts:
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            raise InvalidSetting(
                f"--proxy {text!r}: write an address or a network, such as 10.0.0.5 or 10.0.0.0/8"
            ) from None
    return tuple(networks)


def as_sent(scope: Scope, proxies: Sequence[Network]) -> tuple[Scope, bool]:
    """A request as the visitor sent it, and whether a trusted proxy passed it on.

    The client, the scheme and the `Host` header become the visitor's. Forwarding headers stay, but
    they may be used only to see that the visitor is not at this machine.

    Raises:
        Refusal: when both kinds of headers are present: the proxy writes only one of them, so the
            visitor wrote the other, and nothing tells which.
    """
    headers = Headers(scope=scope)
    peer = parse_address(scope["client"][0]) if scope.get("client") else None
    has_forwarded = _FORWARDED in headers
    has_x_forwarded = any(name in headers for name in _X_FORWARDED)
    plain = {**scope}
    if peer is not None:  # an IPv6 socket reports IPv4 clients as ::ffff:…
        plain["client"] = (str(peer), scope["client"][1])
    if peer is None or not (has_forwarded or has_x_forwarded) or not is_within(peer, proxies):
        return plain, False
    if has_forwarded and has_x_forwarded:
        raise Refusal(
            HTTPStatus.BAD_REQUEST,
            "bad_request",
            "the request has Forwarded and X-Forwarded-* headers; the proxy must remove one kind",
        )
    hops = _forwarded_hops(headers) if has_forwarded else _x_forwarded_hops(headers)
    visitor, hop = _visitor_and_hop(peer, hops, proxies)
    plain["client"] = (str(visitor), 0)
    if hop is not None:
        _apply_hop(plain, hop)
    return plain, True


def parse_address(text: str) -> Address | None:
    """An IP address as headers write it, with or without brackets and port; None if invalid.

    >>> parse_address("[2001:db8::1]:443"), parse_address("::ffff:192.0.2.7"), parse_address("me")
    (IPv6Address('2001:db8::1'), IPv4Address('192.0.2.7'), None)
    """
    found = _WITH_PORT.fullmatch(text)
    try:
        address = ip_address((found[1] or found[2]) if found else text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def is_forwarded(headers: Headers) -> bool:
    """Whether the headers say that a proxy passed the request on; anyone can write them."""
    return any(name in headers for name in FORWARDING_HEADERS)


def is_within(address: Address | None, networks: Sequence[Network]) -> bool:
    """Whether an address is in any of these networks; None never is."""
    return address is not None and any(address in network for network in networks)


def _visitor_and_hop(
    peer: Address, hops: Iterable[_Hop], proxies: Sequence[Network]
) -> tuple[Address, _Hop | None]:
    """The visitor's address, and what the outermost trusted proxy reports."""
    address, believed = peer, None
    for hop in hops:
        if not is_within(address, proxies):  # the sender of this hop is not trusted
            break
        believed = hop
        caller = parse_address(hop.caller)
        if caller is None:
            break
        address = caller
    return address, believed


def _apply_hop(scope: Scope, hop: _Hop) -> None:
    """Sets the request's scheme and host to those that a trusted proxy reports."""
    if hop.scheme.lower() in _SCHEMES:
        scope["scheme"] = hop.scheme.lower()
    if hop.host:
        others = [pair for pair in scope["headers"] if pair[0] != b"host"]
        scope["headers"] = [(b"host", hop.host.encode("latin-1", "replace")), *others]


def _x_forwarded_hops(headers: Headers) -> Iterator[_Hop]:
    """The hops in the `X-Forwarded-*` headers, the last one first.

    Some proxies set host and scheme once, others append theirs; the lists are aligned at their
    right ends.
    """
    told = [
        [part.strip() for line in headers.getlist(name) for part in line.split(",")][::-1] or [""]
        for name in _X_FORWARDED
    ]
    for place in range(len(told[0])):
        yield _Hop(*(parts[min(place, len(parts) - 1)] for parts in told))


def _forwarded_hops(headers: Headers) -> Iterator[_Hop]:
    """The hops in the `Forwarded` headers, the last one first."""
    for element in reversed(_ELEMENT.findall(",".join(headers.getlist(_FORWARDED)))):
        told = {name.lower(): _unquoted(value) for name, value in _PAIR.findall(element)}
        yield _Hop(*(told.get(name, "") for name in ("for", "host", "proto")))


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value
