"""Servers that run in a thread, and clients that talk to them over the network."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from typing import Any

import httpx
from fastapi import FastAPI

from enraya.web.laboratory.routes.app import create_app
from enraya.web.laboratory.thinking.compilation import Compilation
from enraya.web.server.serving import Server, configuration_of
from enraya.web.server.settings import ServerSettings


@contextmanager
def running(app: FastAPI, settings: ServerSettings, port: int = 0) -> Iterator[str]:
    """The address of an application that is served until the end of the block."""
    listener = create_server(("127.0.0.1", port))
    config = configuration_of(app, settings)
    config.timeout_graceful_shutdown = 1
    server = Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@contextmanager
def running_laboratory(store: Path, **changes: Any) -> Iterator[str]:
    """The address of a laboratory that runs until the end of the block."""
    compilation: Compilation | None = changes.pop("compilation", None)
    settings = ServerSettings(store=store, **changes)
    with running(create_app(settings=settings, compilation=compilation), settings) as address:
        yield address


def client_of(address: str) -> httpx.Client:
    """A client with patience for a machine that has other things to do."""
    return httpx.Client(base_url=address, timeout=60)
