"""Ordinary visitors beside hostile ones: how soon they are answered, and whether theirs is safe.

Everybody comes from an address of their own among those of the loopback network, as on a laboratory
that others reach; the hostile ones have a few addresses and invent as many browsers as they like.
"""

import asyncio
import itertools
import json
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from enraya.agents.isolated import protection
from enraya.bench.web import Counts, Visitor, compile_first, memory_mb
from enraya.errors import EnrayaError
from enraya.platform import lower_priority

ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
"""Of the hostile visitors."""
IDLE_CONNECTIONS = 1_000
"""That they try to hold, all together."""
WORKERS = 8
"""Connections that each address uses for each attack."""
_CODE = "from enraya.cli import main; main()"
_SERVER_ERROR = 500
_NICENESS = 5
_HUNDRED = 100
_WARMING = 3.0
_AGENT = "def choose(position, limit):\n    return 4\n# {number}\n"
_RUN = {"population": 400, "generations": 200}


@dataclass(frozen=True, slots=True)
class HostileRow:
    """The result of a run; all but the last three are about the ordinary visitors."""

    visitors: int
    seconds: float
    requests: int
    median_ms: float
    p99_ms: float
    analyses: int
    server_errors: int
    refused: int
    """Requests that were refused, or not answered at all."""
    first_refusal: str
    touched: int
    """Their things that were changed or are gone."""
    first_touched: str
    attacks: int
    """Requests of the hostile visitors that were answered."""
    memory_start_mb: float
    memory_end_mb: float


@dataclass(slots=True)
class _Attackers:
    """What the hostile visitors share."""

    port: int
    until: float
    number: "itertools.count[int]" = field(default_factory=itertools.count)
    answered: int = 0

    async def ask(self, host: str, method: str, path: str, body: object = None) -> Any:
        """One request with an invented cookie; None when it is not answered."""
        cookie = f"enraya-session={next(self.number):032}"
        with suppress(OSError, EOFError, ValueError, asyncio.TimeoutError):
            async with asyncio.timeout(30), _connection(host, self.port) as (reader, writer):
                writer.write(_request(self.port, method, path, body, cookie))
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = int(head.partition("content-length: ")[2].partition("\r\n")[0] or 0)
                content = await reader.readexactly(length)
                self.answered += 1
                return json.loads(content) if content else None
        await asyncio.sleep(0.05)
        return None

    async def fill_games(self, host: str) -> None:
        """Begins games, as many browsers."""
        await self.ask(host, "POST", "/api/games", {})

    async def fill_uploads(self, host: str) -> None:
        """Uploads agents, each a new one."""
        body = {"name": "x", "source": _AGENT.format(number=next(self.number))}
        await self.ask(host, "POST", "/api/agents", body)

    async def fill_runs(self, host: str) -> None:
        """Begins the longest runs there are."""
        await self.ask(host, "POST", "/api/evolutions", _RUN)

    async def end_runs(self, host: str) -> None:
        """Stops, renames and deletes everybody's runs."""
        for run in await self.ask(host, "GET", "/api/evolutions") or []:
            path = f"/api/evolutions/{run['id']}" if isinstance(run, dict) else "/"
            await self.ask(host, "POST", f"{path}/stop")
            await self.ask(host, "DELETE", path)
            await self.ask(host, "PATCH", path, {"name": "mine now"})

    async def ask_hard_questions(self, host: str) -> None:
        """Asks what takes long."""
        columns = "".join(random.choices("1234567", k=8))  # noqa: S311  # nothing here is secret
        await self.ask(host, "GET", f"/api/analysis?moves={columns}&seconds=30")

    async def stay_and_say_nothing(self, host: str) -> None:
        """Holds a connection; sometimes sends a request that never ends, or reads no answer."""
        with suppress(OSError, EOFError):
            async with _connection(host, self.port) as (reader, writer):
                writer.write(random.choice([b"", b"GET / HTTP/1.1\r\nHost: 127", b"GET"]))  # noqa: S311  # as above
                await asyncio.wait_for(reader.read(), max(self.until - perf_counter(), 0.1))
        await asyncio.sleep(0.1)

    async def follow_and_read_nothing(self, host: str) -> None:
        """Opens a live page and never reads it."""
        with suppress(OSError, EOFError):
            async with _connection(host, self.port) as (_, writer):
                writer.write(_request(self.port, "GET", "/api/evolutions/1/events", None, ""))
                await asyncio.sleep(5)

    async def attack(self, once: Callable[[str], Awaitable[None]], host: str) -> None:
        """Does one thing again and again."""
        while perf_counter() < self.until:
            with suppress(asyncio.TimeoutError):
                await once(host)

    def all(self) -> list[Awaitable[None]]:
        """Every attack from every address."""
        often = (self.fill_games, self.fill_uploads, self.fill_runs, self.end_runs,
                 self.ask_hard_questions, self.follow_and_read_nothing)  # fmt: skip
        busy = [self.attack(once, host) for once in often for host in ADDRESSES * WORKERS]
        each = IDLE_CONNECTIONS // len(ADDRESSES)
        idle = [self.attack(self.stay_and_say_nothing, host) for host in ADDRESSES * each]
        return [*busy, *idle]


class Guest(Visitor):
    """An ordinary visitor with an address of their own, who keeps some things."""

    def __init__(self, number: int, port: int, counts: Counts, rng: random.Random) -> None:
        super().__init__(number, port, counts, rng)
        self.host = f"127.0.1.{number + 1}"
        self.kept: dict[str, dict[str, Any]] = {}
        self.touched: list[str] = []

    async def settle(self, has_run: bool) -> None:
        """Makes what must still be there at the end."""
        await self.connect()
        _, game = await self.request("POST", "/api/games", {"second": "human"})
        path = f"/api/games/{game['id']}"
        _, self.kept[path] = await self.request("POST", f"{path}/moves", {"move": "4"})
        if has_run:
            _, run = await self.request("POST", "/api/evolutions", _RUN)
            _, self.kept[f"/api/evolutions/{run['id']}"] = 0, {"id": run["id"], "name": ""}
        self.writer.close()

    async def check(self) -> None:
        """Looks whether everything is as it was, and still theirs."""
        await self.connect()
        for path, before in self.kept.items():
            status, now = await self.request("GET", path, None)
            same = all(now.get(name) == value for name, value in before.items())
            if not same or not now.get("mine") or now.get("state") in {"stopped", "failed"}:
                self.touched.append(f"{path}: {status} {now}"[:200])
        self.writer.close()


@asynccontextmanager
async def _connection(
    host: str, port: int
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(host, 0))
    try:
        yield reader, writer
    finally:
        writer.close()


def _request(port: int, method: str, path: str, body: object, cookie: str) -> bytes:
    content = b"" if body is None else json.dumps(body).encode()
    head = (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + content


def measure_hostile(visitors: int, seconds: float, port: int, seed: int = 0) -> HostileRow:
    """Starts a laboratory on this machine and lets ordinary and hostile visitors in.

    Raises:
        EnrayaError: when the laboratory does not start.
    """
    compile_first()
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", _CODE, "serve", "--port", str(port), "--store", folder]
        command += ["--operator", *(["--allow-uploads"] if protection().is_sandbox else [])]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as server:  # noqa: S603  # our own
            try:
                assert server.stdout is not None
                if not server.stdout.readline():
                    raise EnrayaError("the laboratory did not start")
                return asyncio.run(_siege(visitors, seconds, port, seed, server.pid))
            finally:
                server.terminate()


async def _siege(visitors: int, seconds: float, port: int, seed: int, pid: int) -> HostileRow:
    counts, warming = Counts(), Counts()
    first = [Guest(n, port, warming, random.Random(-n)) for n in range(visitors)]  # noqa: S311  # as above
    guests = [Guest(n, port, counts, random.Random(f"{seed} {n}")) for n in range(visitors)]  # noqa: S311  # as above
    await asyncio.gather(*(guest.visit(perf_counter() + _WARMING) for guest in first[:10]))
    await asyncio.gather(*(guest.settle(guest.number == 0) for guest in guests))
    before, until = memory_mb(pid), perf_counter() + seconds
    code = f"from enraya.bench.hostile import attack; attack({port}, {seconds})"
    siege = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stdout=subprocess.PIPE)
    await asyncio.gather(*(guest.visit(until) for guest in guests))
    await asyncio.gather(*(guest.check() for guest in guests))
    answered, _ = await siege.communicate()
    touched = [what for guest in guests for what in guest.touched]
    return _row(visitors, seconds, counts, touched, int(answered), (before, memory_mb(pid)))


def attack(port: int, seconds: float) -> None:
    """All attacks on a laboratory, in a process of their own; prints how many were answered.

    It gives way to others on this machine: real attackers have machines of their own.
    """
    lower_priority(_NICENESS)

    async def siege() -> int:
        attackers = _Attackers(port, perf_counter() + seconds)
        attacks = asyncio.gather(*attackers.all(), return_exceptions=True)
        with suppress(asyncio.TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(attacks, seconds)
        return attackers.answered

    print(asyncio.run(siege()))


def _row(
    visitors: int,
    seconds: float,
    counts: Counts,
    touched: list[str],
    attacks: int,
    memory: tuple[float, float],
) -> HostileRow:
    times = sorted(counts.light)
    cuts = quantiles(times, n=_HUNDRED) if len(times) > 1 else [0.0] * (_HUNDRED - 1)
    return HostileRow(
        visitors=visitors,
        seconds=seconds,
        requests=len(times),
        median_ms=1000 * cuts[49],
        p99_ms=1000 * cuts[98],
        analyses=sum(counts.analyses.values()),
        server_errors=sum(status >= _SERVER_ERROR for status in counts.statuses),
        refused=len(counts.errors) + counts.light_busy + counts.analyses_busy,
        first_refusal=counts.errors[0] if counts.errors else "",
        touched=len(touched),
        first_touched=touched[0] if touched else "",
        attacks=attacks,
        memory_start_mb=memory[0],
        memory_end_mb=memory[1],
    )
