"""Many visitors at once: what a laboratory answers, how soon, and what it costs in memory."""

import asyncio
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from enraya.errors import EnrayaError

LEVELS = range(1, 6)
PAUSE_SECONDS = (0.5, 1.5)
"""People think between two clicks."""
ANALYSIS_EVERY = 10
"""One request in this many is an analysis."""
LEAST_PLIES = 12
"""Analyses are of games that have begun; the openings are in the book."""
_OK = range(200, 300)
_BUSY = 503
_CODE = "from enraya.cli import main; main()"
_HUNDRED = 100
_OVER = 422
_WARMING = 3.0


@dataclass(slots=True)
class Counts:
    """The answers that visitors got."""

    light: list[float] = field(default_factory=list)
    """Seconds of the light requests that were answered: games, moves, replies of quick agents."""
    light_busy: int = 0
    analyses: dict[int, int] = field(default_factory=dict)
    """Answered analyses by visitor."""
    analyses_busy: int = 0
    errors: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    """How often each status was the answer."""


@dataclass(frozen=True, slots=True)
class WebRow:
    """The result of a run."""

    clients: int
    seconds: float
    light_requests: int
    light_answered: float
    """The share that was answered, not refused as busy."""
    light_median_ms: float
    light_p99_ms: float
    analyses: int
    least_analyses: int
    """Of the visitor who got the fewest."""
    analyses_busy: int
    errors: int
    first_error: str
    memory_start_mb: float
    memory_end_mb: float


class Visitor:
    """One connection that plays games and asks for analyses."""

    def __init__(self, number: int, port: int, counts: Counts, rng: random.Random) -> None:
        self.number, self.port, self.counts, self.rng = number, port, counts, rng
        self.counts.analyses[number] = 0
        self.cookie = ""
        self.host = "127.0.0.1"

    async def connect(self) -> None:
        """Opens a connection from the visitor's address."""
        self.reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(self.host, 0)
        )

    async def visit(self, until: float) -> None:
        """Plays until the time is up."""
        await asyncio.sleep(self.rng.uniform(0, PAUSE_SECONDS[1]))
        await self.connect()
        game: dict[str, Any] | None = None
        asked = 0
        while perf_counter() < until:
            asked += 1
            try:
                if game and asked % ANALYSIS_EVERY == 0:
                    await self._analyse(game["position"]["moves"])
                else:
                    game = await self._step(game)
            except (OSError, EOFError, ValueError) as error:
                self.counts.errors.append(repr(error))
                await self.connect()
            await asyncio.sleep(self.rng.uniform(*PAUSE_SECONDS))
        self.writer.close()

    async def _step(self, game: dict[str, Any] | None) -> dict[str, Any] | None:
        """One light request: a new game, a move, or the reply of an agent."""
        if game is None or game["position"]["over"]:
            level = self.rng.choice(LEVELS)
            return await self._light("POST", "/api/games", {"second": f"level({level})"})
        path = f"/api/games/{game['id']}"
        if game["position"]["to_move"] == 1:
            move = self.rng.choice(game["position"]["legal_moves"])
            return await self._light("POST", f"{path}/moves", {"move": move}) or game
        return await self._light("POST", f"{path}/reply", None) or game

    async def _light(self, method: str, path: str, body: object) -> dict[str, Any] | None:
        started = perf_counter()
        status, content = await self.request(method, path, body)
        if status in _OK:
            self.counts.light.append(perf_counter() - started)
            return content
        if status == _BUSY:
            self.counts.light_busy += 1
        else:
            self.counts.errors.append(f"{method} {path}: {status} {content}")
        return None

    async def _analyse(self, moves: str) -> None:
        columns = self.rng.sample("1234567", 7)
        wanted = (moves + "".join(columns) * 2)[:LEAST_PLIES] if len(moves) < LEAST_PLIES else moves
        status, content = await self.request("GET", f"/api/analysis?moves={wanted}&seconds=2", None)
        if status in _OK:
            self.counts.analyses[self.number] += 1
        elif status == _BUSY:
            self.counts.analyses_busy += 1
        elif status != _OVER:  # a game that had ended has no scores
            self.counts.errors.append(f"analysis of {wanted}: {status} {content}")

    async def request(self, method: str, path: str, body: object) -> tuple[int, dict[str, Any]]:
        """The status and content of an answer."""
        content = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Cookie: {self.cookie}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(content)}\r\n\r\n"
        )
        self.writer.write(head.encode() + content)
        await self.writer.drain()
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        self.cookie = _header(answer, "set-cookie").partition(";")[0] or self.cookie
        length = int(_header(answer, "content-length"))
        status = int(answer.split(" ", 2)[1])
        self.counts.statuses[status] += 1
        return status, json.loads(await self.reader.readexactly(length))


def _header(answer: str, name: str) -> str:
    """The value of a header in the head of an answer; empty if it is not there."""
    for line in answer.splitlines():
        found, _, value = line.partition(": ")
        if found.lower() == name:
            return value
    return ""


def measure_web(clients: int, seconds: float, port: int, seed: int = 0) -> WebRow:
    """Starts a laboratory on this machine, lets visitors in, and measures how it went.

    Raises:
        EnrayaError: when the laboratory does not start.
    """
    with running_laboratory(port) as pid:
        return asyncio.run(_visits(clients, seconds, port, seed, pid))


@contextmanager
def running_laboratory(port: int) -> Iterator[int]:
    """The process of a laboratory on this machine, which ends with the block.

    Raises:
        EnrayaError: when it does not start.
    """
    compile_first()
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _CODE, "serve", "--port", str(port), "--store", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as server:  # noqa: S603  # our own
            try:
                assert server.stdout is not None
                if not server.stdout.readline():
                    raise EnrayaError("the laboratory did not start")
                yield server.pid
            finally:
                server.terminate()


async def _visits(clients: int, seconds: float, port: int, seed: int, pid: int) -> WebRow:
    await wait_until_it_listens(port)
    counts, warming = Counts(), Counts()
    first = [Visitor(number, port, warming, _stream(seed, -1 - number)) for number in range(10)]
    await asyncio.gather(*(visitor.visit(perf_counter() + _WARMING) for visitor in first))
    visitors = [Visitor(n, port, counts, _stream(seed, n)) for n in range(clients)]
    before, until = memory_mb(pid), perf_counter() + seconds
    await asyncio.gather(*(visitor.visit(until) for visitor in visitors))
    return _row(clients, seconds, counts, before, memory_mb(pid))


def _stream(seed: int, number: int) -> random.Random:
    return random.Random(f"{seed} {number}")  # noqa: S311  # nothing here is secret


def _row(clients: int, seconds: float, counts: Counts, before: float, after: float) -> WebRow:
    times = sorted(counts.light)
    cuts = quantiles(times, n=_HUNDRED) if len(times) > 1 else [0.0] * (_HUNDRED - 1)
    light = len(times) + counts.light_busy
    return WebRow(
        clients=clients,
        seconds=seconds,
        light_requests=light,
        light_answered=len(times) / light if light else 0.0,
        light_median_ms=1000 * cuts[49],
        light_p99_ms=1000 * cuts[98],
        analyses=sum(counts.analyses.values()),
        least_analyses=min(counts.analyses.values()),
        analyses_busy=counts.analyses_busy,
        errors=len(counts.errors),
        first_error=counts.errors[0] if counts.errors else "",
        memory_start_mb=before,
        memory_end_mb=after,
    )


async def wait_until_it_listens(port: int) -> None:
    """Returns when a laboratory accepts connections.

    Raises:
        EnrayaError: when it does not after a minute.
    """
    for _ in range(600):
        with suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        await asyncio.sleep(0.1)
    raise EnrayaError("the laboratory does not listen")


def compile_first() -> None:
    """Compiles what a laboratory would otherwise compile while it is measured."""
    subprocess.run([sys.executable, "-c", _CODE, "warmup"], check=True)  # noqa: S603  # our own


def memory_mb(pid: int) -> float:
    """The memory that a process holds."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))
