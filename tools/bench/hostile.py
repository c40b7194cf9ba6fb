"""Ordinary visitors under attack: how fast they are answered, and whether their data is safe.

Each ordinary visitor has a separate address of the loopback network, as if the laboratory were
public. The hostile visitors share a few addresses and invent any number of browsers. They flood the
laboratory with games, uploads, runs, questions and connections, and try to stop and delete what
belongs to others.

    python -m tools.bench.hostile --seconds 20
"""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing import get_context
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated, Any

import httpx
import typer

from enraya.agents.isolated import protection
from enraya.platform import lower_priority
from tools.bench.servers import (
    BUSY,
    HOST,
    SERVER_ERROR,
    JsonOption,
    PortOption,
    client_at,
    close,
    median_and_p99_ms,
    memory_mb,
    running_server,
    show,
    stream_of,
)
from tools.bench.web import Answers, Guest, warm

ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.5")
"""The addresses of the hostile visitors."""
IDLE_CONNECTIONS = 1_000
"""How many connections the hostile visitors together try to keep open."""
WORKERS = 8
"""How many tasks run each attack from each address at once."""
_NICENESS = 5
_AGENT = "def choose(position, limit):\n    return 4\n# {number}\n"
_RUN = {"population": 400, "generations": 200}


@dataclass(frozen=True, slots=True)
class HostileRow:
    """The result of a run; all but the last three fields are about ordinary visitors."""

    visitors: int
    seconds: float
    requests: int
    median_ms: float
    p99_ms: float
    analyses: int
    server_errors: int
    refused: int
    """How many requests were refused, or not answered at all."""
    first_refusal: str
    touched: int
    """How many things of ordinary visitors were changed or are gone."""
    first_touched: str
    attacks: int
    """How many requests of the hostile visitors were answered."""
    memory_start_mb: float
    memory_end_mb: float


@dataclass(slots=True)
class _Attackers:
    """The attacks, and what they share."""

    port: int
    until: float
    number: "itertools.count[int]" = field(default_factory=itertools.count)
    answered: int = 0
    clients: dict[str, httpx.AsyncClient] = field(init=False)

    def __post_init__(self) -> None:
        self.clients = {a: client_at(self.port, a, keeps_connections=False) for a in ADDRESSES}

    async def ask(self, address: str, method: str, path: str, body: object = None) -> Any:
        """Sends a request with an invented cookie; None if it is not answered."""
        with suppress(httpx.TransportError, ValueError):
            answer = await self.clients[address].request(
                method, path, json=body, headers=self._invented()
            )
            self.answered += 1
            return answer.json() if answer.content else None
        await asyncio.sleep(0.05)
        return None

    def _invented(self) -> dict[str, str]:
        return {"Cookie": f"enraya-session={next(self.number):032}"}

    async def fill_games(self, address: str) -> None:
        """Begins games, each in a new browser."""
        await self.ask(address, "POST", "/api/games", {})

    async def fill_uploads(self, address: str) -> None:
        """Uploads agents that all differ."""
        body = {"name": "x", "source": _AGENT.format(number=next(self.number))}
        await self.ask(address, "POST", "/api/agents", body)

    async def fill_runs(self, address: str) -> None:
        """Begins the longest possible runs."""
        await self.ask(address, "POST", "/api/evolutions", _RUN)

    async def end_runs(self, address: str) -> None:
        """Tries to stop, rename and delete the runs of others."""
        for run in await self.ask(address, "GET", "/api/evolutions") or []:
            path = f"/api/evolutions/{run['id']}" if isinstance(run, dict) else "/"
            await self.ask(address, "POST", f"{path}/stop")
            await self.ask(address, "DELETE", path)
            await self.ask(address, "PATCH", path, {"name": "mine now"})

    async def ask_hard_questions(self, address: str) -> None:
        """Asks for analyses that take long."""
        columns = "".join(random.choices("1234567", k=8))  # noqa: S311  # nothing here is secret
        await self.ask(address, "GET", f"/api/analysis?moves={columns}&seconds=30")

    async def follow_and_read_nothing(self, address: str) -> None:
        """Opens the event stream of an evolution and never reads it."""
        with suppress(httpx.TransportError):
            path = "/api/evolutions/1/events"
            async with self.clients[address].stream("GET", path, headers=self._invented()):
                await asyncio.sleep(5)

    async def stay_and_say_nothing(self, address: str) -> None:
        """Keeps a connection open, and sometimes sends an incomplete request."""
        with suppress(OSError, EOFError, asyncio.TimeoutError):
            reader, writer = await asyncio.open_connection(HOST, self.port, local_addr=(address, 0))
            try:
                writer.write(random.choice([b"", b"GET / HTTP/1.1\r\nHost: 127", b"GET"]))  # noqa: S311  # as above
                await asyncio.wait_for(reader.read(), max(self.until - perf_counter(), 0.1))
            finally:
                writer.close()
        await asyncio.sleep(0.1)

    async def attack(self, once: Callable[[str], Awaitable[None]], address: str) -> None:
        """Repeats an attack until the time is up."""
        while perf_counter() < self.until:
            await once(address)

    def all(self) -> list[Awaitable[None]]:
        """The tasks of all attacks from all addresses."""
        often = (self.fill_games, self.fill_uploads, self.fill_runs, self.end_runs,
                 self.ask_hard_questions, self.follow_and_read_nothing)  # fmt: skip
        busy = [self.attack(once, address) for once in often for address in ADDRESSES * WORKERS]
        each = IDLE_CONNECTIONS // len(ADDRESSES)
        idle = [self.attack(self.stay_and_say_nothing, a) for a in ADDRESSES * each]
        return [*busy, *idle]


class _Owner(Guest):
    """An ordinary visitor who owns things on the server."""

    def __init__(self, number: int, port: int, answers: Answers, rng: random.Random) -> None:
        super().__init__(number, port, answers, rng, f"127.0.1.{number + 1}")
        self.kept: dict[str, dict[str, Any]] = {}
        self.touched: list[str] = []

    async def settle(self, has_run: bool) -> None:
        """Makes the things that must still exist at the end."""
        game = (await self.ask("POST", "/api/games", {"second": "human"})).json()
        path = f"/api/games/{game['id']}"
        self.kept[path] = (await self.ask("POST", f"{path}/moves", {"move": "4"})).json()
        if has_run:
            run = (await self.ask("POST", "/api/evolutions", _RUN)).json()
            self.kept[f"/api/evolutions/{run['id']}"] = {"id": run["id"], "name": ""}

    async def check(self) -> None:
        """Checks that all these things are unchanged and still belong to the visitor."""
        for path, before in self.kept.items():
            now = (await self.ask("GET", path)).json()
            same = all(now.get(name) == value for name, value in before.items())
            if not same or not now.get("mine") or now.get("state") in {"stopped", "failed"}:
                self.touched.append(f"{path}: {now}"[:200])


def measure_hostile(visitors: int, seconds: float, port: int, seed: int = 0) -> HostileRow:
    """Runs a laboratory on this machine, with ordinary and hostile visitors, and measures it.

    Raises:
        EnrayaError: when the laboratory cannot be started.
    """
    uploads = ["--allow-uploads"] if protection().is_sandbox else []
    with (
        TemporaryDirectory() as folder,
        running_server(port, "serve", "--store", folder, "--operator", *uploads) as pid,
    ):
        return asyncio.run(_siege(visitors, seconds, port, seed, pid))


async def _siege(visitors: int, seconds: float, port: int, seed: int, pid: int) -> HostileRow:
    answers = Answers()
    guests = [_Owner(n, port, answers, stream_of(seed, n)) for n in range(visitors)]
    await warm(port, seed)
    await asyncio.gather(*(guest.settle(guest.number == 0) for guest in guests))
    before, until = memory_mb(pid), perf_counter() + seconds
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        siege = asyncio.get_running_loop().run_in_executor(pool, attack, port, seconds)
        await asyncio.gather(*(guest.visit(until) for guest in guests))
        await asyncio.gather(*(guest.check() for guest in guests))
        await close(guests)
        attacks = await siege
    touched = [what for guest in guests for what in guest.touched]
    median, slow = median_and_p99_ms(answers.light)
    return HostileRow(
        visitors=visitors,
        seconds=seconds,
        requests=len(answers.light),
        median_ms=median,
        p99_ms=slow,
        analyses=answers.analyses.total(),
        server_errors=sum(
            count
            for status, count in answers.statuses.items()
            if status >= SERVER_ERROR and status != BUSY
        ),
        refused=len(answers.errors) + answers.light_busy + answers.analyses_busy,
        first_refusal=answers.errors[0] if answers.errors else "",
        touched=len(touched),
        first_touched=touched[0] if touched else "",
        attacks=attacks,
        memory_start_mb=before,
        memory_end_mb=memory_mb(pid),
    )


def attack(port: int, seconds: float) -> int:
    """Runs all attacks on a laboratory and returns how many requests were answered.

    Meant for a separate process. It runs at low priority, as real attackers use other machines.
    """
    lower_priority(_NICENESS)

    async def siege() -> int:
        attackers = _Attackers(port, perf_counter() + seconds)
        attacks = asyncio.gather(*attackers.all(), return_exceptions=True)
        with suppress(asyncio.TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(attacks, seconds)
        return attackers.answered

    return asyncio.run(siege())


def main(
    clients: Annotated[int, typer.Option(min=1, max=200, help="Ordinary visitors.")] = 50,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="Seconds to measure.")] = 60.0,
    port: PortOption = 8765,
    as_json: JsonOption = False,
) -> None:
    """Measure how a laboratory on this machine serves ordinary visitors while others attack it."""
    show(measure_hostile(clients, seconds, port), as_json=as_json)


if __name__ == "__main__":
    typer.run(main)
