"""Many visitors at once: what a laboratory answers, how fast, and how much memory it uses.

Each visitor plays, with a pause of about a second between requests; one request in ten is an
analysis.

    python -m tools.bench.web --clients 50 --seconds 20
"""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated, Any

import httpx
import typer

from tools.bench.servers import (
    BUSY,
    HOST,
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

LEVELS = range(1, 6)
PAUSE_SECONDS = (0.5, 1.5)
"""The shortest and the longest pause of a visitor between two requests."""
ANALYSIS_EVERY = 10
"""One request in this many is an analysis."""
LEAST_PLIES = 12
"""Only positions with at least this many stones are analysed; earlier ones are in the book."""
WARMING_SECONDS = 3.0
"""How long a few visitors warm the server up before the measurement begins."""
_OVER = 422


@dataclass(slots=True)
class Answers:
    """The answers that all visitors got."""

    light: list[float] = field(default_factory=list)
    """The times of answered light requests: new games, moves, replies of fast agents."""
    light_busy: int = 0
    analyses: Counter[int] = field(default_factory=Counter)
    """How many analyses of each visitor were answered."""
    analyses_busy: int = 0
    errors: list[str] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    """How often each HTTP status was returned."""


@dataclass(frozen=True, slots=True)
class WebRow:
    """The result of a run."""

    clients: int
    seconds: float
    light_requests: int
    light_answered: float
    """The share of light requests that were answered rather than refused as busy."""
    light_median_ms: float
    light_p99_ms: float
    analyses: int
    least_analyses: int
    """The fewest answered analyses of any visitor."""
    analyses_busy: int
    errors: int
    first_error: str
    memory_start_mb: float
    memory_end_mb: float


class Guest:
    """A visitor who plays games and asks for analyses."""

    def __init__(
        self, number: int, port: int, answers: Answers, rng: random.Random, address: str = HOST
    ) -> None:
        self.number, self.answers, self.rng = number, answers, rng
        self.client = client_at(port, address)

    async def visit(self, until: float) -> None:
        """Plays until the time is up."""
        await asyncio.sleep(self.rng.uniform(0, PAUSE_SECONDS[1]))
        game: dict[str, Any] | None = None
        asked = 0
        while perf_counter() < until:
            asked += 1
            try:
                if game and asked % ANALYSIS_EVERY == 0:
                    await self._analyse(game["position"]["moves"])
                else:
                    game = await self._step(game)
            except (httpx.TransportError, ValueError) as error:
                self.answers.errors.append(repr(error))
            await asyncio.sleep(self.rng.uniform(*PAUSE_SECONDS))

    async def _step(self, game: dict[str, Any] | None) -> dict[str, Any] | None:
        """Sends one light request: a new game, a move, or the reply of an agent."""
        if game is None or game["position"]["over"]:
            level = self.rng.choice(LEVELS)
            return await self._light("/api/games", {"second": f"level({level})"})
        path = f"/api/games/{game['id']}"
        if game["position"]["to_move"] == 1:
            move = self.rng.choice(game["position"]["legal_moves"])
            return await self._light(f"{path}/moves", {"move": move}) or game
        return await self._light(f"{path}/reply", None) or game

    async def _light(self, path: str, body: object) -> dict[str, Any] | None:
        started = perf_counter()
        answer = await self.ask("POST", path, body)
        if answer.is_success:
            self.answers.light.append(perf_counter() - started)
            found: dict[str, Any] = answer.json()
            return found
        if answer.status_code == BUSY:
            self.answers.light_busy += 1
        else:
            self.answers.errors.append(f"{path}: {answer.status_code} {answer.text}")
        return None

    async def _analyse(self, moves: str) -> None:
        columns = self.rng.sample("1234567", 7)
        wanted = (moves + "".join(columns) * 2)[:LEAST_PLIES] if len(moves) < LEAST_PLIES else moves
        answer = await self.ask("GET", f"/api/analysis?moves={wanted}&seconds=2")
        if answer.is_success:
            self.answers.analyses[self.number] += 1
        elif answer.status_code == BUSY:
            self.answers.analyses_busy += 1
        elif answer.status_code != _OVER:  # a finished game has no scores
            text = f"analysis of {wanted}: {answer.status_code} {answer.text}"
            self.answers.errors.append(text)

    async def ask(self, method: str, path: str, body: object = None) -> httpx.Response:
        """Sends a request and returns the answer."""
        answer = await self.client.request(method, path, json=body)
        self.answers.statuses[answer.status_code] += 1
        return answer


def measure_web(clients: int, seconds: float, port: int, seed: int = 0) -> WebRow:
    """Runs a laboratory on this machine with simulated visitors and measures it.

    Raises:
        EnrayaError: when the laboratory cannot be started.
    """
    with TemporaryDirectory() as folder, running_server(port, "serve", "--store", folder) as pid:
        return asyncio.run(_visits(clients, seconds, port, seed, pid))


async def _visits(clients: int, seconds: float, port: int, seed: int, pid: int) -> WebRow:
    answers = Answers()
    await warm(port, seed)
    guests = [Guest(n, port, answers, stream_of(seed, n)) for n in range(clients)]
    before, until = memory_mb(pid), perf_counter() + seconds
    await asyncio.gather(*(guest.visit(until) for guest in guests))
    await close(guests)
    median, slow = median_and_p99_ms(answers.light)
    light = len(answers.light) + answers.light_busy
    return WebRow(
        clients=clients,
        seconds=seconds,
        light_requests=light,
        light_answered=len(answers.light) / light if light else 0.0,
        light_median_ms=median,
        light_p99_ms=slow,
        analyses=answers.analyses.total(),
        least_analyses=min(answers.analyses[n] for n in range(clients)),
        analyses_busy=answers.analyses_busy,
        errors=len(answers.errors),
        first_error=answers.errors[0] if answers.errors else "",
        memory_start_mb=before,
        memory_end_mb=memory_mb(pid),
    )


async def warm(port: int, seed: int) -> None:
    """Warms the server up with a few visitors who are not counted."""
    first = [Guest(n, port, Answers(), stream_of(seed, -1 - n)) for n in range(10)]
    until = perf_counter() + WARMING_SECONDS
    await asyncio.gather(*(guest.visit(until) for guest in first))
    await close(first)


def main(
    clients: Annotated[int, typer.Option(min=1, max=500, help="Visitors at once.")] = 200,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="Seconds to measure.")] = 60.0,
    port: PortOption = 8765,
    as_json: JsonOption = False,
) -> None:
    """Measure a laboratory on this machine while visitors play and ask for analyses."""
    show(measure_web(clients, seconds, port), as_json=as_json)


if __name__ == "__main__":
    typer.run(main)
