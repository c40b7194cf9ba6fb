"""A whole class at once: teams that submit, some of them hostile, and everybody who watches."""

import asyncio
import io
import random
import subprocess
import sys
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter

from enraya.bench.web import Counts, Visitor, compile_first, memory_mb, wait_until_it_listens
from enraya.errors import EnrayaError
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import wait_until_free

SUBMIT_SECONDS = (20.0, 120.0)
"""How long a team works on its next version."""
LOOK_SECONDS = (3.0, 9.0)
"""How often somebody who watches looks at a page, beside following what happens."""
_CODE = "from enraya.cli import main; main()"
_HUNDRED = 100
_SERVER_ERROR, _CREATED = 500, 201
_WAIT_SECONDS = 60.0
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
"""What hostile teams send, each of them one kind of it."""


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
    """That were acknowledged."""
    refused_uploads: int
    slowest_upload_seconds: float
    kept: int
    """Acknowledged uploads that the store has, once each, at the end."""
    waiting: int
    """Versions still in the queue at the end."""
    active_teams: int
    games: int
    doubled_games: int
    events: int
    """Messages of the streams that everybody follows."""
    memory_start_mb: float
    memory_end_mb: float


@dataclass(slots=True)
class _Tally:
    """What all people together have seen."""

    counts: Counts = field(default_factory=Counts)
    uploads: list[tuple[int, str]] = field(default_factory=list)
    """Acknowledged: the team and the word."""
    upload_seconds: list[float] = field(default_factory=list)
    refused: int = 0
    events: int = 0


class _Person(Visitor):
    """Somebody with an address of their own."""

    def __init__(self, number: int, port: int, tally: _Tally, rng: random.Random) -> None:
        super().__init__(number, port, tally.counts, rng)
        self.host = f"127.0.{1 + number // 200}.{1 + number % 200}"
        self.tally = tally

    async def ask(self, method: str, path: str, body: object = None) -> int:
        """The status of an answer, whose time is measured."""
        started = perf_counter()
        try:
            await self.connect()
            status, content = await self.request(method, f"/api/league{path}", body)
            self.writer.close()
        except (OSError, EOFError, ValueError) as error:
            self.counts.errors.append(f"{method} {path}: {error!r}")
            return 0
        self.counts.light.append(perf_counter() - started)
        if status >= _SERVER_ERROR:
            self.counts.errors.append(f"{method} {path}: {status} {content}"[:300])
        return status

    async def watch(self, until: float) -> None:
        """Follows what happens and looks at pages."""
        await asyncio.sleep(self.rng.uniform(0, LOOK_SECONDS[1]))
        following = asyncio.create_task(self._follow(until))
        while perf_counter() < until:
            await self.ask("GET", self.rng.choice(_PATHS))
            await asyncio.sleep(self.rng.uniform(*LOOK_SECONDS))
        following.cancel()
        with suppress(asyncio.CancelledError):
            await following

    async def _follow(self, until: float) -> None:
        while perf_counter() < until:
            with suppress(OSError, EOFError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", self.port, local_addr=(self.host, 0)
                )
                head = f"GET /api/league/live HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n"
                writer.write(head.encode())
                try:
                    while line := await reader.readline():
                        self.tally.events += line.startswith(b"data:")
                finally:
                    writer.close()
            await asyncio.sleep(1)


class _Team(_Person):
    """A team that sends one version after another."""

    def __init__(
        self, number: int, port: int, tally: _Tally, rng: random.Random, secret: str, kind: int
    ) -> None:
        super().__init__(number, port, tally, rng)
        self.secret, self.kind = secret, kind

    async def submit(self, until: float) -> None:
        """Sends versions until the time is up."""
        await asyncio.sleep(self.rng.uniform(0, SUBMIT_SECONDS[0]))
        await self.ask("POST", "/session", {"secret": self.secret})
        sent = 0
        while perf_counter() < until:
            sent += 1
            file, content = self._version(sent)
            word = f"bench-{self.number}-{sent:05}"
            started = perf_counter()
            if await self._send(file, content, word) == _CREATED:
                self.tally.upload_seconds.append(perf_counter() - started)
                self.tally.uploads.append((self.number + 1, word))
            else:
                self.tally.refused += 1
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

    async def _send(self, file: str, content: bytes, word: str) -> int:
        path = f"/api/league/versions?file={file}&word={word}"
        try:
            await self.connect()
            self.writer.write(
                f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nCookie: {self.cookie}\r\n"
                f"Content-Type: application/octet-stream\r\nContent-Length: {len(content)}\r\n"
                "Connection: close\r\n\r\n".encode()
                + content
            )
            status = int((await self.reader.readline()).split()[1])
            self.writer.close()
        except (OSError, EOFError, IndexError) as error:
            self.counts.errors.append(f"upload: {error!r}")
            return 0
        if status >= _SERVER_ERROR:
            self.counts.errors.append(f"upload: {status}")
        self.counts.statuses[status] += 1
        return status


def archive_bomb() -> bytes:
    """A small archive of fifty megabytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("agent.py", bytes(50_000_000))
    return made.getvalue()


def measure_league(
    teams: int, hostile: int, clients: int, minutes: float, port: int, seed: int = 0
) -> LeagueRow:
    """Makes a league on this machine, lets a class in, and measures how it went.

    Raises:
        EnrayaError: when the league does not start.
    """
    compile_first()
    with TemporaryDirectory() as place:
        folder = Path(place) / "league"
        settings = LeagueSettings(
            "bench", seconds=0.5, quota=1_000, baselines=("random", "level(2)")
        )
        with LeagueStore.create(folder, settings) as store, store.database.transaction():
            secrets = [
                store.access.new_link("team", store.teams.add(
                    f"team {n}", "", [], most=teams, who="bench").id)
                for n in range(1, teams + 1)
            ]  # fmt: skip
        command = [sys.executable, "-c", _CODE, "league", "serve", "--port", str(port),
                   "--folder", str(folder)]  # fmt: skip
        with subprocess.Popen(command, stdout=subprocess.PIPE) as server:  # noqa: S603  # our own
            try:
                assert server.stdout is not None
                if not server.stdout.readline():
                    raise EnrayaError("the league did not start")
                rng = random.Random(seed)  # noqa: S311  # nothing here is secret
                tally = _Tally()
                memory = asyncio.run(
                    _lesson(secrets, hostile, clients, minutes, port, server.pid, tally, rng)
                )
            finally:
                server.terminate()
        wait_until_free(folder, _WAIT_SECONDS)
        with LeagueStore(folder) as store:
            return _row(store, teams, hostile, clients, minutes, tally, memory)


async def _lesson(  # noqa: PLR0913, RUF100  # everything that a lesson has
    secrets: list[str],
    hostile: int,
    clients: int,
    minutes: float,
    port: int,
    pid: int,
    tally: _Tally,
    rng: random.Random,
) -> tuple[float, float]:
    await wait_until_it_listens(port)
    until, before = perf_counter() + 60 * minutes, memory_mb(pid)
    people = [_Person(n, port, tally, random.Random(rng.random())) for n in range(clients)]  # noqa: S311
    teams = [
        _Team(n, port, tally, random.Random(rng.random()), secret, n if n < hostile else -1)  # noqa: S311
        for n, secret in enumerate(secrets)
    ]
    jobs = [person.watch(until) for person in people] + [team.submit(until) for team in teams]
    await asyncio.gather(*jobs)
    return before, memory_mb(pid)


def _row(
    store: LeagueStore,
    teams: int,
    hostile: int,
    clients: int,
    minutes: float,
    tally: _Tally,
    memory: tuple[float, float],
) -> LeagueRow:
    times = sorted(tally.counts.light)
    cuts = quantiles(times, n=_HUNDRED) if len(times) > 1 else [0.0] * (_HUNDRED - 1)
    words = list(store.database.query("SELECT team, request FROM versions"))
    distinct = (
        "SELECT count(*) FROM (SELECT DISTINCT first, second, opening FROM games "
        "WHERE tournament = ?)"
    )
    games = store.arena.count(LADDER)
    errors = tally.counts.errors
    return LeagueRow(
        teams=teams,
        hostile=hostile,
        clients=clients,
        minutes=minutes,
        requests=len(times),
        median_ms=1000 * cuts[49],
        p99_ms=1000 * cuts[98],
        server_errors=len(errors),
        first_error=errors[0] if errors else "",
        uploads=len(tally.uploads),
        refused_uploads=tally.refused,
        slowest_upload_seconds=max(tally.upload_seconds, default=0.0),
        kept=sum(words.count(one) == 1 for one in tally.uploads),
        waiting=len(store.versions.queue()),
        active_teams=sum(player.is_active for player in store.players.all() if player.team),
        games=games,
        doubled_games=games - store.database.number(distinct, LADDER),
        events=tally.events,
        memory_start_mb=memory[0],
        memory_end_mb=memory[1],
    )
