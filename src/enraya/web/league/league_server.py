"""Everything that a running server of a league holds."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event
from time import monotonic
from typing import Any, TypeVar

from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.losses import MARKS, OwnGame
from enraya.league.rank.ranking import RANKING
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import WorkerOptions, WorkerProcess
from enraya.web.server.broadcast import Broadcast
from enraya.web.server.limits import Attempts, InUse
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import ServerSettings
from enraya.web.server.solving.reviews import Reviews
from enraya.web.server.threads import StoringThread

LOOK_SECONDS = 2.0
"""How often the server looks for what the worker has done."""
READ_SECONDS = 10.0
"""How old grades and reports may be that people are shown."""
_READERS = 2
"""How many may read for longer than a moment at once."""
MOST_COMPLAINTS = 50
JUDGING_SECONDS = 5.0
"""How long judging a game may take; what is not solved by then stays open."""
_Result = TypeVar("_Result")


class JudgedGames:
    """The games of each team that has asked about them; for the event loop.

    One game at a time is judged, of the teams in turn, behind everything else that the server does.
    """

    def __init__(self, reviews: Reviews, store: LeagueStore, storing: StoringThread) -> None:
        self._reviews, self._store, self._storing = reviews, store, storing
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def of(self, team: int, games: Sequence[OwnGame], rules: str) -> dict[int, str]:
        """What is known of a team's games by now; the others are judged meanwhile."""
        found = await self._storing.run(self._store.published, _key(team)) or {}
        known = {game.id: found[str(game.id)] for game in games if str(game.id) in found}
        if len(known) < len(games) and team not in self._tasks:
            task = asyncio.create_task(self._judge(team, games, dict(known), rules))
            self._tasks[team] = task
            task.add_done_callback(lambda _: self._tasks.pop(team))
        return known

    async def _judge(
        self, team: int, games: Sequence[OwnGame], known: dict[int, str], rules: str
    ) -> None:
        """Judges the games that are not known, and keeps each with those that are."""
        with suppress(EnrayaError, Refusal):  # the server ends, or the disk is full
            for game in games:
                if game.id in known:
                    continue
                async with self._turn:
                    place = Position.parse(game.moves, rules)
                    values = await self._reviews.values(place, game.opening, JUDGING_SECONDS)
                known[game.id] = "".join(MARKS[value] for value in values)
                await self._storing.run(self._store.publish, _key(team), known)


def _key(team: int) -> str:
    return f"turns {team}"


class LeagueServer:
    """The parts of a league's server: its store, its worker if there is one, and its followers.

    Args:
        settings: how it is served; its store is the folder of the league.
        work: how the worker works that runs beside it, if one does.
        complain: called with what the operator should know.
        clock: gives the seconds.
    """

    def __init__(
        self,
        settings: ServerSettings,
        work: WorkerOptions | None = None,
        complain: Callable[[str], None] = lambda _: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.settings = settings
        self.store = LeagueStore(settings.store)
        self.storing = StoringThread()
        self.reviews = Reviews(settings.table_mb)
        self.judged_games = JudgedGames(self.reviews, self.store, self.storing)
        self.streams = InUse("streams", settings.limits.link_streams)
        self.attempts = Attempts()
        self.complaints: deque[str] = deque(maxlen=MOST_COMPLAINTS)
        self.worker = None if work is None else WorkerProcess(work, self._note)
        self.changes = Broadcast()
        """What all who follow the league are told."""
        self.playing = Broadcast()
        """The games that are being played; looked for only while they are followed."""
        self.seen: set[str] = set()
        """The keys of the last look's games: one that is over by the next is too quick to watch."""
        self.kept: dict[str, tuple[float, Any]] = {}
        """What was found a moment ago, and when."""
        self.closing = Event()
        """Set when the server is about to close."""
        self._complain, self._clock = complain, clock
        self._readers, self._reading = asyncio.Semaphore(_READERS), asyncio.Lock()

    def _note(self, complaint: str) -> None:
        self.complaints.append(complaint)
        self._complain(complaint)

    async def read(self, function: Callable[[LeagueStore], _Result]) -> _Result:
        """What a function returns that uses the store for longer than a moment.

        It has a connection and a thread of its own, so that no other request waits for it.
        """

        def work() -> _Result:
            with LeagueStore(self.store.folder) as store:
                return function(store)

        async with self._readers:
            return await asyncio.to_thread(work)

    async def read_once(self, what: str, function: Callable[[LeagueStore], _Result]) -> _Result:
        """The same, or what it returned a moment ago: a whole class may ask at once."""
        async with self._reading:
            known = self.kept.get(what)
            if known is None or self._clock() - known[0] > READ_SECONDS:
                found = await self.read(function)
                known = self.kept[what] = self._clock(), found
        result: _Result = known[1]
        return result

    def look(self) -> dict[str, Any]:
        """What has happened, in a few numbers."""
        store = self.store
        return {
            "games": store.arena.count(LADDER),
            "queue": len(store.versions.queue()),
            "teams": sum(team.is_playing for team in store.teams.all()),
            "latest": store.database.number("SELECT coalesce(max(id), 0) FROM log"),
            "events": dict(store.database.query("SELECT id, state FROM events")),
        }

    def recent(self, what: str, make: Callable[[], _Result]) -> _Result:
        """What a function returned a moment ago, or returns now; for the store's thread.

        A whole class looks at the same few things.
        """
        known = self.kept.get(what)
        if known is None or self._clock() - known[0] > LOOK_SECONDS:
            known = self.kept[what] = self._clock(), make()
        found: _Result = known[1]
        return found

    @property
    def league_settings(self) -> LeagueSettings:
        """The settings of the league, as they were a moment ago; for the store's thread."""
        return self.recent("settings", lambda: self.store.settings)

    def ranking(self) -> list[dict[str, Any]]:
        """The ranking as the worker last made it."""
        return self.recent(RANKING, lambda: self.store.published(RANKING) or [])

    async def keep_telling(
        self,
        broadcast: Broadcast,
        look: Callable[["LeagueServer"], dict[str, Any]],
        seconds: float,
    ) -> None:
        """Looks now and then for what is new, and tells all who follow."""
        while True:
            with suppress(EnrayaError, Refusal):  # a full disk, or too much to do
                broadcast.send(await self.storing.run(look, self))
            await asyncio.sleep(seconds)

    async def start(self) -> None:
        """Starts the worker, if there is one."""
        if self.worker is not None:
            self.worker.start()

    def end_streams(self) -> None:
        """Lets live pages end by themselves, for the event loop."""
        self.closing.set()

    async def stop(self) -> None:
        """Closes everything."""
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Ends the worker and closes the file."""
        self.closing.set()
        if self.worker is not None:
            self.worker.close()
        self.reviews.close()
        self.storing.close()
        self.store.close()
