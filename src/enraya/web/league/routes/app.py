"""The server of a league as an application."""

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
