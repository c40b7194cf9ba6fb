"""Servers that run in a thread, and clients that talk to them over the network."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from socket import create_server
from time import monotonic, sleep
from typing import Any

import httpx
from fastapi import FastAPI

from enraya.web.laboratory.routes.app import create_app
from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.sessions import Sessions
from enraya.web.laboratory.thinking.compilation import Compilation
from enraya.web.server.serving import Server, configuration_of
from enraya.web.server.settings import ServerSettings
from tests.processes import hear_ctrl_c

CODE = "from enraya.cli import main; main()"
PATIENCE = 120.0


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
def process_at(
    port: int, *arguments: str, stderr: int = subprocess.PIPE
) -> Iterator[subprocess.Popen[bytes]]:
    """`enraya` with these arguments, as a user starts a server; killed at the end."""
    process = subprocess.Popen(
        [sys.executable, "-c", CODE, *arguments, "--port", str(port)],
        stdout=subprocess.PIPE, stderr=stderr, preexec_fn=hear_ctrl_c,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert f"http://127.0.0.1:{port}/" in process.stdout.readline().decode()
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def running_laboratory(store: Path, **changes: Any) -> Iterator[str]:
    """The address of a laboratory that runs until the end of the block."""
    compilation: Compilation | None = changes.pop("compilation", None)
    settings = ServerSettings(store=store, **changes)
    with running(create_app(settings=settings, compilation=compilation), settings) as address:
        yield address


def client_of(address: str, host: str = "127.0.0.1") -> httpx.Client:
    """A patient client that connects from one of this machine's addresses."""
    transport = httpx.HTTPTransport(local_address=host)
    return httpx.Client(base_url=address, timeout=60, transport=transport)


@contextmanager
def laboratory_client(store: Path, **changes: Any) -> Iterator[httpx.Client]:
    """A client of a laboratory that runs until the end of the block."""
    with running_laboratory(store, **changes) as address, client_of(address) as client:
        yield client


def begin(client: httpx.Client, path: str, **wanted: Any) -> str:
    """The path of a game or of a run that begins."""
    answer = client.post(path, json=wanted)
    assert answer.status_code == 201, answer.text
    return f"{path}/{answer.json()['id']}"


def become_operator(client: httpx.Client, store: Path) -> None:
    """Makes a client the operator's by a link."""
    with closing(open_database(store)) as database:
        secret = Sessions(database).new_operator_link()
    found = client.post("/api/operator", json={"secret": secret})
    assert found.json() == {"is_operator": True}


def wait_until(
    client: httpx.Client, path: str, is_enough: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """The answer at a path once it satisfies a condition."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
        found: dict[str, Any] = client.get(path).json()
        if is_enough(found):
            return found
        sleep(0.1)
    raise AssertionError(f"still {found}")


def wait_for(client: httpx.Client, path: str, *states: str) -> dict[str, Any]:
    """The run at a path once it is in one of these states."""
    return wait_until(client, path, lambda run: run["state"] in states)
