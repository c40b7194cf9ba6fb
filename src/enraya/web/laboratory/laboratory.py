"""Everything that a running laboratory holds, and how routes get at it."""

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from threading import Event, Thread
from typing import Annotated, TypeVar

from fastapi import Depends, Request, Response

from enraya.agents.isolated import isolation_summary
from enraya.solver.solved import SolvedPositions
from enraya.web.laboratory.links.link_games import LinkGames
from enraya.web.laboratory.links.store import LinkStore
from enraya.web.laboratory.runs.evolutions import KIND as EVOLUTION
from enraya.web.laboratory.runs.evolutions import Evolutions
from enraya.web.laboratory.runs.runs import Run, RunQueue
from enraya.web.laboratory.runs.snapshots import Snapshots
from enraya.web.laboratory.runs.tournaments import KIND as TOURNAMENT
from enraya.web.laboratory.runs.tournaments import Tournaments
from enraya.web.laboratory.runs.training_runs import KIND as LEARNING
from enraya.web.laboratory.runs.training_runs import TrainingRuns
from enraya.web.laboratory.stores.database import open_database
from enraya.web.laboratory.stores.games import GameStore
from enraya.web.laboratory.stores.sessions import BrowserSession, Sessions
from enraya.web.laboratory.stores.uploads import Uploads
from enraya.web.laboratory.thinking.agent_turns import AgentSessions
from enraya.web.laboratory.thinking.allowed_agents import AllowedAgents
from enraya.web.laboratory.thinking.compilation import Compilation
from enraya.web.laboratory.thinking.fair_queue import WorkQueue
from enraya.web.server.limits import InUse
from enraya.web.server.settings import ServerSettings
from enraya.web.server.solving.solver_service import SolverService
from enraya.web.server.threads import StoringThread, go_last
from enraya.web.server.visitor import (
    FORWARDING_HEADERS,
    Visitor,
    address_of,
    remember_session,
)

SESSION_COOKIE = "enraya-session"
MOST_QUICK = 1000
"""How many agents that answer in a moment wait for their next move."""
_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class Laboratory:
    """The parts of a laboratory."""

    settings: ServerSettings
    sessions: Sessions
    games: GameStore
    links: LinkGames
    uploads: Uploads
    allowed: AllowedAgents
    solver_service: SolverService
    quick: WorkQueue
    """Gives quick answers, which never wait behind a long one."""
    slow: WorkQueue
    """Searches and solves."""
    visiting: WorkQueue
    """Runs uploads: its threads only wait, and one that hangs delays nothing else."""
    tournaments: Tournaments
    evolutions: Evolutions
    training_runs: TrainingRuns
    runs: RunQueue
    forget: dict[str, Callable[[Run], None]]
    """Deletes what a run has found, by kind."""
    reading: WorkQueue
    """Makes reports and lists of games."""
    streams: InUse
    """The live pages of runs that are open."""
    link_streams: InUse
    """The pages of games by link that are open."""
    waiting_agents: AgentSessions = field(default_factory=AgentSessions)
    """Where agents wait for their next move."""
    quick_agents: AgentSessions = field(default_factory=lambda: AgentSessions(MOST_QUICK))
    """Where agents that hold next to nothing wait, so that they push out no others."""
    storing: StoringThread = field(default_factory=StoringThread)
    snapshots: Snapshots = field(default_factory=Snapshots)
    """What runs have found, found once for all who look."""
    entering: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a tournament is entered or deleted."""
    compilation: Compilation = field(default_factory=Compilation)
    """The kernels, which may still have to be compiled."""
    closing: Event = field(default_factory=Event)
    """Set when the laboratory is about to close."""

    @staticmethod
    def open(settings: ServerSettings, compilation: Compilation | None = None) -> "Laboratory":
        """A laboratory with its database and its threads."""
        database, limits = open_database(settings.store), settings.limits
        uploads = Uploads(
            database, settings.store / "agents", settings.allow_uploads, limits.uploads
        )
        training_runs = TrainingRuns(settings.store.resolve() / "runs")
        allowed = AllowedAgents(uploads, training_runs.find)
        tournaments = Tournaments(
            settings.store, settings.games_file, allowed, max(1, settings.workers - 1)
        )
        evolutions = Evolutions(settings.store / "runs")
        kinds = {
            TOURNAMENT: tournaments.play,
            EVOLUTION: evolutions.evolve,
            LEARNING: training_runs.learn,
        }
        solved = None if settings.solved is None else SolvedPositions(settings.solved)
        solver_service = SolverService(settings.table_mb, solved)
        return Laboratory(
            settings=settings,
            sessions=Sessions(database, limits.sessions),
            games=GameStore(database, limits.games),
            links=LinkGames(LinkStore(database, limits.links)),
            uploads=uploads,
            allowed=allowed,
            solver_service=solver_service,
            quick=WorkQueue("quick", 1, limits.questions),
            slow=WorkQueue(
                "slow", settings.workers, limits.questions, prepare=solver_service.prepare
            ),
            visiting=WorkQueue("visiting", settings.workers, limits.questions),
            tournaments=tournaments,
            evolutions=evolutions,
            training_runs=training_runs,
            runs=RunQueue(settings.store, kinds, limits),
            forget={
                TOURNAMENT: tournaments.forget,
                EVOLUTION: evolutions.forget,
                LEARNING: training_runs.forget,
            },
            reading=WorkQueue("reading", 2, limits.questions),
            streams=InUse("streams", limits.streams),
            link_streams=InUse("streams", limits.link_streams),
            compilation=compilation or Compilation(),
        )

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

    def end_streams(self) -> None:
        """Lets live pages end by themselves, for the event loop; they come back later."""
        self.closing.set()
        self.links.hub.wake()

    async def stop(self) -> None:
        """Stops what runs in the background; it resumes at the next start."""
        self.links.close()
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Does that, but for the clocks of games by link."""
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


async def laboratory_of(request: Request) -> Laboratory:
    """The laboratory of this request; async, so that the framework needs no thread for it."""
    laboratory: Laboratory = request.app.state.parts
    return laboratory


LaboratoryOf = Annotated[Laboratory, Depends(laboratory_of)]


async def visitor_of(request: Request, laboratory: LaboratoryOf) -> Visitor:
    """Who asks; a browser without our cookie has no session, and nothing belongs to it."""
    address = address_of(request)
    secret = request.cookies.get(SESSION_COOKIE, "")
    session = laboratory.sessions.known(secret)
    if session is None and secret:
        session = await laboratory.stored(laboratory.sessions.find, secret)
    return _visitor(request, laboratory, address, session)


VisitorOf = Annotated[Visitor, Depends(visitor_of)]


async def known_visitor_of(
    request: Request, response: Response, laboratory: LaboratoryOf, visitor: VisitorOf
) -> Visitor:
    """Who asks for something that will be theirs; a browser without a session is given one."""
    if visitor.session:
        return visitor
    secret, session = await laboratory.stored(laboratory.sessions.create, visitor)
    remember_session(request, response, SESSION_COOKIE, secret)
    return _visitor(request, laboratory, visitor.address, session)


KnownVisitorOf = Annotated[Visitor, Depends(known_visitor_of)]


def _visitor(
    request: Request, laboratory: Laboratory, address: str, session: BrowserSession | None
) -> Visitor:
    is_here = laboratory.settings.is_personal and not _may_be_forwarded(request)
    if session is None:
        return Visitor("", address, is_operator=is_here)
    return Visitor(session.name, address, is_operator=session.is_operator or is_here)


def _may_be_forwarded(request: Request) -> bool:
    """Whether a proxy may have passed a request on, so that it may be anybody's.

    nginx says nothing of itself unless it is told to, but then it speaks HTTP/1.0, as no browser
    does.
    """
    is_told = any(name in request.headers for name in FORWARDING_HEADERS)
    return is_told or request.scope.get("http_version") == "1.0"
