"""What the operator of a league may do; every action needs a reason and is in the log."""

import asyncio
import shutil
from collections.abc import Callable
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import Annotated

from fastapi import Query, Response
from pydantic import BaseModel, Field

from enraya.agents.isolated import protection
from enraya.league.model.records import Version
from enraya.league.store.content import content_of
from enraya.league.store.log import check_reason
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import accept, choose, erase_team, remove_team, return_team
from enraya.texts import Sentence
from enraya.web.league.access import Number, ServerOf, operator_router
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.access_links import check_team
from enraya.web.league.routes.teams import download
from enraya.web.league.schemas import ActionState, Reason, TeamView, VersionView
from enraya.web.server.problems import Refusal, problems

router = operator_router()
Last = Annotated[int, Query(ge=1, le=10_000)]


class Overview(BaseModel):
    """How a league does."""

    teams: int
    games: int
    queue: int
    states: dict[str, int] = Field(description="How many versions are in each state.")
    is_working: bool
    complaints: list[str] = Field(description="What went wrong lately, the latest last.")
    address: str = Field(description="Where others find the league.")
    free_bytes: int = Field(description="On the disk that holds the league.")
    used_bytes: int = Field(description="By the league.")
    protection: dict[str, str] = Field(
        description="What protects the machine from agents, with the reason where it does not."
    )


@router.get("", responses=problems(401, 503))
async def overview(server: ServerOf) -> Overview:
    """How the league does: its counts, what went wrong lately, what protects the machine."""
    protected = await asyncio.to_thread(_protection)
    return await server.stored(_overview, server, protected)


def _overview(server: LeagueServer, protected: dict[str, str]) -> Overview:
    counts, folder = server.look(), server.store.folder
    return Overview(
        teams=counts["teams"], games=counts["games"], queue=counts["queue"],
        states=dict(server.store.database.query("SELECT state, count(*) FROM versions GROUP BY 1")),
        is_working=server.worker is not None and server.worker.pid is not None,
        complaints=list(server.complaints), address=server.store.address,
        free_bytes=shutil.disk_usage(folder).free,
        used_bytes=server.recent("used", lambda: _size_of(folder)), protection=protected,
    )  # fmt: skip


def _size_of(folder: Path) -> int:
    return sum(file.lstat().st_size for file in folder.rglob("*"))


@cache
def _protection() -> dict[str, str]:
    return protection()._asdict()


@router.get("/teams", responses=problems(401, 503))
async def teams(server: ServerOf) -> list[TeamView]:
    """Every team with its versions."""
    store = server.store
    return await server.stored(lambda: [TeamView.of(store, team) for team in store.teams.all()])


@router.get("/log", responses=problems(401, 503))
async def log(server: ServerOf, last: Last = 1_000) -> list[ActionState]:
    """What was done, the newest first."""
    found = await server.stored(server.store.log.actions, None, last)
    return [ActionState.of(action) for action in found]


Action = Callable[[LeagueStore, int, str], None]


async def _for_team(server: ServerOf, number: int, wanted: Reason, action: Action) -> TeamView:
    def act() -> TeamView:
        check_team(server.store, number)
        action(server.store, number, wanted.reason)
        return TeamView.of(server.store, server.store.teams.get(number))

    return await server.stored(act)


@router.post("/teams/{number}/remove", responses=problems(401, 404, 503))
async def remove(server: ServerOf, number: Number, wanted: Reason) -> TeamView:
    """Take a team out; its results stay."""
    return await _for_team(server, number, wanted, remove_team)


@router.post("/teams/{number}/return", responses=problems(401, 404, 503))
async def bring_back(server: ServerOf, number: Number, wanted: Reason) -> TeamView:
    """Let a team take part again."""
    return await _for_team(server, number, wanted, return_team)


@router.post("/teams/{number}/erase", responses=problems(401, 404, 503))
async def erase(server: ServerOf, number: Number, wanted: Reason) -> TeamView:
    """Delete a team's names and sources for good."""
    return await _for_team(server, number, wanted, erase_team)


def _found(store: LeagueStore, number: int) -> Version:
    found = [one for one in store.versions.all() if one.id == number]
    if not found:
        raise Refusal(HTTPStatus.NOT_FOUND, "not_found", Sentence("league.no_version"))
    return found[0]


@router.post("/versions/{number}/accept", responses=problems(401, 404, 503))
async def accept_version(server: ServerOf, number: Number, wanted: Reason) -> VersionView:
    """Put a version that is late, over quota, rejected or failed into the queue."""

    def act() -> VersionView:
        accept(server.store, _found(server.store, number), wanted.reason)
        return VersionView.of(server.store, server.store.versions.get(number))

    return await server.stored(act)


@router.post("/versions/{number}/choose", responses=problems(401, 404, 503))
async def choose_version(server: ServerOf, number: Number, wanted: Reason) -> VersionView:
    """Let an earlier version play for its team."""

    def act() -> VersionView:
        choose(server.store, _found(server.store, number), reason=wanted.reason)
        return VersionView.of(server.store, server.store.versions.get(number))

    return await server.stored(act)


@router.get("/versions/{number}", responses=problems(401, 404, 503))
async def version(server: ServerOf, number: Number) -> VersionView:
    """A version with the games of its trial."""
    store = server.store
    return await server.stored(
        lambda: VersionView.of(store, _found(store, number), with_trials=True)
    )


@router.get("/versions/{number}/source", response_class=Response, responses=problems(401, 404, 503))
async def source(server: ServerOf, number: Number) -> Response:
    """What a team has sent, byte for byte."""
    store = server.store
    content = await server.stored(lambda: content_of(store.folder, _found(store, number).digest))
    return download(content)


@router.post("/games/{number}/exclude", responses=problems(401, 404, 503))
async def exclude(server: ServerOf, number: Number, wanted: Reason) -> dict[str, int]:
    """Do not count a game of the ladder; its pair with sides swapped goes with it."""

    def act() -> None:
        reason = check_reason(wanted.reason)
        with server.store.database.transaction():
            server.store.exclude(number, reason)

    await server.stored(act)
    return {"game": number}
