"""Who sends a request: a browser, known by its session, at an address of the network."""

from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_network

from starlette.requests import HTTPConnection
from starlette.responses import Response

from enraya.web.server.forwarding import parse_address
from enraya.web.server.problems import Refusal

_HOME_BITS = 64
"""The length of the IPv6 prefix of one home or phone, which has 2**64 addresses."""
_NOBODY = "unknown"
_COOKIE_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who sends a request.

    >>> Visitor("", "192.0.2.1", is_operator=False).is_nobody
    True
    """

    session: str
    """The name of this browser's session; empty if it has none."""
    address: str
    """The IPv4 address or IPv6 network that limits count as one address."""
    is_operator: bool
    """Whether this browser has the operator's rights."""

    @property
    def is_nobody(self) -> bool:
        """Whether this visitor can own nothing: no session, and not the operator."""
        return not self.session and not self.is_operator

    @property
    def key(self) -> str:
        """What identifies this visitor in a queue: the session or, without one, the address."""
        return self.session or self.address

    @property
    def owner(self) -> str:
        """The owner of what this visitor makes: a session's name, or empty for the operator."""
        return "" if self.is_operator else self.session

    def may_change(self, owner: str) -> bool:
        """Whether this visitor may change what belongs to an owner."""
        return self.is_operator or (owner != "" and owner == self.session)

    def check_may_change(self, owner: str) -> None:
        """Refuses a change of what belongs to another visitor.

        Raises:
            Refusal: when this visitor may not change it.
        """
        if not self.may_change(owner):
            raise Refusal(
                HTTPStatus.FORBIDDEN,
                "not_yours",
                "this belongs to somebody else; you can only look",
            )


OPERATOR = Visitor("", "", is_operator=True)
"""The operator outside of any browser: for what the laboratory does by itself."""


def network_of(host: str) -> str:
    """What limits count as one address: an IPv4 address, or the /64 network of an IPv6 one.

    >>> network_of("192.0.2.7"), network_of("::ffff:192.0.2.7"), network_of("2001:db8::1:2")
    ('192.0.2.7', '192.0.2.7', '2001:db8::/64')
    >>> network_of("")
    'unknown'
    """
    address = parse_address(host.partition("%")[0])
    if address is None:
        return _NOBODY
    return str(address if address.version == 4 else ip_network((address, _HOME_BITS), strict=False))


def address_of(request: HTTPConnection) -> str:
    """The address that sent a request, as limits count it."""
    return network_of(request.client.host if request.client else "")


def remember_session(request: HTTPConnection, response: Response, cookie: str, secret: str) -> None:
    """Sets the cookie of this name to the secret of a browser's session."""
    response.set_cookie(
        cookie,
        secret,
        max_age=_COOKIE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
