"""Requests that a reverse proxy passes on, seen as the visitor sent them.

A proxy says in `X-Forwarded-For`, `-Proto` and `-Host`, or in `Forwarded` (RFC 7239), who asks and
what they asked for. Anyone can write such headers, so they count only when the connection comes
from a proxy that the operator trusts, and only the part that trusted proxies wrote. Each proxy adds
the address it was called from at the right end; the visitor is the right-most one that is not a
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
_STANDARD = "forwarded"
_USUAL = ("x-forwarded-for", "x-forwarded-host", "x-forwarded-proto")
FORWARDING_HEADERS = (_STANDARD, *_USUAL, "via", "x-real-ip")
"""What a proxy adds: a visitor behind one does not sit at this machine."""
_PAIR = re.compile(r'([\w-]+)=("(?:[^"\\]|\\.)*"|[^;,"\s]*)')
_ELEMENT = re.compile(r'(?:[^,"]|"(?:[^"\\]|\\.)*")+')
_WITH_PORT = re.compile(r"\[([^\]]+)\](?::\d+)?|([\d.]+):\d+")


class _Hop(NamedTuple):
    """What one proxy says about a request that it passed on."""

    caller: str
    """The address it was called from; this and the others are empty where it says nothing."""
    host: str
    scheme: str


def parse_networks(texts: Sequence[str]) -> tuple[Network, ...]:
    """The networks that texts such as ``10.0.0.5`` and ``fd00::/8`` name.

    Raises:
        InvalidSetting: when one of them is not an address or a network.
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

    The client, the scheme and the header `Host` are the visitor's. Forwarding headers stay, since
    they tell that the visitor does not sit at this machine; nothing else may be read from them.

    Raises:
        Refusal: when both kinds of headers are there: a proxy writes one of them, so the other
            is the visitor's own, and nothing says which.
    """
    headers = Headers(scope=scope)
    peer = parse_address(scope["client"][0]) if scope.get("client") else None
    has_standard, has_usual = _STANDARD in headers, any(name in headers for name in _USUAL)
    plain = {**scope}
    if peer is not None:  # an IPv4 address that an IPv6 socket saw is written as one
        plain["client"] = (str(peer), scope["client"][1])
    if peer is None or not (has_standard or has_usual) or not is_within(peer, proxies):
        return plain, False
    if has_standard and has_usual:
        raise Refusal(
            HTTPStatus.BAD_REQUEST,
            "bad_request",
            "the request has Forwarded and X-Forwarded-* headers; the proxy must remove one kind",
        )
    hops = _standard_hops(headers) if has_standard else _usual_hops(headers)
    visitor, hop = _first_certain(peer, hops, proxies)
    plain["client"] = (str(visitor), 0)
    if hop is not None:
        _believe(plain, hop)
    return plain, True


def parse_address(text: str) -> Address | None:
    """An address as it stands in a header, with or without brackets and port; else None.

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
    """Whether a request says that a proxy passed it on; anyone can say so."""
    return any(name in headers for name in FORWARDING_HEADERS)


def is_within(address: Address | None, networks: Sequence[Network]) -> bool:
    """Whether an address is in one of some networks; None is in no network."""
    return address is not None and any(address in network for network in networks)


def _first_certain(
    peer: Address, hops: Iterable[_Hop], proxies: Sequence[Network]
) -> tuple[Address, _Hop | None]:
    """The visitor's address, and what the outermost trusted proxy says."""
    address, believed = peer, None
    for hop in hops:
        if not is_within(address, proxies):  # what wrote this is not trusted
            break
        believed = hop
        caller = parse_address(hop.caller)
        if caller is None:
            break
        address = caller
    return address, believed


def _believe(scope: Scope, hop: _Hop) -> None:
    """Puts what a trusted proxy says into the request."""
    if hop.scheme.lower() in _SCHEMES:
        scope["scheme"] = hop.scheme.lower()
    if hop.host:
        others = [pair for pair in scope["headers"] if pair[0] != b"host"]
        scope["headers"] = [(b"host", hop.host.encode("latin-1", "replace")), *others]


def _usual_hops(headers: Headers) -> Iterator[_Hop]:
    """The hops that `X-Forwarded-*` tell of, the last one first.

    Some proxies write host and scheme once, others add theirs at the right; the lists are aligned
    there.
    """
    told = [
        [part.strip() for line in headers.getlist(name) for part in line.split(",")][::-1] or [""]
        for name in _USUAL
    ]
    for place in range(len(told[0])):
        yield _Hop(*(parts[min(place, len(parts) - 1)] for parts in told))


def _standard_hops(headers: Headers) -> Iterator[_Hop]:
    """The hops that `Forwarded` tells of, the last one first."""
    for element in reversed(_ELEMENT.findall(",".join(headers.getlist(_STANDARD)))):
        told = {name.lower(): _unquoted(value) for name, value in _PAIR.findall(element)}
        yield _Hop(*(told.get(name, "") for name in ("for", "host", "proto")))


def _unquoted(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value[1:-1]) if value.startswith('"') else value
