"""Everything that a running laboratory holds, what it deletes, and how routes get at it."""

import asyncio
import sqlite3
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import replace
from threading import Event, Thread
from time import monotonic, time
from typing import Annotated, TypeVar

from fastapi import Depends, Request, Response

from enraya.agents.isolated import isolation_summary
from enraya.errors import EnrayaError
from enraya.solver.solved import SolvedPositions
from enraya.web.laboratory.links.link_games import LinkGames
from enraya.web.laboratory.links.store import LinkStore
from enraya.web.laboratory.runs.evolutions import Evolutions
from enraya.web.laboratory.runs.runs import EVOLUTION, LEARNING, TOURNAMENT, RunQueue
from enraya.web.laboratory.runs.snapshots import Snapshots
from enraya.web.laboratory.runs.tournaments import Tournaments
from enraya.web.laboratory.runs.training_runs import TrainingRuns
from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.games import GameStore
from enraya.web.laboratory.stores.sessions import Sessions
from enraya.web.laboratory.stores.uploads import Uploads
from enraya.web.laboratory.thinking.agent_turns import AgentSessions
from enraya.web.laboratory.thinking.allowed_agents import AllowedAgents
from enraya.web.laboratory.thinking.compilation import Compilation
from enraya.web.laboratory.thinking.fair_queue import WorkQueue
from enraya.web.server.application import parts_of
from enraya.web.server.forwarding import is_forwarded
from enraya.web.server.limits import InUse
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import ServerSettings
from enraya.web.server.solving.solver_service import SolverService
from enraya.web.server.threads import StoringThread, go_last
from enraya.web.server.visitor import OPERATOR, Visitor, address_of, remember_session

SESSION_COOKIE = "enraya-session"
MOST_QUICK = 1000
"""How many agents that answer in a moment wait for their next move."""
LOOK_SECONDS = 60.0
"""How often agents that waited too long are ended."""
EXPIRE_SECONDS = 3_600.0
"""How often old things are deleted."""
_Result = TypeVar("_Result")


class Laboratory:
    """The parts of a laboratory, with its database and its threads.

    Args:
        settings: how it runs.
        compilation: of kernels that are not compiled yet.
    """

    def __init__(self, settings: ServerSettings, compilation: Compilation | None = None) -> None:
        database, limits = open_database(settings.store), settings.limits
        self.settings = settings
        self.sessions = Sessions(database, limits.sessions)
        self.games = GameStore(database, limits.games)
        self.links = LinkGames(LinkStore(database, limits.links))
        self.uploads = Uploads(
            database, settings.store / "agents", settings.allow_uploads, limits.uploads
        )
        self.training_runs = TrainingRuns(settings.store.resolve() / "runs")
        self.evolutions = Evolutions(settings.store / "runs")
        self.allowed = AllowedAgents(self.uploads, self.training_runs.find)
        self.tournaments = Tournaments(
            settings.store, settings.games_file, self.allowed, max(1, settings.workers - 1)
        )
        self.kinds: dict[str, Tournaments | Evolutions | TrainingRuns] = {
            TOURNAMENT: self.tournaments,
            EVOLUTION: self.evolutions,
            LEARNING: self.training_runs,
        }
        """What carries out the runs of each kind, and deletes what they have found."""
        works = {name: kind.work for name, kind in self.kinds.items()}
        self.runs = RunQueue(settings.store, works, limits)
        solved = None if settings.solved is None else SolvedPositions(settings.solved)
        self.solver_service = SolverService(settings.table_mb, solved)
        self.compilation = compilation or Compilation()

        # Quick answers never wait behind a long one, and a thread that waits for an upload that
        # hangs delays nothing else.
        self.quick = WorkQueue("quick", 1, limits.questions)
        self.slow = WorkQueue(
            "slow", settings.workers, limits.questions, prepare=self.solver_service.prepare
        )
        self.visiting = WorkQueue("visiting", settings.workers, limits.questions)
        self.queues = {"quick": self.quick, "slow": self.slow, "visiting": self.visiting}
        self.reading = WorkQueue("reading", 2, limits.questions)
        self.storing = StoringThread()
        self.entering = asyncio.Lock()
        """Held while a tournament is entered or deleted."""

        # Agents that hold next to nothing push out no others while they wait for their next move.
        self.waiting_agents = AgentSessions()
        self.quick_agents = AgentSessions(MOST_QUICK)
        self.streams = InUse("streams", limits.streams)
        self.link_streams = InUse("streams", limits.link_streams)
        self.snapshots = Snapshots()
        self.closing = Event()
        """Set when the laboratory is about to close."""

    async def stored(self, function: Callable[..., _Result], *arguments: object) -> _Result:
        """What a function returns that reads or changes the database, run in its one thread.

        Raises:
            TooBusy: when too many changes are waiting.
        """
        return await self.storing.run(function, *arguments)

    def uploads_in_use(self) -> set[str]:
        """The uploads that unfinished tournaments need; for the thread of the database."""
        needed = self.runs.unfinished(TOURNAMENT)
        agents = [agent for run in needed for agent in run.settings["agents"]]
        return {agent.removeprefix("upload(").removesuffix(")") for agent in agents}

    async def end_agents(self, games: Collection[str]) -> None:
        """Ends the agents of games that are gone, in another thread: it waits for processes."""
        for agents in (self.waiting_agents, self.quick_agents):
            await asyncio.to_thread(agents.end_games, games)

    async def start(self) -> None:
        """Prepares what the first visitor would wait for, and resumes what was running.

        What is not compiled yet comes first, while visitors are already answered.
        """
        await asyncio.to_thread(self.compilation.start, self._resume)
        await self.links.start(self.stored)

    def _resume(self) -> None:
        if self.settings.allow_uploads:
            starter = Thread(target=_start_forking)  # its own, which goes last for ever
            starter.start()
            starter.join()
        self.runs.start()

    async def expire_regularly(self) -> None:
        """Ends agents that waited too long and forgets what is old, until the laboratory closes."""
        next_time = monotonic()
        while True:
            if monotonic() >= next_time:
                next_time = monotonic() + EXPIRE_SECONDS
                with suppress(sqlite3.Error, EnrayaError, Refusal, OSError):  # another time, then
                    await self.expire(time())
            for agents in (self.waiting_agents, self.quick_agents):
                await asyncio.to_thread(agents.dismiss_late)
            await asyncio.sleep(LOOK_SECONDS)

    async def expire(self, now: float) -> None:
        """Deletes visitors' things that have not been used for long and are not at work."""
        await self.end_agents(await self.stored(self.games.expire, now))
        in_use = await self.stored(self.uploads_in_use)
        await self.stored(self.uploads.expire, now, in_use)
        for kind in self.kinds:
            for run in await self.stored(self.runs.expired, kind, now):
                with suppress(Refusal):  # it has just been resumed
                    await self.forget_run(kind, run.id, OPERATOR)
        await self.stored(self.links.store.expire, now)
        await self.stored(self.sessions.expire, now)

    async def forget_run(self, kind: str, number: int, visitor: Visitor) -> None:
        """Deletes a run with what it has found, except games that another run shows as well.

        Raises:
            Refusal: when it is waiting or running, there is none, or it is somebody else's.
        """
        async with self.entering:  # the same tournament cannot begin meanwhile
            run = await self.stored(self.runs.remove, kind, number, visitor)
            if kind == TOURNAMENT and await self.stored(self.runs.needs_tournament, run.tournament):
                return
            await asyncio.to_thread(self.kinds[kind].forget, run)

    def end_streams(self) -> None:
        """Lets live pages end by themselves, for the event loop; they come back later."""
        self.closing.set()
        self.links.hub.wake()

    async def stop(self) -> None:
        """Stops what runs in the background; it resumes at the next start."""
        self.links.close()
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Stops all but the clocks of games by link."""
        self.closing.set()
        self.compilation.close()
        self.runs.close()
        self.storing.close()
        self.waiting_agents.close()
        self.quick_agents.close()


def _start_forking() -> None:
    """Starts the process from which agents are forked; visitors go before their agents."""
    go_last()
    isolation_summary()


LaboratoryOf = Annotated[Laboratory, Depends(parts_of)]


async def visitor_of(request: Request, laboratory: LaboratoryOf) -> Visitor:
    """Who asks; a browser without our cookie has no session, and nothing belongs to it."""
    address = address_of(request)
    secret = request.cookies.get(SESSION_COOKIE, "")
    session = laboratory.sessions.known(secret)
    if session is None and secret:
        session = await laboratory.stored(laboratory.sessions.find, secret)
    is_here = laboratory.settings.is_personal and not _may_be_forwarded(request)
    if session is None:
        return Visitor("", address, is_operator=is_here)
    return Visitor(session.name, address, is_operator=session.is_operator or is_here)


VisitorOf = Annotated[Visitor, Depends(visitor_of)]


async def known_visitor_of(
    request: Request, response: Response, laboratory: LaboratoryOf, visitor: VisitorOf
) -> Visitor:
    """Who asks for something that will be theirs; a browser without a session is given one."""
    if visitor.session:
        return visitor
    secret, session = await laboratory.stored(laboratory.sessions.create, visitor)
    remember_session(request, response, SESSION_COOKIE, secret)
    return replace(visitor, session=session.name)


KnownVisitorOf = Annotated[Visitor, Depends(known_visitor_of)]


def _may_be_forwarded(request: Request) -> bool:
    """Whether a proxy may have passed a request on, so that it may come from any machine.

    nginx says nothing of itself unless it is told to, but then it speaks HTTP/1.0, as no browser
    does.
    """
    return is_forwarded(request.headers) or request.scope.get("http_version") == "1.0"
