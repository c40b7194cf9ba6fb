"""Runs a server: binds its address, and lets uvicorn serve there."""

import errno
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from fastapi import FastAPI

from enraya.errors import InvalidSetting
from enraya.web.server.connections import IDLE_SECONDS, guarded
from enraya.web.server.settings import ServerSettings

_SWITCH_SECONDS = 0.001
"""How long a busy thread may hold the interpreter before the event loop gets it."""
_QUIET_SECONDS = 3
_MOST_FILES = 8_192
_BACKLOG = 2_048
_ADVICE = {
    errno.EADDRINUSE: "another program, perhaps another laboratory, already listens there; stop "
    "it or choose another port with --port",
    errno.EACCES: "only root may use that port; choose one above 1023 with --port",
    errno.EADDRNOTAVAIL: "this machine does not have that address; with --host 0.0.0.0 the "
    "server listens on all addresses of this machine",
}


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to an address, for `run_server` to listen on.

    Raises:
        InvalidSetting: when the address is not available.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, socket.SOCK_STREAM)
    except OSError as error:
        raise _unavailable(host, port, error) from None
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
    except OSError as error:
        listener.close()
        raise _unavailable(host, port, error) from None
    return listener


def _unavailable(host: str, port: int, error: OSError) -> InvalidSetting:
    reason = _ADVICE.get(error.errno or 0, error.strerror)
    return InvalidSetting(f"cannot listen on {host} port {port}: {reason}")


class Server(uvicorn.Server):
    """A server that announces when it accepts connections, and ends live pages before it stops."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None] = lambda: None) -> None:
        super().__init__(config)
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts the server, then announces it."""
        await super().startup(sockets)
        if self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends live pages, then the server; uvicorn alone would cut off each with a traceback."""
        app: Any = self.config.app
        app.state.parts.end_streams()
        await super().shutdown(sockets)


def run_server(
    app: FastAPI,
    settings: ServerSettings,
    listener: socket.socket,
    announce: Callable[[], None],
) -> None:
    """Serves an application until it is told to stop.

    Args:
        app: the application.
        settings: how it is served.
        listener: a bound socket.
        announce: called once connections are accepted.

    Raises:
        InvalidSetting: when another program took the address since it was bound.
    """
    sys.setswitchinterval(_SWITCH_SECONDS)
    try:
        listener.listen(_BACKLOG)
    except OSError as error:
        host, port = listener.getsockname()[:2]
        raise _unavailable(host, port, error) from None
    _allow_files()
    Server(configuration_of(app, settings), announce).run(sockets=[listener])


def configuration_of(app: FastAPI, settings: ServerSettings) -> uvicorn.Config:
    """The configuration of uvicorn for an application."""
    return uvicorn.Config(
        app,
        http=guarded(settings),
        ws="none",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # the guard decides which proxies to trust
        timeout_keep_alive=IDLE_SECONDS,
        timeout_graceful_shutdown=_QUIET_SECONDS,
    )


def _allow_files() -> None:
    """Raises the limit of open file descriptors, for all connections and the files of agents."""
    try:
        import resource
    except ImportError:  # on Windows, which has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _MOST_FILES if hard == resource.RLIM_INFINITY else min(_MOST_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
