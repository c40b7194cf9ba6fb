"""The server of a league as an application."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from enraya import __version__
from enraya.errors import EnrayaError
from enraya.league.model.settings import MOST_BYTES
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import WorkerOptions, WorkerProcess
from enraya.texts import CATALOGUES
from enraya.web.guard import Guard
from enraya.web.league import (
    events,
    everybody,
    grades,
    losses,
    pages,
    playing,
    replays,
    tables,
    teams,
)
from enraya.web.league.hall import PULSE_SECONDS, Hall
from enraya.web.league.operator import keeping, links, operators
from enraya.web.league.turns import Turns
from enraya.web.problems import Refusal, install_handlers
from enraya.web.routes.pages import STATIC
from enraya.web.routes.parameters import only_known_parameters
from enraya.web.settings import ServerSettings
from enraya.web.storing import StoringThread
from enraya.web.thinking.reviews import Reviews
from enraya.web.visitors.limits import InUse
from enraya.web.visitors.pace import Pace

ROUTERS = (
    everybody.router, playing.router, replays.router, tables.router, events.router, teams.router,
    grades.router, tables.own, losses.router, operators.router, events.operators, grades.operators,
    links.router, keeping.router,
)  # fmt: skip
_ROOM_BYTES = 1_000
"""What a request may have beside the file that it brings."""


def create_league_app(
    settings: ServerSettings,
    work: WorkerOptions | None = None,
    complain: Callable[[str], None] = lambda _: None,
) -> FastAPI:
    """A league as an ASGI application.

    Args:
        settings: how it is served; its store is the folder of the league.
        work: how the worker works that runs beside it, if one does.
        complain: called with what the operator should know.
    """
    chosen = replace(settings, max_body_bytes=MOST_BYTES + _ROOM_BYTES, has_operator=True)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hall = _open(chosen, work, complain)
        app.state.hall = hall
        app.state.end_streams = hall.end_streams
        beating = [asyncio.create_task(task(hall)) for task in (_beat, playing.keep_looking)]
        if hall.worker is not None:
            hall.worker.start()
        yield
        for task in beating:
            task.cancel()
        await asyncio.gather(*beating, return_exceptions=True)
        await asyncio.to_thread(hall.close)

    app = FastAPI(
        title="enraya league",
        version=__version__,
        description="A class's tournament: teams, submissions, the ladder and its ranking.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    install_handlers(app)
    for router in ROUTERS:
        app.include_router(router, dependencies=[only_known_parameters])
    app.include_router(pages.router)
    app.mount("/static/i18n", StaticFiles(directory=CATALOGUES), name="texts")
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.openapi()  # made once, before somebody waits for it
    app.add_middleware(Pace, settings=chosen)
    app.add_middleware(Guard, settings=chosen)
    return app


def _open(
    settings: ServerSettings, work: WorkerOptions | None, complain: Callable[[str], None]
) -> Hall:
    store, storing, reviews = (
        LeagueStore(settings.store), StoringThread(), Reviews(settings.table_mb)
    )  # fmt: skip
    hall = Hall(
        settings,
        store,
        InUse("streams", settings.limits.link_streams),
        reviews,
        Turns(reviews, store, storing),
        storing,
        worker=None if work is None else WorkerProcess(work, lambda line: say(line)),
    )

    def say(line: str) -> None:
        hall.complaints.append(line)
        complain(line)

    return hall


async def _beat(hall: Hall) -> None:
    """Looks now and then for what the worker has done."""
    while True:
        with suppress(EnrayaError, Refusal):  # a full disk, or too much to do: requests will say so
            hall.pulse.beat(await hall.stored(everybody.live_state, hall))
        await asyncio.sleep(PULSE_SECONDS)
