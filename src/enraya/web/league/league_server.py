"""The state of a running league server: its store, its worker and what it has read lately."""

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
"""How often the server looks for new results of the worker; how old those of `recent` may be."""
READ_SECONDS = 10.0
"""How old the results of `read_once` may be, such as grades and reports."""
_READERS = 2
"""How many long reads of the store may run at once."""
MOST_COMPLAINTS = 50
JUDGING_SECONDS = 5.0
"""How long judging a game may take; positions not solved by then stay open."""
_Result = TypeVar("_Result")


class JudgedGames:
    """Judges the games that teams ask about, in the background of the event loop.

    It judges one game at a time, taking turns among the teams, after all other work of the server.
    """

    def __init__(self, reviews: Reviews, store: LeagueStore, storing: StoringThread) -> None:
        self._reviews, self._store, self._storing = reviews, store, storing
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    async def of(self, team: int, games: Sequence[OwnGame], rules: str) -> dict[int, str]:
        """The marks of the games judged so far, by number; starts judging the others.

        Args:
            team: whose games they are.
            games: the games to judge.
            rules: the rules of the games.
        """
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
        """Judges the games without marks, one after another, and stores the marks after each."""
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
    """The parts of a league's server: its store, its worker if it has one, and its followers.

    Args:
        settings: of the server; their ``store`` is the folder of the league.
        work: the options of the worker to run beside the server; None for no worker.
        complain: called with each message for the operator.
        clock: the seconds by which the age of cached results is measured.
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
        """Sends the state of the league to all who follow it."""
        self.playing = Broadcast()
        """Sends the games in progress; the server looks for them only while someone follows."""
        self.seen: set[str] = set()
        """The keys of the games found by the last look: only games found twice are shown, because
        shorter ones are too quick to watch."""
        self.kept: dict[str, tuple[float, Any]] = {}
        """The cached results, by name, with the time when each was computed."""
        self.closing = Event()
        """Set when the server is about to close."""
        self._complain, self._clock = complain, clock
        self._readers, self._reading = asyncio.Semaphore(_READERS), asyncio.Lock()

    def _note(self, complaint: str) -> None:
        self.complaints.append(complaint)
        self._complain(complaint)

    async def read(self, function: Callable[[LeagueStore], _Result]) -> _Result:
        """The result of a function that reads the store for a long time.

        It runs in a separate thread with a separate connection, so that no other request waits.
        """

        def work() -> _Result:
            with LeagueStore(self.store.folder) as store:
                return function(store)

        async with self._readers:
            return await asyncio.to_thread(work)

    async def read_once(self, what: str, function: Callable[[LeagueStore], _Result]) -> _Result:
        """Like `read`, but returns the last result under this name if it is recent enough.

        A whole class may ask for the same at once.
        """
        async with self._reading:
            known = self.kept.get(what)
            if known is None or self._clock() - known[0] > READ_SECONDS:
                found = await self.read(function)
                known = self.kept[what] = self._clock(), found
        result: _Result = known[1]
        return result

    def look(self) -> dict[str, Any]:
        """The counts of games, waiting versions and teams, and the states of the events.

        ``latest`` is the number of the latest entry of the log.
        """
        store = self.store
        return {
            "games": store.arena.count(LADDER),
            "queue": len(store.versions.queue()),
            "teams": sum(team.is_playing for team in store.teams.all()),
            "latest": store.database.number("SELECT coalesce(max(id), 0) FROM log"),
            "events": dict(store.database.query("SELECT id, state FROM events")),
        }

    def recent(self, what: str, make: Callable[[], _Result]) -> _Result:
        """The last result under this name if it is recent enough, else that of calling ``make``.

        For the store's thread. A whole class asks for the same few things.
        """
        known = self.kept.get(what)
        if known is None or self._clock() - known[0] > LOOK_SECONDS:
            known = self.kept[what] = self._clock(), make()
        found: _Result = known[1]
        return found

    @property
    def league_settings(self) -> LeagueSettings:
        """The settings of the league, at most `LOOK_SECONDS` old; for the store's thread."""
        return self.recent("settings", lambda: self.store.settings)

    def ranking(self) -> list[dict[str, Any]]:
        """The ranking that the worker published last; for the store's thread."""
        return self.recent(RANKING, lambda: self.store.published(RANKING) or [])

    async def keep_telling(
        self,
        broadcast: Broadcast,
        look: Callable[["LeagueServer"], dict[str, Any]],
        seconds: float,
    ) -> None:
        """Calls ``look`` again and again and sends each result to all followers.

        Args:
            broadcast: where the results are sent.
            look: returns the message to send; it runs in the store's thread.
            seconds: how long to wait between two looks.
        """
        while True:
            with suppress(EnrayaError, Refusal):  # the disk is full, or the server is too busy
                broadcast.send(await self.storing.run(look, self))
            await asyncio.sleep(seconds)

    async def start(self) -> None:
        """Starts the worker, if the server has one."""
        if self.worker is not None:
            self.worker.start()

    def end_streams(self) -> None:
        """Ends the event streams that browsers follow."""
        self.closing.set()

    async def stop(self) -> None:
        """Does the same as `close`, without blocking the event loop."""
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Ends the worker, the solver and the streams, and closes the store."""
        self.closing.set()
        if self.worker is not None:
            self.worker.close()
        self.reviews.close()
        self.storing.close()
        self.store.close()
