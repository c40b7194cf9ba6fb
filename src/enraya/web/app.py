"""The application: the parts of the laboratory put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from enraya import __version__
from enraya.texts import CATALOGUES
from enraya.web.guard import Guard
from enraya.web.housekeeping import keep_house
from enraya.web.laboratory import Laboratory
from enraya.web.problems import install_handlers
from enraya.web.routes import (
    analysis,
    evolutions,
    explorer,
    games,
    information,
    links,
    manual,
    operator,
    pages,
    solve,
    tournaments,
    training_runs,
    uploads,
)
from enraya.web.routes.parameters import only_known_parameters
from enraya.web.settings import ServerSettings
from enraya.web.thinking.compilation import Compilation
from enraya.web.visitors.pace import Pace

ROUTERS = (
    information.router,
    games.router,
    links.router,
    analysis.router,
    explorer.router,
    solve.router,
    uploads.router,
    tournaments.router,
    evolutions.router,
    training_runs.router,
    operator.router,
)
_DESCRIPTION = """Play, solve, compare, learn, evolve and watch: everything the pages do.

Moves are characters: columns `1`-`9` and `a`-`g`, and `B` for the explosion of the bomb games.
Scores are from the point of view of the player to move: +n means that they win with their n-th
last stone.
"""


def create_app(
    store: Path | None = None,
    *,
    allow_uploads: bool = False,
    settings: ServerSettings | None = None,
    compilation: Compilation | None = None,
) -> FastAPI:
    """A laboratory as an ASGI application.

    Args:
        store: the folder for everything that must survive a restart.
        allow_uploads: whether clients may run their own agents here.
        settings: all settings at once, instead of the other two.
        compilation: of kernels that are not compiled yet.
    """
    chosen = settings or ServerSettings(allow_uploads=allow_uploads)
    if store is not None:
        chosen = replace(chosen, store=store)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        laboratory = Laboratory.open(chosen, compilation)
        app.state.laboratory = laboratory
        app.state.end_streams = laboratory.end_streams
        await asyncio.to_thread(laboratory.prepare)
        await asyncio.to_thread(app.openapi)  # the first query would wait for it, and all others
        await laboratory.links.start(laboratory.stored)
        house = asyncio.create_task(keep_house(laboratory))
        yield
        laboratory.links.close()
        house.cancel()
        with suppress(asyncio.CancelledError):
            await house
        await asyncio.to_thread(laboratory.close)

    app = FastAPI(
        title="enraya",
        version=__version__,
        description=_DESCRIPTION,
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
    app.mount("/static", StaticFiles(directory=pages.STATIC), name="static")
    if chosen.manual is not None:
        app.mount(manual.PATH, manual.Manual(directory=chosen.manual, html=True), name="manual")
    app.openapi()  # made once, before somebody waits for it
    app.add_middleware(Pace, settings=chosen)
    app.add_middleware(Guard, settings=chosen)
    return app
