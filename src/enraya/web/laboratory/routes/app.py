"""The application: the parts of the laboratory put together."""

from fastapi import FastAPI

from enraya.web.laboratory.laboratory import Laboratory
from enraya.web.laboratory.routes import (
    analysis,
    evolutions,
    explorer,
    games,
    information,
    links,
    operator,
    pages,
    tournaments,
    training_runs,
    uploads,
)
from enraya.web.laboratory.thinking.compilation import Compilation
from enraya.web.server.application import make_application
from enraya.web.server.settings import ServerSettings

ROUTERS = (
    information.router,
    games.router,
    links.router,
    analysis.router,
    explorer.router,
    analysis.well_known,
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
    settings: ServerSettings | None = None, compilation: Compilation | None = None
) -> FastAPI:
    """A laboratory as an ASGI application.

    Args:
        settings: its settings.
        compilation: compiles missing kernels; by default, none are missing.
    """
    chosen = settings or ServerSettings()
    app = make_application(
        "enraya",
        _DESCRIPTION,
        chosen,
        lambda: Laboratory(chosen, compilation),
        (Laboratory.expire_regularly,),
        ROUTERS,
        pages.router,
    )
    if chosen.manual is not None:
        manual = pages.Manual(directory=chosen.manual, html=True)
        app.mount(pages.MANUAL_PATH, manual, name="manual")
    return app
