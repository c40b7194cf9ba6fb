"""Servers that a command makes and never starts."""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from enraya.web.laboratory.thinking.compilation import Compilation
from enraya.web.server import serving
from enraya.web.server.settings import ServerSettings


@contextmanager
def servers_made() -> Iterator[list[ServerSettings]]:
    """The settings of the servers that commands start inside; each is announced and ends."""
    found = list[ServerSettings]()

    def serve(
        _: Any, settings: ServerSettings, listener: socket.socket, announce: Callable[[], None]
    ) -> None:
        found.append(settings)
        listener.close()
        announce()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(serving, "run_server", serve)
        patched.setattr("enraya.web.league.routes.app.create_league_app", lambda *_: None)
        patched.setattr(Compilation, "if_needed", lambda _: None)
        yield found
