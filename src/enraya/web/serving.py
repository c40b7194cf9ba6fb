"""Running a laboratory: everything is compiled and ready before the first request is taken."""

import socket
import sys

import uvicorn

from enraya.errors import InvalidSetting
from enraya.web.app import create_app
from enraya.web.database import open_database
from enraya.web.settings import ServerSettings

_SWITCH_SECONDS = 0.001
"""The longest that a thinking thread keeps the interpreter from the event loop."""
_QUIET_SECONDS = 3
_MAX_CONNECTIONS = 1_000


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to an address, for `serve` to listen on.

    Raises:
        InvalidSetting: when the address is not available.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise InvalidSetting(f"cannot listen on {host} port {port}: {error.strerror}") from None
    return listener


def check_store(settings: ServerSettings) -> None:
    """Refuses a folder that cannot be used; uvicorn would only say that something failed.

    Raises:
        InvalidSetting: with the reason.
    """
    open_database(settings.store).close()


def serve(settings: ServerSettings, listener: socket.socket) -> None:
    """Serves until it is told to stop."""
    sys.setswitchinterval(_SWITCH_SECONDS)
    config = uvicorn.Config(
        create_app(settings=settings),
        log_level="warning",
        access_log=False,
        server_header=False,
        limit_concurrency=_MAX_CONNECTIONS,
        timeout_graceful_shutdown=_QUIET_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[listener])
