"""The application that serves a league."""

from collections.abc import Callable
from dataclasses import replace

from fastapi import FastAPI

from enraya.league.model.settings import MOST_BYTES
from enraya.league.work.process import WorkerOptions
from enraya.web.league.league_server import LOOK_SECONDS, LeagueServer
from enraya.web.league.routes import (
    events,
    games,
    grades,
    operator,
    pages,
    public,
    tables,
    teams,
)
from enraya.web.server.application import make_application
from enraya.web.server.settings import ServerSettings

ROUTERS = (
    public.router, games.router, tables.router, events.router, teams.router,
    grades.router, tables.own, operator.router, events.operators, grades.operators,
)  # fmt: skip
_DESCRIPTION = "A class's tournament: teams, submissions, the ladder and its ranking."
_ROOM_BYTES = 1_000
"""How many bytes a request may have beyond the largest submission."""


def create_league_app(
    settings: ServerSettings,
    work: WorkerOptions | None = None,
    complain: Callable[[str], None] = lambda _: None,
) -> FastAPI:
    """The ASGI application that serves a league.

    Args:
        settings: of the server; their ``store`` is the folder of the league.
        work: the options of the worker to run beside the server; None for no worker.
        complain: called with each message for the operator.
    """
    chosen = replace(settings, max_body_bytes=MOST_BYTES + _ROOM_BYTES, has_operator=True)

    return make_application(
        "enraya league",
        _DESCRIPTION,
        chosen,
        lambda: LeagueServer(chosen, work, complain),
        (
            lambda server: server.keep_telling(server.changes, games.live_state, LOOK_SECONDS),
            lambda server: server.keep_telling(
                server.playing, games.playing_state, games.LOOK_SECONDS
            ),
        ),
        ROUTERS,
        pages.router,
    )
