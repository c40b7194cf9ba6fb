"""Many games by link at once: how soon a move is at the other side, and whether any is lost."""

import asyncio
import json
import random
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_urlsafe
from statistics import quantiles
from time import perf_counter
from typing import Any

from enraya.bench.web import memory_mb, running_laboratory, wait_until_it_listens

MOVE_SECONDS = 1.0
"""Each game has a move that often."""
PATIENCE = 10.0
"""Seconds after the end for moves that are still on their way."""
_OK = range(200, 300)
_PERCENT = 100
_RETRY_SECONDS = 0.5
_SECRET_BYTES = 18
_OPENING_AT_ONCE = 20
"""How many games are made at once before the measurement begins."""

Place = tuple[int, int]
"""A move: the number of the game on its link, and the number of the move."""


@dataclass(slots=True)
class LinkCounts:
    """What happened in all games."""

    seconds: list[float] = field(default_factory=list)
    """From sending a move to hearing of it at the other side."""
    moves: int = 0
    """Acknowledged by the server."""
    lost: int = 0
    """Acknowledged, but not heard of at the other side or not there at the end."""
    ended: int = 0
    """Games that were played to their end."""
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


class Seat:
    """One player of a game: a connection for what they do, another that follows the game."""

    def __init__(self, port: int, path: str, secret: str) -> None:
        self.port, self.path, self.secret = port, path, secret
        self.state: dict[str, Any] = {"version": -1}
        """The newest that was heard."""
        self.awaited: dict[Place, float] = {}
        """Moves of the other player that were not heard of yet, and when they were sent."""
        self.seconds: list[float] = []
        self.refusals: list[str] = []
        self.begun = asyncio.Event()
        """Set when a state was heard."""
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Any]:
        """The status and the content of an answer."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        content = b"" if body is None else json.dumps(body).encode()
        lines = ("Content-Type: application/json", f"Content-Length: {len(content)}")
        writer.write(self._head(method, path, *lines) + content)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
        return int(head.split(" ", 2)[1]), json.loads(await reader.readexactly(length))

    def _head(self, method: str, path: str, *lines: str) -> bytes:
        begin = (f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{self.port}")
        seat = (f"Enraya-Seat: {self.secret}",) if self.secret else ()
        return "\r\n".join([*begin, *seat, *lines, "", ""]).encode()

    async def follow(self) -> None:
        """Follows the game until it is cancelled; a stream that ends is begun again."""
        while True:
            with suppress(OSError, EOFError):
                await self._follow_once()

    async def _follow_once(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        path = f"{self.path}/events?after={self.state['version']}"
        try:
            writer.write(self._head("GET", path, "Connection: close"))
            status = (await reader.readline()).split(b" ", 2)[1:2]
            if status != [b"200"]:
                self.refusals.append(f"a stream was answered with {status}")
                await asyncio.sleep(_RETRY_SECONDS)
            is_game = False
            while line := await reader.readline():
                if line.startswith(b"event:"):
                    is_game = line == b"event: game\n"
                elif line.startswith(b"data:") and is_game:
                    self._hear(json.loads(line[len(b"data:") :]), perf_counter())
        finally:
            writer.close()

    def _hear(self, state: dict[str, Any], now: float) -> None:
        self.state = state
        self.begun.set()
        place = state["number"], len(state["position"]["moves"])
        for heard in [known for known in self.awaited if known <= place]:
            self.seconds.append(now - self.awaited.pop(heard))

    def close(self) -> None:
        """Ends the connection."""
        if self._streams is not None:
            self._streams[1].close()


class Table:
    """A game by link between two seats."""

    def __init__(self, port: int, counts: LinkCounts, rng: random.Random) -> None:
        self.port, self.counts, self.rng = port, counts, rng
        self.seats: tuple[Seat, Seat] | None = None
        self.state: dict[str, Any] = {}
        """The newest that the server has acknowledged."""
        self._following: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Makes the game, lets a friend take the other seat, and waits until both follow it."""
        maker = Seat(self.port, "", "")
        _, begun = await maker.ask("POST", "/api/links", {})
        maker.path, maker.secret = f"/api/links/{begun['game']['id']}", begun["secret"]
        friend = Seat(self.port, maker.path, token_urlsafe(_SECRET_BYTES))
        taken = {"invitation": begun["invitation"], "secret": friend.secret}
        _, self.state = await friend.ask("POST", f"{maker.path}/seat", taken)
        self.seats = maker, friend
        self._following = [asyncio.create_task(seat.follow()) for seat in self.seats]
        for seat in self.seats:
            await seat.begun.wait()

    async def play(self, until: float) -> None:
        """A move every second until the time is up."""
        due = perf_counter() + self.rng.uniform(0, MOVE_SECONDS)
        while due < until:
            await asyncio.sleep(max(0.0, due - perf_counter()))
            due += MOVE_SECONDS
            try:
                await self._step()
            except (OSError, EOFError, ValueError, KeyError) as error:
                self.counts.errors.append(repr(error))
        await self._finish()
        for task in self._following:
            task.cancel()

    async def _step(self) -> None:
        """A move; after the end of a game a rematch."""
        assert self.seats is not None
        if self.state["over"]:
            self.counts.ended += 1
            await self._send(0, {"action": "rematch"})
            await self._send(1, {"action": "accept"})
            return
        position = self.state["position"]
        players = [seat["player"] for seat in self.state["seats"]]
        seat, other = players.index(position["to_move"]), players.index(3 - position["to_move"])
        place = self.state["number"], len(position["moves"]) + 1
        self.seats[other].awaited[place] = perf_counter()
        move = self.rng.choice(position["legal_moves"])
        if await self._send(seat, {"action": "move", "move": move}):
            self.counts.moves += 1
            self.counts.lost += self.state["position"]["moves"] != position["moves"] + move
        else:
            del self.seats[other].awaited[place]

    async def _send(self, seat: int, action: dict[str, str]) -> bool:
        assert self.seats is not None
        player = self.seats[seat]
        wish = action | {"seen": self.state["version"], "key": token_urlsafe(_SECRET_BYTES)}
        status, content = await player.ask("POST", f"{player.path}/actions", wish)
        if status in _OK:
            self.state = content
            return True
        self.counts.errors.append(f"{action}: {status} {content}")
        return False

    async def _finish(self) -> None:
        """Waits for what is on its way, and compares what everybody knows at the end."""
        assert self.seats is not None
        until = perf_counter() + PATIENCE
        while any(seat.awaited for seat in self.seats) and perf_counter() < until:
            await asyncio.sleep(MOVE_SECONDS / 10)
        _, kept = await self.seats[0].ask("GET", self.seats[0].path)
        known = self.state["position"]["moves"]
        self.counts.lost += kept["game"]["position"]["moves"] != known
        for seat in self.seats:
            self.counts.lost += len(seat.awaited)
            self.counts.seconds += seat.seconds
            self.counts.errors += seat.refusals
            seat.close()


def measure_links(games: int, seconds: float, port: int, seed: int = 0) -> LinkRow:
    """Starts a laboratory on this machine, plays games by link, and measures how it went.

    Raises:
        EnrayaError: when the laboratory does not start.
    """
    with running_laboratory(port) as pid:
        return asyncio.run(_games(games, seconds, port, seed, pid))


async def _games(games: int, seconds: float, port: int, seed: int, pid: int) -> LinkRow:
    await wait_until_it_listens(port)
    counts = LinkCounts()
    tables = [
        Table(port, counts, random.Random(f"{seed} {number}"))  # noqa: S311  # nothing is secret
        for number in range(games)
    ]
    for begin in range(0, games, _OPENING_AT_ONCE):
        some = tables[begin : begin + _OPENING_AT_ONCE]
        await asyncio.gather(*(table.open() for table in some))
    before, until = memory_mb(pid), perf_counter() + seconds
    await asyncio.gather(*(table.play(until) for table in tables))
    return _row(games, seconds, counts, before, memory_mb(pid))


def _row(games: int, seconds: float, counts: LinkCounts, before: float, after: float) -> LinkRow:
    times = counts.seconds if len(counts.seconds) > 1 else [0.0, 0.0]
    cuts = quantiles(times, n=_PERCENT)
    return LinkRow(
        games=games,
        seconds=seconds,
        moves=counts.moves,
        lost=counts.lost,
        ended=counts.ended,
        median_ms=1000 * cuts[49],
        p99_ms=1000 * cuts[98],
        worst_ms=1000 * max(times),
        errors=len(counts.errors),
        first_error=counts.errors[0] if counts.errors else "",
        memory_start_mb=before,
        memory_end_mb=after,
    )
