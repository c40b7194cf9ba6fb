"""Who asks: a browser that the server has given a session, from an address of the network."""

from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_network

from starlette.requests import HTTPConnection
from starlette.responses import Response

from enraya.web.server.forwarding import parse_address
from enraya.web.server.problems import Refusal

_HOME_BITS = 64
"""The part of an IPv6 address that stands for a home or a telephone, which has 2**64 of them."""
_NOBODY = "unknown"
_COOKIE_SECONDS = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class Visitor:
    """A browser that asks.

    >>> Visitor("", "192.0.2.1", is_operator=False).is_nobody
    True
    """

    session: str
    """The name of the session that the server has made for this browser; else empty."""
    address: str
    """The part of the network that limits count as one place."""
    is_operator: bool
    """Whether this browser has the rights of the person who runs the laboratory."""

    @property
    def is_nobody(self) -> bool:
        """Whether nothing here can belong to this visitor."""
        return not self.session and not self.is_operator

    @property
    def key(self) -> str:
        """Whose turn it is in a queue."""
        return self.session or self.address

    @property
    def owner(self) -> str:
        """Whose is what this visitor makes: a session's name, or empty for the operator."""
        return "" if self.is_operator else self.session

    def may_change(self, owner: str) -> bool:
        """Whether this visitor may change what belongs to an owner."""
        return self.is_operator or (owner != "" and owner == self.session)

    def check_may_change(self, owner: str) -> None:
        """Refuses to change what belongs to another visitor.

        Raises:
            Refusal: with the reason.
        """
        if not self.may_change(owner):
            raise Refusal(
                HTTPStatus.FORBIDDEN, "not_yours", "this is somebody else's; you can only look"
            )


OPERATOR = Visitor("", "", is_operator=True)
"""The person who runs the laboratory, outside of any browser."""


def network_of(host: str) -> str:
    """What limits count as one address: an IPv4 address, or the first half of an IPv6 one.

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
    """What limits count as the address of a request."""
    return network_of(request.client.host if request.client else "")


def remember_session(request: HTTPConnection, response: Response, cookie: str, secret: str) -> None:
    """Gives a browser the secret of its session, in the cookie of this name."""
    response.set_cookie(
        cookie,
        secret,
        max_age=_COOKIE_SECONDS,
        httponly=True,
        samesite="strict",
        secure=request.url.scheme == "https",
    )
