"""The laboratory: its parts, the deletion of old things, and how routes get at it."""

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
"""How many agents that answer at once may wait for their next move."""
LOOK_SECONDS = 60.0
"""How often agents that waited too long are ended."""
EXPIRE_SECONDS = 3_600.0
"""How often old things are deleted."""
_Result = TypeVar("_Result")


class Laboratory:
    """A running laboratory: its parts, its database and its threads.

    Args:
        settings: its settings.
        compilation: compiles missing kernels; by default, none are missing.
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
        """What carries out the runs of each kind, and deletes their results."""
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
        """A lock held while a tournament is entered or deleted."""

        # Quick agents need next to no memory, so they do not displace others that wait.
        self.waiting_agents = AgentSessions()
        self.quick_agents = AgentSessions(MOST_QUICK)
        self.streams = InUse("streams", limits.streams)
        self.link_streams = InUse("streams", limits.link_streams)
        self.snapshots = Snapshots()
        self.closing = Event()
        """Set when the laboratory is about to close."""

    async def stored(self, function: Callable[..., _Result], *arguments: object) -> _Result:
        """Runs a function in the thread of the database, and returns what it returns.

        Raises:
            TooBusy: when too many calls are waiting.
        """
        return await self.storing.run(function, *arguments)

    def uploads_in_use(self) -> set[str]:
        """The ids of uploads that unfinished tournaments need; for the thread of the database."""
        needed = self.runs.unfinished(TOURNAMENT)
        agents = [agent for run in needed for agent in run.settings["agents"]]
        return {agent.removeprefix("upload(").removesuffix(")") for agent in agents}

    async def end_agents(self, games: Collection[str]) -> None:
        """Ends the agents of deleted games, in another thread because it waits for processes."""
        for agents in (self.waiting_agents, self.quick_agents):
            await asyncio.to_thread(agents.end_games, games)

    async def start(self) -> None:
        """Prepares what the first visitor would otherwise wait for, and resumes what was running.

        Missing kernels are compiled first, while visitors are already served.
        """
        await asyncio.to_thread(self.compilation.start, self._resume)
        await self.links.start(self.stored)

    def _resume(self) -> None:
        if self.settings.allow_uploads:
            starter = Thread(target=_start_forking)  # separate: low priority is permanent
            starter.start()
            starter.join()
        self.runs.start()

    async def expire_regularly(self) -> None:
        """Ends agents that waited too long and deletes old things, until the task is cancelled."""
        next_time = monotonic()
        while True:
            if monotonic() >= next_time:
                next_time = monotonic() + EXPIRE_SECONDS
                with suppress(
                    sqlite3.Error, EnrayaError, Refusal, OSError
                ):  # tried again next time
                    await self.expire(time())
            for agents in (self.waiting_agents, self.quick_agents):
                await asyncio.to_thread(agents.dismiss_late)
            await asyncio.sleep(LOOK_SECONDS)

    async def expire(self, now: float) -> None:
        """Deletes visitors' things that have not been used for long, unless a run needs them."""
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
        """Deletes a run with its results, except games that another run shows as well.

        Raises:
            Refusal: when it is waiting or running, does not exist, or belongs to somebody else.
        """
        async with self.entering:  # the same tournament cannot begin meanwhile
            run = await self.stored(self.runs.remove, kind, number, visitor)
            if kind == TOURNAMENT and await self.stored(self.runs.needs_tournament, run.tournament):
                return
            await asyncio.to_thread(self.kinds[kind].forget, run)

    def end_streams(self) -> None:
        """Lets event streams end by themselves; pages reconnect later. For the event loop."""
        self.closing.set()
        self.links.hub.wake()

    async def stop(self) -> None:
        """Stops background work; runs resume at the next start."""
        self.links.close()
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Stops everything but the clocks of games by link."""
        self.closing.set()
        self.compilation.close()
        self.runs.close()
        self.storing.close()
        self.waiting_agents.close()
        self.quick_agents.close()


def _start_forking() -> None:
    """Starts the process that forks agents, at low priority: visitors go before agents."""
    go_last()
    isolation_summary()


LaboratoryOf = Annotated[Laboratory, Depends(parts_of)]


async def visitor_of(request: Request, laboratory: LaboratoryOf) -> Visitor:
    """Who sends a request; a browser without our cookie has no session and owns nothing."""
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
    """The visitor who creates something; a browser without a session is given one."""
    if visitor.session:
        return visitor
    secret, session = await laboratory.stored(laboratory.sessions.create, visitor)
    remember_session(request, response, SESSION_COOKIE, secret)
    return replace(visitor, session=session.name)


KnownVisitorOf = Annotated[Visitor, Depends(known_visitor_of)]


def _may_be_forwarded(request: Request) -> bool:
    """Whether a proxy may have passed a request on, so that it may come from any machine.

    By default, nginx adds no header that shows it, but it speaks HTTP/1.0, which browsers do not.
    """
    return is_forwarded(request.headers) or request.scope.get("http_version") == "1.0"
