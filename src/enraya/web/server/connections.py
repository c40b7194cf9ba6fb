"""Network connections: slow and idle ones are closed, and no address can take them all.

uvicorn alone waits forever for the first byte of a request and for a client that does not read its
response; and it accepts headers of any length and any number of pipelined requests.
"""

import asyncio
import socket
import struct
from contextlib import AbstractContextManager, ExitStack
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from enraya.web.server.forwarding import is_within, parse_address
from enraya.web.server.limits import InUse, TooMany
from enraya.web.server.settings import ServerSettings
from enraya.web.server.visitor import Visitor, network_of

HEAD_SECONDS = 10.0
"""How long a request's headers may take; for the first, counted from connecting."""
BODY_SECONDS = 20.0
"""How long the body of a request may take."""
READ_SECONDS = 30.0
"""How long a client may read nothing while a response waits to be sent."""
IDLE_SECONDS = 10
"""How long a connection stays open between two requests."""
MAX_HEAD_BYTES = 1 << 16
"""The most bytes that the request line and the headers may have together."""
MAX_PIPELINED = 16
"""How many requests may wait behind the one being answered; browsers do not pipeline."""
_ACK_MILLISECONDS = 60_000
"""How long sent data may stay unacknowledged: a phone without power never says goodbye."""
_SEND_BYTES = 1 << 18
"""The size of the send buffer that the system keeps for a connection."""
_BUSY = "too many connections; try again in a moment\n"
_REFUSAL = (
    "HTTP/1.1 {0.value} {0.phrase}\r\nContent-Type: text/plain\r\n"
    f"Content-Length: {len(_BUSY)}\r\nRetry-After: 5\r\nConnection: close\r\n\r\n{_BUSY}"
)


class Connections:
    """Counts the open connections of each address."""

    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings
        self._in_use = InUse("connections", settings.limits.connections)

    def by(self, host: str) -> AbstractContextManager[None]:
        """Counts a connection from an address while the block lasts.

        Raises:
            TooMany: when a limit is reached.
        """
        # a proxy opens connections for many visitors
        is_proxy = is_within(parse_address(host), self._settings.proxies)
        is_free = self._settings.is_personal or is_proxy
        return self._in_use.by(Visitor("", network_of(host), is_operator=is_free))


class GuardedConnection(HttpToolsProtocol):
    """A connection of uvicorn with deadlines and limits."""

    counted: ClassVar[Connections]
    """The counter of a server's connections; each server sets it in a subclass of its own."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._held = ExitStack()
        self._is_in_head = False
        self._head_bytes = 0
        self._deadline: asyncio.TimerHandle | None = None
        self._reading: asyncio.TimerHandle | None = None
        self._running: RequestResponseCycle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn
        """Accepts a connection, or refuses it with a short response and closes it."""
        peer = transport.get_extra_info("peername")
        try:
            self._held.enter_context(self.counted.by(peer[0] if peer else ""))
        except TooMany as refusal:
            is_full = refusal.status_code == HTTPStatus.CONFLICT
            status = HTTPStatus.SERVICE_UNAVAILABLE if is_full else HTTPStatus.TOO_MANY_REQUESTS
            transport.set_protocol(asyncio.Protocol())  # which ignores further data
            transport.write(_REFUSAL.format(status).encode())
            transport.close()
            return
        found = transport.get_extra_info("socket")
        if found is not None and found.family != getattr(socket, "AF_UNIX", None):
            found.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BYTES)
            if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _ACK_MILLISECONDS)
        super().connection_made(transport)
        self._wait(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stops counting the connection, and tells its requests that the client has gone."""
        self._held.close()
        self._wait(None)
        self.resume_writing()
        super().connection_lost(exc)
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True  # of several requests, uvicorn tells the last
            self._running.message_event.set()

    def data_received(self, data: bytes) -> None:
        """Parses a part of a request; refuses headers that are too long."""
        if self._deadline is None and not self._is_answering():
            self._wait(HEAD_SECONDS)
        super().data_received(data)
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes <= MAX_HEAD_BYTES:
                return
            if self._is_answering():
                self._drop()  # an error would land in the middle of a response
            else:
                self.send_400_response(
                    f"request line and headers can have at most {MAX_HEAD_BYTES} bytes"
                )

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def on_message_begin(self) -> None:
        """Starts counting the bytes of the headers."""
        self._is_in_head, self._head_bytes = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Starts the deadline of the body, or drops a client with too many requests."""
        self._is_in_head = False
        if len(self.pipeline) >= MAX_PIPELINED:
            self._drop()
            return
        self._wait(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Cancels the deadline: the response may take any time."""
        self._wait(None)
        super().on_message_complete()

    def _unsupported_upgrade_warning(self) -> None:
        """Logs nothing: any visitor could fill the terminal, and the request is answered anyway."""

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def pause_writing(self) -> None:
        """Starts the deadline by which the client must have read something."""
        super().pause_writing()
        if self._reading is None:
            self._reading = self.loop.call_later(READ_SECONDS, self._drop)

    def resume_writing(self) -> None:
        """Cancels the deadline for reading: the client has read."""
        super().resume_writing()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _wait(self, seconds: float | None) -> None:
        """Replaces the deadline at which the connection is dropped; None only cancels it."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if seconds is not None:
            self._deadline = self.loop.call_later(seconds, self._drop)

    def _drop(self) -> None:
        """Resets the connection at once; data that the client has not read is discarded."""
        found = self.transport.get_extra_info("socket")
        if found is not None:
            found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()


def guarded(settings: ServerSettings) -> type[GuardedConnection]:
    """The connection class of one server, which counts its connections."""
    return type("Connection", (GuardedConnection,), {"counted": Connections(settings)})
