"""The guard: which requests are let in, and the security headers of every response.

A page of another site can make a browser send requests here. So a request that the browser marks as
cross-site (`Sec-Fetch-Site`, `Origin`) is let in only if it follows a link. The name in `Host` must
be ours: otherwise, a foreign name that resolves to this machine could read the responses (DNS
rebinding).
"""

from http import HTTPStatus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from enraya.web.server.forwarding import as_sent, is_forwarded
from enraya.web.server.host_names import Names, is_host_name, machine_names, name_of, url_of
from enraya.web.server.problems import Refusal, answer_to
from enraya.web.server.refusal_pages import FILES
from enraya.web.server.settings import ServerSettings

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
_STREAM = "text/event-stream"
_STREAM_HEADERS = {"cache-control": "no-cache", "x-accel-buffering": "no"}
"""Headers that keep browsers and proxies from buffering events; the second is nginx's."""
_SAFE_METHODS = {"GET", "HEAD"}
_OWN_SITES = {"same-origin", "none"}
"""The values of Sec-Fetch-Site for our own pages, and for addresses that the user typed."""


class Guard:
    """ASGI middleware that refuses unknown hosts, cross-site requests and large bodies."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self.app = app
        self.proxies = settings.proxies
        self.max_bytes = settings.max_body_bytes
        machine = frozenset() if settings.is_local else machine_names()
        self.names = Names(settings.is_local, settings.names, machine)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes the request on, or answers with a refusal."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        protected = _with_headers(send)
        try:
            seen, is_passed_on = as_sent(scope, self.proxies)
            self._check_name(scope, seen, is_passed_on=is_passed_on)
            _check(seen, self.max_bytes)
        except Refusal as refusal:
            await answer_to(Headers(scope=scope), refusal)(scope, receive, protected)
            return
        await self.app(seen, _bounded(receive, self.max_bytes), protected)

    def _check_name(self, scope: Scope, seen: Scope, *, is_passed_on: bool) -> None:
        """Refuses a host name that is not ours, except for the files that the refusal page needs.

        A script can set any header but `Host`, so the host that a proxy reports is checked as well,
        not instead.
        """
        if len(Headers(scope=scope).getlist("host")) > 1:
            raise Refusal(
                HTTPStatus.BAD_REQUEST, "bad_request", "a request must have one Host header"
            )
        hosts = [Headers(scope=one).get("host", "") for one in (scope, seen)]
        if all(self._is_ours(name_of(host), is_passed_on=is_passed_on) for host in hosts):
            return
        if scope["method"] in _SAFE_METHODS and scope["path"] in FILES:
            return
        raise _wrong_host(scope, hosts[-1])

    def _is_ours(self, name: str, *, is_passed_on: bool) -> bool:
        return self.names.has(name) or (is_passed_on and self.names.may_be_passed_on(name))


def _wrong_host(scope: Scope, host: str) -> Refusal:
    """The refusal of an unknown host, with the command or the link that helps."""
    name, has_proxy = name_of(host), is_forwarded(Headers(scope=scope))
    option = "--trust-proxy --name" if has_proxy else "--name"
    detail = f"this laboratory does not answer to {host!r}"
    refusal = Refusal(HTTPStatus.FORBIDDEN, "wrong_host", detail)
    refusal.command = f"enraya serve {option} {name}" if is_host_name(name) else None
    refusal.link = None
    if scope.get("server") and not has_proxy:  # the address that the visitor reached works
        refusal.link = url_of(*scope["server"])
    return refusal


def _check(scope: Scope, max_bytes: int) -> None:
    """Refuses cross-site requests, and bodies whose stated length is too large."""
    headers = Headers(scope=scope)
    if _is_foreign(scope["scheme"], headers) and not _is_link(scope["method"], headers):
        raise Refusal(HTTPStatus.FORBIDDEN, "cross_site", "requests from other sites are refused")
    length = headers.get("content-length", "0")
    if not length.isdecimal() or int(length[:12]) > max_bytes:
        raise _too_large(max_bytes)


def _too_large(max_bytes: int) -> Refusal:
    """The refusal of a body that is too large."""
    detail = f"a request can have at most {max_bytes} bytes"
    return Refusal(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", detail)


def _is_foreign(scheme: str, headers: Headers) -> bool:
    """Whether a browser says that another site made this request; programs say nothing."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in _OWN_SITES:
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    its_scheme, _, its_host = origin.lower().partition("://")
    if scheme == "https" and its_scheme != scheme:  # others may have changed that page
        return True
    return _without_default_port(its_host) != _without_default_port(headers.get("host", "").lower())


def _without_default_port(host: str) -> str:
    """The host as browsers write it; some proxies add the default port."""
    return host.removesuffix(":80").removesuffix(":443")


def _is_link(method: str, headers: Headers) -> bool:
    """Whether a person followed a link to one of our pages; other sites may contain such links."""
    return method in _SAFE_METHODS and headers.get("sec-fetch-mode") == "navigate"


def _bounded(receive: Receive, max_bytes: int) -> Receive:
    """Receives the same messages, but raises a refusal once the body exceeds the limit."""
    taken = 0

    async def bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > max_bytes:
            raise _too_large(max_bytes)
        return message

    return bounded


def _with_headers(send: Send) -> Send:
    """Sends the same responses with security headers added; those that a route has set stay."""

    async def protected(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
            if headers.get("content-type", "").startswith(_STREAM):
                for name, value in _STREAM_HEADERS.items():
                    headers.setdefault(name, value)
        await send(message)

    return protected
