"""Forwarding headers, which count only from trusted proxies."""

import re
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from starlette.datastructures import Headers

from enraya.errors import InvalidSetting
from enraya.web.server.forwarding import THIS_MACHINE, as_sent, parse_networks
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import MAX_BODY_BYTES

PROXY = Path(__file__).parents[3] / "docs" / "proxy"
HERE, VISITOR, NAME = "127.0.0.1", "198.51.100.7", "lab.example.org"
TWO_PROXIES = (*THIS_MACHINE, ip_network("10.0.0.0/8"))


def request(peer: str, *headers: tuple[str, str]) -> dict[str, Any]:
    """A request that arrives from an address."""
    sent = (("host", "lab.example.org"), *headers)
    return {
        "type": "http",
        "scheme": "http",
        "client": (peer, 40_000),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in sent],
    }


def seen(peer: str, *headers: tuple[str, str]) -> tuple[str, str, str, bool]:
    """The visitor's address, the scheme, the host, and whether a proxy passed the request on."""
    scope, is_passed_on = as_sent(request(peer, *headers), TWO_PROXIES)
    return scope["client"][0], scope["scheme"], Headers(scope=scope)["host"], is_passed_on


@pytest.mark.parametrize(
    ("addresses", "visitor"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("6.6.6.6, 198.51.100.7", "198.51.100.7"),  # the left one is the visitor's own invention
        ("198.51.100.7, 10.1.2.3", "198.51.100.7"),
        ("6.6.6.6, 198.51.100.7, 10.1.2.3, 127.0.0.1", "198.51.100.7"),
        ("10.1.2.3", "10.1.2.3"),
        ("198.51.100.7:5555", "198.51.100.7"),
        ("[2001:db8::7]:5555", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("198.51.100.7, unknown", "127.0.0.1"),
        ("198.51.100.7, unknown, 10.1.2.3", "10.1.2.3"),
        ("<script>", "127.0.0.1"),
        ("", "127.0.0.1"),
        (",,,", "127.0.0.1"),
    ],
)
def test_the_visitor_is_the_rightmost_address_that_is_not_a_proxy(
    addresses: str, visitor: str
) -> None:
    assert seen("127.0.0.1", ("X-Forwarded-For", addresses))[0] == visitor


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (f"for={VISITOR};proto=https;host=a.example", (VISITOR, "https", "a.example")),
        ('For="[2001:db8::7]:99"; Proto=HTTPS', ("2001:db8::7", "https", NAME)),
        (
            f"for=6.6.6.6;host=evil.example, for={VISITOR};host=a.example, for=10.0.0.1;host=b",
            (VISITOR, "http", "a.example"),
        ),
        (f'for="6.6.6.6, for=7.7.7.7";host="x,y", for={VISITOR}', (VISITOR, "http", NAME)),
        ("for=_hidden;proto=https", (HERE, "https", NAME)),
        (f"for={VISITOR};proto=gopher", (VISITOR, "http", NAME)),
        ("nonsense", (HERE, "http", NAME)),
    ],
)
def test_the_standard_header_is_read(value: str, expected: tuple[str, str, str]) -> None:
    assert seen("127.0.0.1", ("Forwarded", value)) == (*expected, True)


FORGED = (
    ("X-Forwarded-For", "127.0.0.1"),
    ("X-Forwarded-Proto", "https"),
    ("X-Forwarded-Host", "localhost"),
    ("Forwarded", "for=127.0.0.1;host=localhost;proto=https"),
)
SEEN = {
    "scheme and host come from the proxy": (
        "::1",
        [
            ("X-Forwarded-For", VISITOR),
            ("X-Forwarded-Proto", "https"),
            ("X-Forwarded-Host", "public.example:8443"),
        ],
        (VISITOR, "https", "public.example:8443", True),
    ),
    "lists of hosts and schemes are aligned at the right": (
        HERE,
        [
            ("X-Forwarded-For", f"6.6.6.6, {VISITOR}, 10.0.0.1"),
            ("X-Forwarded-Proto", "gopher, https, http"),
            ("X-Forwarded-Host", "evil.example, public.example, inner"),
        ],
        (VISITOR, "https", "public.example", True),
    ),
    "lines of one header are one list": (
        HERE,
        [("X-Forwarded-For", "6.6.6.6"), ("X-Forwarded-For", VISITOR)],
        (VISITOR, "http", NAME, True),
    ),
    "a proxy that says nothing passes nothing on": (HERE, [], (HERE, "http", NAME, False)),
    "an IPv4 visitor of an IPv6 socket": (f"::ffff:{VISITOR}", [], (VISITOR, "http", NAME, False)),
    "an IPv4 proxy of an IPv6 socket": (
        f"::ffff:{HERE}", [("X-Forwarded-For", VISITOR)], (VISITOR, "http", NAME, True),
    ),
    **{
        f"{peer} cannot say who it is": (peer, FORGED, (peer, "http", NAME, False))
        for peer in (VISITOR, "2001:db8::7", "192.168.0.9")
    },
}  # fmt: skip


@pytest.mark.parametrize(("peer", "headers", "expected"), SEEN.values(), ids=SEEN)
def test_forwarding_headers_count_only_from_proxies(
    peer: str, headers: Sequence[tuple[str, str]], expected: tuple[str, str, str, bool]
) -> None:
    assert seen(peer, *headers) == expected


def test_the_host_of_the_proxy_replaces_that_header_and_no_other() -> None:
    sent = [("X-Forwarded-Host", "public.example"), ("Cookie", "a=b")]
    headers = Headers(scope=as_sent(request("127.0.0.1", *sent), TWO_PROXIES)[0])
    assert headers.getlist("host") == ["public.example"]
    assert (headers["cookie"], headers["x-forwarded-host"]) == ("a=b", "public.example")


def test_a_client_without_an_address_is_not_a_proxy() -> None:
    sent = request("", ("X-Forwarded-For", "198.51.100.7")) | {"client": None}
    scope, is_passed_on = as_sent(sent, TWO_PROXIES)
    assert (scope["client"], is_passed_on) == (None, False)


def test_proxies_are_trusted_only_if_the_operator_names_them() -> None:
    scope, is_passed_on = as_sent(request("127.0.0.1", ("X-Forwarded-For", "198.51.100.7")), ())
    assert (scope["client"][0], is_passed_on) == ("127.0.0.1", False)


def test_a_request_with_both_kinds_of_forwarding_headers_is_refused() -> None:
    both = [("X-Forwarded-For", "198.51.100.7"), ("Forwarded", "for=6.6.6.6")]
    with pytest.raises(Refusal, match="remove one kind"):
        seen("127.0.0.1", *both)


def test_networks_of_proxies_are_parsed_or_refused_with_a_sentence() -> None:
    assert parse_networks(["10.0.0.5", "10.1.2.3/8", "fd00::/8"]) == (
        ip_network("10.0.0.5/32"),
        ip_network("10.0.0.0/8"),
        ip_network("fd00::/8"),
    )
    with pytest.raises(InvalidSetting, match=r"'nginx': write an address or a network"):
        parse_networks(["nginx"])


def test_both_proxy_examples_serve_the_same_laboratory() -> None:
    """Caddy is not in Debian's stable release, so its example is compared, not run."""
    nginx, caddy = ((PROXY / name).read_text() for name in ("nginx.conf", "Caddyfile"))
    for example in (nginx, caddy):
        assert "enraya serve --trust-proxy --name lab.example.org" in example
        assert re.search(r"(proxy_pass http://|reverse_proxy )127\.0\.0\.1:8000", example)
        largest = re.search(r"(?:client_max_body_size|max_size) (\d)M?m?B?", example)
        assert largest
        assert int(largest[1]) * 1_000_000 > MAX_BODY_BYTES
    assert 'proxy_set_header Forwarded "";' in nginx
    assert "header_up -Forwarded" in caddy
