"""A laboratory that runs in a thread, and clients that talk to it over the network."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from typing import Any

import httpx

from enraya.web.serving import Server, configuration
from enraya.web.settings import ServerSettings
from enraya.web.thinking.compilation import Compilation


@contextmanager
def running_laboratory(store: Path, **settings: Any) -> Iterator[str]:
    """The address of a laboratory that runs until the end of the block."""
    listener = create_server(("127.0.0.1", 0))
    compilation: Compilation | None = settings.pop("compilation", None)
    config = configuration(ServerSettings(store=store, **settings), compilation)
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


def client_of(address: str) -> httpx.Client:
    """A client with patience for a machine that has other things to do."""
    return httpx.Client(base_url=address, timeout=60)
