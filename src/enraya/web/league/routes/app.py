"""The server of a league as an application."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from fastapi import FastAPI

from enraya.errors import EnrayaError
from enraya.league.model.settings import MOST_BYTES
from enraya.league.store.store import LeagueStore
from enraya.league.work.process import WorkerOptions, WorkerProcess
from enraya.web.league.judged_games import Turns
from enraya.web.league.league_server import PULSE_SECONDS, Hall
from enraya.web.league.routes import (
    access_links,
    archives,
    events,
    grades,
    live_games,
    losses,
    operator,
    pages,
    public,
    replays,
    tables,
    teams,
)
from enraya.web.server.application import make_application
from enraya.web.server.limits import InUse
from enraya.web.server.problems import Refusal
from enraya.web.server.settings import ServerSettings
from enraya.web.server.solving.reviews import Reviews
from enraya.web.server.threads import StoringThread

ROUTERS = (
    public.router, live_games.router, replays.router, tables.router, events.router, teams.router,
    grades.router, tables.own, losses.router, operator.router, events.operators, grades.operators,
    access_links.router, archives.router,
)  # fmt: skip
_DESCRIPTION = "A class's tournament: teams, submissions, the ladder and its ranking."
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
        beating = [asyncio.create_task(task(hall)) for task in (_beat, live_games.keep_looking)]
        if hall.worker is not None:
            hall.worker.start()
        yield
        for task in beating:
            task.cancel()
        await asyncio.gather(*beating, return_exceptions=True)
        await asyncio.to_thread(hall.close)

    return make_application("enraya league", _DESCRIPTION, chosen, lifespan, ROUTERS, pages.router)


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
            hall.pulse.beat(await hall.stored(public.live_state, hall))
        await asyncio.sleep(PULSE_SECONDS)
