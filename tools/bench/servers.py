"""Common parts of the server benchmarks: a running server, its visitors, printed results."""

import json
import random
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from statistics import quantiles
from time import sleep
from typing import Annotated, Any, Protocol

import httpx
import typer
from rich.console import Console
from rich.table import Table

from enraya.errors import EnrayaError

HOST = "127.0.0.1"
BUSY = 503
SERVER_ERROR = 500
TIMEOUT_SECONDS = 60.0
"""How long a visitor waits for an answer."""
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
PortOption = Annotated[int, typer.Option(min=1, max=65535, help="A free port.")]
_STARTING_SECONDS = 60
_PERCENT = 100


class Visitor(Protocol):
    """A visitor of the server, who has an HTTP client."""

    client: httpx.AsyncClient


@contextmanager
def running_server(port: int, *arguments: str) -> Iterator[int]:
    """Runs a server on this machine while the block runs, and yields its process ID.

    Raises:
        EnrayaError: when the server cannot be started.
    """
    enraya = [sys.executable, "-m", "enraya"]
    subprocess.run([*enraya, "warmup"], check=True)  # noqa: S603  # compile before the measurement
    command = [*enraya, *arguments, "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as server:  # noqa: S603  # our own
        try:
            _wait_until_it_answers(server, port)
            yield server.pid
        finally:
            server.terminate()


def _wait_until_it_answers(server: "subprocess.Popen[bytes]", port: int) -> None:
    for _ in range(10 * _STARTING_SECONDS):
        try:
            httpx.get(f"http://{HOST}:{port}/")
        except httpx.TransportError:
            sleep(0.1)
        else:
            return
        if server.poll() is not None:
            break
    raise EnrayaError("the server did not start")


def client_at(
    port: int, address: str = HOST, *, keeps_connections: bool = True
) -> httpx.AsyncClient:
    """An HTTP client of the server that connects from the given loopback address."""
    limits = httpx.Limits(max_keepalive_connections=None if keeps_connections else 0)
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=limits, verify=False)
    return httpx.AsyncClient(
        base_url=f"http://{HOST}:{port}", transport=transport, timeout=TIMEOUT_SECONDS
    )


async def close(visitors: Iterable[Visitor]) -> None:
    """Closes the clients of these visitors."""
    for visitor in visitors:
        await visitor.client.aclose()


def stream_of(seed: int, number: int) -> random.Random:
    """The random generator of one visitor, decided by the seed and the visitor's number."""
    return random.Random(f"{seed} {number}")  # noqa: S311  # nothing here is secret


def memory_mb(pid: int) -> float:
    """The resident memory of a process, in megabytes."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def median_and_p99_ms(seconds: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile of some times, in milliseconds."""
    if len(seconds) < 2:
        return 0.0, 0.0
    cuts = quantiles(seconds, n=_PERCENT)
    return 1000 * cuts[49], 1000 * cuts[98]


def show(row: Any, *, as_json: bool) -> None:
    """Prints a result, given as a dataclass: as JSON, or one field per line."""
    if as_json:
        print(json.dumps(asdict(row)))
        return
    table = Table("measure", "value")
    for name, value in asdict(row).items():
        text = f"{value:,.2f}" if isinstance(value, float) else str(value)
        table.add_row(name.replace("_", " "), text)
    Console().print(table)
