"""A whole class at once: teams that submit, some of them hostile, and people who watch.

Hostile teams submit agents that sleep, fork, hoard memory, flood their output or bomb the compiler,
in several languages, and archives that unpack to far more than their size.

    python -m tools.bench.league --teams 10 --hostile 3 --clients 50 --minutes 1
"""

import asyncio
import io
import random
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, sleep
from typing import Annotated, Any

import httpx
import typer

from enraya.league.model.settings import LeagueSettings
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import is_working
from tools.bench.servers import (
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

SUBMIT_SECONDS = (20.0, 120.0)
"""The shortest and the longest time that a team works on its next version."""
LOOK_SECONDS = (3.0, 9.0)
"""The shortest and the longest pause between two pages that a watcher opens."""
_WAIT_SECONDS = 60.0
_BINARY = {"Content-Type": "application/octet-stream"}
_PATHS = ("", "/ranking", "/queue", "/games")
_INNOCENT = """
def choose(position, limit):
    columns = sorted(position.legal_moves, key=lambda column: abs(column - {middle}))
    wins = [c for c in columns if position.play(c).result == position.mover]
    return (wins or columns)[0]
# {mark}
"""
_INNOCENT_C = """
#include <stdio.h>
int main(void) {{
    char line[200];
    while (fgets(line, sizeof line, stdin)) {{
        int heights[9] = {{0}};
        for (char *c = line; *c >= '1' && *c <= '9'; c++) heights[*c - '1']++;
        for (int i = 0; i < 7; i++) {{
            int column = (i + {middle}) % 7;
            if (heights[column] < 6) {{ printf("%d\\n", column + 1); break; }}
        }}
        fflush(stdout);
    }}
}} // {mark}
"""
_HOSTILE: tuple[tuple[str, str], ...] = (
    ("mine.py", "import time\ndef choose(p, l):\n    time.sleep(60)\n# {mark}\n"),
    ("mine.py", "while True: pass\n# {mark}\n"),
    ("mine.py", "def choose(p, l):\n    return [0] * 10**9\n# {mark}\n"),
    ("mine.py", "import os\ndef choose(p, l):\n    return os.fork()\n# {mark}\n"),
    ("mine.py", "def choose(p, l):\n    while True: print('x' * 10**6)\n# {mark}\n"),
    ("mine.py", "begun = []\ndef choose(p, l):\n    begun.append(p.plies)\n"
     "    return 1 / 0 if begun[0] > 1 else p.legal_moves[0]\n# {mark}\n"),
    ("mine.c", "#include <time.h>\n#include <unistd.h>\nint main(void)\n"  # ends by itself
     "{{ for (time_t start = time(0); time(0) < start + 60;) fork(); }} // {mark}\n"),
    ("mine.c", "#include <stdlib.h>\n#include <string.h>\nint main(void)\n"
     "{{ for (;;) memset(malloc(1 << 24), 1, 1 << 24); }} // {mark}\n"),
    ("mine.cpp", "template <int n> struct T {{ T<n + 1> a; T<n + 2> b; }}; T<0> t;\n"
     "int main() {{}} // {mark}\n"),
    ("mine.cpp", "#include \"/dev/random\"\nint main() {{}} // {mark}\n"),
    ("mine.js", "while (true) {{}} // {mark}\n"),
    ("mine.zip", "{mark}"),
)  # fmt: skip
"""The uploads of hostile teams, by file name; each team sends one kind."""


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """The result of a run."""

    teams: int
    hostile: int
    clients: int
    minutes: float
    requests: int
    median_ms: float
    p99_ms: float
    server_errors: int
    first_error: str
    uploads: int
    """How many uploads were acknowledged."""
    refused_uploads: int
    slowest_upload_seconds: float
    kept: int
    """How many acknowledged uploads are in the store exactly once at the end."""
    waiting: int
    """How many versions are still in the queue at the end."""
    active_teams: int
    games: int
    doubled_games: int
    events: int
    """How many messages the event streams delivered."""
    memory_start_mb: float
    memory_end_mb: float


@dataclass(slots=True)
class _Seen:
    """What all visitors together observed."""

    seconds: list[float] = field(default_factory=list)
    """The times of the answered requests."""
    errors: list[str] = field(default_factory=list)
    uploads: list[tuple[int, str]] = field(default_factory=list)
    """The acknowledged uploads: the team, and the identifier of the request."""
    upload_seconds: list[float] = field(default_factory=list)
    refused: int = 0
    events: int = 0


class _Person:
    """A visitor with a separate address."""

    def __init__(self, number: int, port: int, seen: _Seen, rng: random.Random) -> None:
        self.number, self.seen, self.rng = number, seen, rng
        self.client = client_at(port, f"127.0.{1 + number // 200}.{1 + number % 200}")

    async def ask(self, method: str, path: str, **content: Any) -> bool:
        """Sends a request and measures its time; whether it succeeded."""
        started = perf_counter()
        try:
            answer = await self.client.request(method, f"/api/league{path}", **content)
        except httpx.TransportError as error:
            self.seen.errors.append(f"{method} {path}: {error!r}")
            return False
        self.seen.seconds.append(perf_counter() - started)
        if answer.status_code >= SERVER_ERROR:
            text = f"{method} {path}: {answer.status_code} {answer.text}"
            self.seen.errors.append(text[:300])
        return answer.is_success

    async def watch(self, until: float) -> None:
        """Follows the event stream and opens pages from time to time."""
        await asyncio.sleep(self.rng.uniform(0, LOOK_SECONDS[1]))
        following = asyncio.create_task(self._follow())
        while perf_counter() < until:
            await self.ask("GET", self.rng.choice(_PATHS))
            await asyncio.sleep(self.rng.uniform(*LOOK_SECONDS))
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following

    async def _follow(self) -> None:
        while True:
            with suppress(httpx.TransportError):
                async with self.client.stream("GET", "/api/league/live", timeout=None) as answer:
                    async for line in answer.aiter_lines():
                        self.seen.events += line.startswith("data:")
            await asyncio.sleep(1)


class _Submitter(_Person):
    """A team that submits one version after another."""

    def __init__(
        self, number: int, port: int, seen: _Seen, rng: random.Random, secret: str, kind: int
    ) -> None:
        super().__init__(number, port, seen, rng)
        self.secret, self.kind = secret, kind

    async def submit(self, until: float) -> None:
        """Submits versions until the time is up."""
        await asyncio.sleep(self.rng.uniform(0, SUBMIT_SECONDS[0]))
        await self.ask("POST", "/session", json={"secret": self.secret})
        sent = 0
        while perf_counter() < until:
            sent += 1
            file, content = self._version(sent)
            word = f"bench-{self.number}-{sent:05}"
            started, path = perf_counter(), f"/versions?file={file}&word={word}"
            if await self.ask("POST", path, content=content, headers=_BINARY):
                self.seen.upload_seconds.append(perf_counter() - started)
                self.seen.uploads.append((self.number + 1, word))
            else:
                self.seen.refused += 1
            await asyncio.sleep(min(self.rng.uniform(*SUBMIT_SECONDS), until - perf_counter() + 1))

    def _version(self, sent: int) -> tuple[str, bytes]:
        mark = f"{self.number} {sent}"
        if self.kind < 0:
            middle = self.rng.randrange(1, 7)
            source = _INNOCENT_C if self.number % 4 == 0 else _INNOCENT
            file = "mine.c" if self.number % 4 == 0 else "mine.py"
            return file, source.format(middle=middle, mark=mark).encode()
        file, text = _HOSTILE[self.kind % len(_HOSTILE)]
        return file, archive_bomb() if file.endswith(".zip") else text.format(mark=mark).encode()


def archive_bomb() -> bytes:
    """A small archive that unpacks to fifty megabytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("agent.py", bytes(50_000_000))
    return made.getvalue()


def measure_league(
    teams: int, hostile: int, clients: int, minutes: float, port: int, seed: int = 0
) -> LeagueRow:
    """Runs a league on this machine with a simulated class and measures it.

    Raises:
        EnrayaError: when the league cannot be started.
    """
    with TemporaryDirectory() as place:
        folder, seen = Path(place) / "league", _Seen()
        settings = LeagueSettings(
            "bench", seconds=0.5, quota=1_000, baselines=("random", "level(2)")
        )
        with LeagueStore.create(folder, settings) as store, store.database.transaction():
            secrets = [
                store.access.new_link("team", store.teams.add(
                    f"team {n}", "", [], most=teams, who="bench").id)
                for n in range(1, teams + 1)
            ]  # fmt: skip
        people = [_Person(n, port, seen, stream_of(seed, n)) for n in range(clients)]
        submitters = [
            _Submitter(n, port, seen, stream_of(seed, -1 - n), secret, n if n < hostile else -1)
            for n, secret in enumerate(secrets)
        ]
        with running_server(port, "league", "serve", "--folder", str(folder)) as pid:
            before = memory_mb(pid)
            asyncio.run(_lesson(people, submitters, 60 * minutes))
            after = memory_mb(pid)
        until = perf_counter() + _WAIT_SECONDS
        while is_working(folder) and perf_counter() < until:
            sleep(1)
        with LeagueStore(folder) as store:
            return _row(store, (teams, hostile, clients, minutes), seen, (before, after))


async def _lesson(people: list[_Person], submitters: list[_Submitter], seconds: float) -> None:
    until = perf_counter() + seconds
    watching = [person.watch(until) for person in people]
    await asyncio.gather(*watching, *(team.submit(until) for team in submitters))
    await close([*people, *submitters])


def _row(
    store: LeagueStore,
    asked: tuple[int, int, int, float],
    seen: _Seen,
    memory: tuple[float, float],
) -> LeagueRow:
    teams, hostile, clients, minutes = asked
    median, slow = median_and_p99_ms(seen.seconds)
    words = list(store.database.query("SELECT team, request FROM versions"))
    distinct = (
        "SELECT count(*) FROM (SELECT DISTINCT first, second, opening FROM games "
        "WHERE tournament = ?)"
    )
    games = store.arena.count(LADDER)
    return LeagueRow(
        teams=teams,
        hostile=hostile,
        clients=clients,
        minutes=minutes,
        requests=len(seen.seconds),
        median_ms=median,
        p99_ms=slow,
        server_errors=len(seen.errors),
        first_error=seen.errors[0] if seen.errors else "",
        uploads=len(seen.uploads),
        refused_uploads=seen.refused,
        slowest_upload_seconds=max(seen.upload_seconds, default=0.0),
        kept=sum(words.count(one) == 1 for one in seen.uploads),
        waiting=len(store.versions.queue()),
        active_teams=sum(player.is_active for player in store.players.all() if player.team),
        games=games,
        doubled_games=games - store.database.number(distinct, LADDER),
        events=seen.events,
        memory_start_mb=memory[0],
        memory_end_mb=memory[1],
    )


def main(
    teams: Annotated[int, typer.Option(min=1, max=500, help="Teams that submit.")] = 60,
    hostile: Annotated[int, typer.Option(min=0, max=500, help="How many are hostile.")] = 12,
    clients: Annotated[int, typer.Option(min=1, max=2_000, help="People who watch.")] = 300,
    minutes: Annotated[float, typer.Option(min=0.1, max=600, help="Minutes to measure.")] = 10.0,
    port: PortOption = 8766,
    as_json: JsonOption = False,
) -> None:
    """Measure a league on this machine while a class submits to it and watches."""
    show(measure_league(teams, hostile, clients, minutes, port), as_json=as_json)


if __name__ == "__main__":
    typer.run(main)
