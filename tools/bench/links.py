"""Many games by link at once: how soon the other player sees a move, and whether any is lost.

In each game two people play one move per second.

    python -m tools.bench.links --games 20 --seconds 10
"""

import asyncio
import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Annotated, Any

import httpx
import typer

from tools.bench.servers import (
    JsonOption,
    PortOption,
    client_at,
    median_and_p99_ms,
    memory_mb,
    running_server,
    show,
    stream_of,
)

MOVE_SECONDS = 1.0
"""The seconds between two moves of a game."""
PATIENCE = 10.0
"""How many seconds to wait at the end for moves that have not arrived."""
_RETRY_SECONDS = 0.5
_SECRET_BYTES = 18
_OPENING_AT_ONCE = 20
"""How many games are created concurrently before the measurement begins."""

Place = tuple[int, int]
"""Identifies a move: the number of the game on its link, and the number of the move."""


@dataclass(slots=True)
class LinkCounts:
    """The counts and times over all games."""

    seconds: list[float] = field(default_factory=list)
    """For each move, the time from sending it until the other player saw it."""
    moves: int = 0
    """How many moves the server acknowledged."""
    lost: int = 0
    """How many acknowledged moves the other player never saw, or were missing at the end."""
    ended: int = 0
    """How many games were finished."""
    errors: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class LinkRow:
    """The result of a run."""

    games: int
    seconds: float
    moves: int
    lost: int
    ended: int
    median_ms: float
    p99_ms: float
    worst_ms: float
    errors: int
    first_error: str
    memory_start_mb: float
    memory_end_mb: float


class _Side:
    """One player of a game, who also follows its event stream."""

    def __init__(self, port: int, path: str, secret: str) -> None:
        self.path = path
        self.state: dict[str, Any] = {"version": -1}
        """The newest state that was received."""
        self.awaited: dict[Place, float] = {}
        """The moves of the other player that have not been seen yet, and when they were sent."""
        self.seconds: list[float] = []
        self.refusals: list[str] = []
        self.begun = asyncio.Event()
        """Set once a state was received."""
        self.client = client_at(port)
        self.client.headers["Enraya-Seat"] = secret

    async def follow(self) -> None:
        """Follows the game until cancelled; reconnects when the stream ends."""
        while True:
            with suppress(httpx.TransportError):
                await self._follow_once()

    async def _follow_once(self) -> None:
        path = f"{self.path}/events?after={self.state['version']}"
        async with self.client.stream("GET", path, timeout=None) as answer:  # it may be silent
            if not answer.is_success:
                self.refusals.append(f"a stream was answered with {answer.status_code}")
                await asyncio.sleep(_RETRY_SECONDS)
            is_game = False
            async for line in answer.aiter_lines():
                if line.startswith("event:"):
                    is_game = line == "event: game"
                elif line.startswith("data:") and is_game:
                    self._hear(json.loads(line.removeprefix("data:")), perf_counter())

    def _hear(self, state: dict[str, Any], now: float) -> None:
        self.state = state
        self.begun.set()
        place = state["number"], len(state["position"]["moves"])
        for heard in [known for known in self.awaited if known <= place]:
            self.seconds.append(now - self.awaited.pop(heard))


class _LinkedGame:
    """A game by link between two people."""

    def __init__(self, port: int, counts: LinkCounts, rng: random.Random) -> None:
        self.port, self.counts, self.rng = port, counts, rng
        self.sides: tuple[_Side, _Side] | None = None
        self.state: dict[str, Any] = {}
        """The newest state that the server acknowledged."""
        self._following: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Creates the game, lets a friend take the other seat, and waits until both follow it."""
        async with client_at(self.port) as client:
            begun = (await client.post("/api/links", json={})).json()
        path = f"/api/links/{begun['game']['id']}"
        maker = _Side(self.port, path, begun["secret"])
        secret = token_urlsafe(_SECRET_BYTES)
        friend = _Side(self.port, path, secret)
        taken = {"invitation": begun["invitation"], "secret": secret}
        self.state = (await friend.client.post(f"{path}/seat", json=taken)).json()
        self.sides = maker, friend
        self._following = [asyncio.create_task(side.follow()) for side in self.sides]
        for side in self.sides:
            await side.begun.wait()

    async def play(self, until: float) -> None:
        """Plays a move per second until the time is up."""
        due = perf_counter() + self.rng.uniform(0, MOVE_SECONDS)
        while due < until:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            due += MOVE_SECONDS
            try:
                await self._step()
            except (httpx.TransportError, ValueError, KeyError) as error:
                self.counts.errors.append(repr(error))
        await self._finish()
        for task in self._following:
            task.cancel()

    async def _step(self) -> None:
        """Plays a move, or starts a rematch if the game is over."""
        assert self.sides is not None
        if self.state["over"]:
            self.counts.ended += 1
            await self._send(0, {"action": "rematch"})
            await self._send(1, {"action": "accept"})
            return
        position = self.state["position"]
        players = [seat["player"] for seat in self.state["seats"]]
        seat, other = players.index(position["to_move"]), players.index(3 - position["to_move"])
        place = self.state["number"], len(position["moves"]) + 1
        self.sides[other].awaited[place] = perf_counter()
        move = self.rng.choice(position["legal_moves"])
        if await self._send(seat, {"action": "move", "move": move}):
            self.counts.moves += 1
            self.counts.lost += self.state["position"]["moves"] != position["moves"] + move
        else:
            del self.sides[other].awaited[place]

    async def _send(self, seat: int, action: dict[str, str]) -> bool:
        assert self.sides is not None
        player = self.sides[seat]
        wish = action | {"seen": self.state["version"], "key": token_urlsafe(_SECRET_BYTES)}
        answer = await player.client.post(f"{player.path}/actions", json=wish)
        if answer.is_success:
            self.state = answer.json()
            return True
        self.counts.errors.append(f"{action}: {answer.status_code} {answer.text}")
        return False

    async def _finish(self) -> None:
        """Waits for moves that have not arrived, and compares the final states of both players."""
        assert self.sides is not None
        until = perf_counter() + PATIENCE
        while any(side.awaited for side in self.sides) and perf_counter() < until:
            await asyncio.sleep(MOVE_SECONDS / 10)
        kept = (await self.sides[0].client.get(self.sides[0].path)).json()
        known = self.state["position"]["moves"]
        self.counts.lost += kept["game"]["position"]["moves"] != known
        for side in self.sides:
            self.counts.lost += len(side.awaited)
            self.counts.seconds += side.seconds
            self.counts.errors += side.refusals
            await side.client.aclose()


def measure_links(games: int, seconds: float, port: int, seed: int = 0) -> LinkRow:
    """Runs a laboratory on this machine, plays games by link, and measures it.

    Raises:
        EnrayaError: when the laboratory cannot be started.
    """
    with TemporaryDirectory() as folder, running_server(port, "serve", "--store", folder) as pid:
        return asyncio.run(_play_all(games, seconds, port, seed, pid))


async def _play_all(games: int, seconds: float, port: int, seed: int, pid: int) -> LinkRow:
    counts = LinkCounts()
    all_games = [_LinkedGame(port, counts, stream_of(seed, number)) for number in range(games)]
    for begin in range(0, games, _OPENING_AT_ONCE):
        some = all_games[begin : begin + _OPENING_AT_ONCE]
        await asyncio.gather(*(game.open() for game in some))
    before, until = memory_mb(pid), perf_counter() + seconds
    await asyncio.gather(*(game.play(until) for game in all_games))
    median, slow = median_and_p99_ms(counts.seconds)
    return LinkRow(
        games=games,
        seconds=seconds,
        moves=counts.moves,
        lost=counts.lost,
        ended=counts.ended,
        median_ms=median,
        p99_ms=slow,
        worst_ms=1000 * max(counts.seconds, default=0.0),
        errors=len(counts.errors),
        first_error=counts.errors[0] if counts.errors else "",
        memory_start_mb=before,
        memory_end_mb=memory_mb(pid),
    )


def main(
    games: Annotated[int, typer.Option(min=1, max=240, help="Games by link at once.")] = 200,
    seconds: Annotated[float, typer.Option(min=1, max=600, help="Seconds to measure.")] = 60.0,
    port: PortOption = 8765,
    as_json: JsonOption = False,
) -> None:
    """Measure how soon the other player of a game by link sees a move."""
    show(measure_links(games, seconds, port), as_json=as_json)


if __name__ == "__main__":
    typer.run(main)
