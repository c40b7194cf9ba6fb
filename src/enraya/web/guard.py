"""The door: which requests are let in at all, and what every answer tells the browser.

A page of another site can make a browser send requests here, so a request that a browser marks
as foreign (`Sec-Fetch-Site`, `Origin`) is let in only when someone follows a link. The name in
`Host` must be ours: a foreign name that resolves to this machine could otherwise read the answers
(DNS rebinding).
"""

from http import HTTPStatus
from ipaddress import ip_address
from socket import gethostname

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enraya.web.problems import Refusal
from enraya.web.settings import LOOPBACK_HOSTS, MAX_BODY_BYTES, ServerSettings

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_SAFE_METHODS = {"GET", "HEAD"}
_OWN_SITES = {"same-origin", "none"}
"""The values of Sec-Fetch-Site for our own pages, and for addresses the user typed."""


class Guard:
    """ASGI middleware that refuses foreign hosts, foreign sites and large bodies."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets the request in, or answers with the reason."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        refusal = self._refusal(scope["method"], Headers(scope=scope))
        protected = _with_headers(send)
        if refusal is not None:
            await refusal.response()(scope, receive, protected)
            return
        await self.app(scope, _bounded(receive), protected)

    def _refusal(self, method: str, headers: Headers) -> Refusal | None:
        host = headers.get("host", "")
        if not self._is_ours(_name_of(host)):
            return Refusal(
                HTTPStatus.FORBIDDEN, "wrong_host", f"this laboratory does not answer for {host!r}"
            )
        if _is_foreign(headers, host) and not _is_link(method, headers):
            return Refusal(
                HTTPStatus.FORBIDDEN, "cross_site", "requests from other sites are refused"
            )
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:12]) > MAX_BODY_BYTES:
            return Refusal.of(_too_large())
        return None

    def _is_ours(self, name: str) -> bool:
        """Whether a host is one of ours: rebinding needs a foreign name, never a number."""
        if name in LOOPBACK_HOSTS:
            return True
        return not self.settings.is_local and (_is_number(name) or name == gethostname().lower())


def _too_large() -> HTTPException:
    """The answer to a body beyond the bound; routes pass this kind of error on unchanged."""
    sentence = f"a request can have at most {MAX_BODY_BYTES} bytes"
    return HTTPException(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence)


def _name_of(host: str) -> str:
    """The host without its port."""
    name, colon, port = host.lower().rpartition(":")
    return name if colon and port.isdecimal() else host.lower()


def _is_number(name: str) -> bool:
    """Whether a host is a numeric address."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _is_foreign(headers: Headers, host: str) -> bool:
    """Whether a browser says that another site makes this request; programs say nothing."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in _OWN_SITES:
        return True
    origin = headers.get("origin")
    return origin is not None and origin.lower().partition("://")[2] != host.lower()


def _is_link(method: str, headers: Headers) -> bool:
    """Whether someone followed a link to one of our pages, which other sites may contain."""
    return method in _SAFE_METHODS and headers.get("sec-fetch-mode") == "navigate"


def _bounded(receive: Receive) -> Receive:
    """The same messages, but an error once the body exceeds the bound."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > MAX_BODY_BYTES:
            raise _too_large()
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    """The same answers with the headers that protect the page; a route's own policy stays."""

    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return protected
