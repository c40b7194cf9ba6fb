"""Everything that a running laboratory holds, and how routes get at it."""

from dataclasses import dataclass, field
from threading import Event
from typing import Annotated

from fastapi import Depends, Request, Response

from enraya.agents.isolated import isolation_summary
from enraya.web.database import open_database
from enraya.web.games import GameStore
from enraya.web.runs.evolutions import KIND as EVOLUTION
from enraya.web.runs.evolutions import Evolutions
from enraya.web.runs.runs import RunQueue
from enraya.web.runs.tournaments import KIND as TOURNAMENT
from enraya.web.runs.tournaments import Tournaments
from enraya.web.runs.training_runs import KIND as LEARNING
from enraya.web.runs.training_runs import TrainingRuns
from enraya.web.settings import ServerSettings
from enraya.web.thinking.agent_sessions import AgentSessions
from enraya.web.thinking.fair_queue import WorkQueue
from enraya.web.thinking.roster import Roster
from enraya.web.thinking.solver_service import SolverService
from enraya.web.thinking.uploads import Uploads

CLIENT_COOKIE = "enraya-client"
MOST_QUICK = 1000
"""How many agents that answer in a moment wait for their next move."""
_CLIENT_AGE = 365 * 24 * 3600
_ID_LENGTH = 64


@dataclass(frozen=True, slots=True)
class Laboratory:
    """The parts of a laboratory."""

    settings: ServerSettings
    games: GameStore
    uploads: Uploads
    roster: Roster
    solver_service: SolverService
    quick: WorkQueue
    """For quick answers, which never wait behind a long one."""
    slow: WorkQueue
    """For searches and solving."""
    visiting: WorkQueue
    """For uploads: their threads only wait, and nobody else waits behind one that hangs."""
    tournaments: Tournaments
    evolutions: Evolutions
    training_runs: TrainingRuns
    runs: RunQueue
    sessions: AgentSessions = field(default_factory=AgentSessions)
    """Where agents wait for their next move."""
    quick_sessions: AgentSessions = field(default_factory=lambda: AgentSessions(MOST_QUICK))
    """Where agents that hold next to nothing wait, so that they push out no others."""
    closing: Event = field(default_factory=Event)
    """Set when the laboratory is about to close."""

    @staticmethod
    def open(settings: ServerSettings) -> "Laboratory":
        """A laboratory with its database and its threads."""
        database = open_database(settings.store)
        uploads = Uploads(database, settings.store / "agents", settings.allow_uploads)
        training_runs = TrainingRuns(settings.store.resolve() / "runs")
        roster = Roster(uploads, training_runs)
        tournaments = Tournaments(settings.store, roster, max(1, settings.workers - 1))
        evolutions = Evolutions(settings.store / "runs")
        kinds = {
            TOURNAMENT: tournaments.play,
            EVOLUTION: evolutions.evolve,
            LEARNING: training_runs.learn,
        }
        solver_service = SolverService(settings.table_mb)
        bounds = (settings.max_waiting, settings.max_waiting_each)
        return Laboratory(
            settings=settings,
            games=GameStore(database),
            uploads=uploads,
            roster=roster,
            solver_service=solver_service,
            quick=WorkQueue("quick", 1, *bounds),
            slow=WorkQueue("slow", settings.workers, *bounds, prepare=solver_service.prepare),
            visiting=WorkQueue("visiting", settings.workers, *bounds),
            tournaments=tournaments,
            evolutions=evolutions,
            training_runs=training_runs,
            runs=RunQueue(settings.store, kinds),
        )

    def prepare(self) -> None:
        """Prepares what the first visitor would wait for, and resumes what was running."""
        if self.settings.allow_uploads:
            isolation_summary()  # starts the process from which agents are forked
        self.runs.start()

    def close(self) -> None:
        """Stops what runs in the background; it resumes at the next start."""
        self.closing.set()
        self.runs.close()
        self.sessions.close()
        self.quick_sessions.close()


async def laboratory_of(request: Request) -> Laboratory:
    """The laboratory that a request talks to; a plain function would cost a switch of threads."""
    laboratory: Laboratory = request.app.state.laboratory
    return laboratory


async def client_of(request: Request) -> str:
    """Who asks: the name in the cookie of our page, else the address."""
    known = request.cookies.get(CLIENT_COOKIE, "")
    if 0 < len(known) <= _ID_LENGTH:
        return known
    return request.client.host if request.client else "unknown"


def remember_client(response: Response, name: str) -> None:
    """Gives a browser a name, so that people behind one address have their own queues."""
    response.set_cookie(CLIENT_COOKIE, name, max_age=_CLIENT_AGE, httponly=True, samesite="strict")


LaboratoryOf = Annotated[Laboratory, Depends(laboratory_of)]
ClientOf = Annotated[str, Depends(client_of)]
