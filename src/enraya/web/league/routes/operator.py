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
from enraya.errors import InvalidSetting
from enraya.league.model.records import Version
from enraya.league.store.access import LinkKind
from enraya.league.store.content import content_of
from enraya.league.store.log import check_reason
from enraya.league.store.store import LeagueStore
from enraya.league.work.submissions import accept, choose, erase_team, remove_team, return_team
from enraya.texts import Sentence
from enraya.web.league.access import Number, ServerOf, operator_router
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.teams import download
from enraya.web.league.schemas import (
    AccessLinkRow,
    ActionState,
    MadeLink,
    Reason,
    TeamView,
    VersionView,
)
from enraya.web.server.problems import Refusal, problems

router = operator_router()
Last = Annotated[int, Query(ge=1, le=10_000)]
Action = Callable[[LeagueStore, int, str], None]


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


@router.get("/links", responses=problems(401, 503))
async def links(server: ServerOf) -> list[AccessLinkRow]:
    """Which links there are; their secrets are known to nobody but who has them."""
    found = await server.stored(lambda: list(server.store.access.links()))
    return [AccessLinkRow(**one._asdict()) for one in found]


@router.post("/link", responses=problems(401, 503))
async def operator_link(server: ServerOf, wanted: Reason) -> MadeLink:
    """Make a new link for the operator; the one before and its sessions end, this one too."""
    return await server.stored(_make, server.store, "operator", None, wanted.reason)


@router.post("/join-link", responses=problems(401, 503))
async def join_link(server: ServerOf, wanted: Reason) -> MadeLink:
    """Make a new link for joining; the one before ends."""
    return await server.stored(_make, server.store, "join", None, wanted.reason)


@router.post("/join-link/revoke", responses=problems(401, 503))
async def revoke_join_link(server: ServerOf, wanted: Reason) -> list[AccessLinkRow]:
    """End the link for joining, without a new one."""
    await server.stored(_revoke, server.store, "join", None, wanted.reason)
    return await links(server)


@router.post("/teams/{number}/link", responses=problems(401, 404, 503))
async def team_link(server: ServerOf, number: Number, wanted: Reason) -> MadeLink:
    """Make a new link for a team; the one before ends."""
    return await server.stored(_make, server.store, "team", number, wanted.reason)


@router.post("/teams/{number}/link/revoke", responses=problems(401, 404, 503))
async def revoke_team_link(server: ServerOf, number: Number, wanted: Reason) -> list[AccessLinkRow]:
    """End the link of a team and all its sessions, without a new one."""
    await server.stored(_revoke, server.store, "team", number, wanted.reason)
    return await links(server)


def _make(store: LeagueStore, kind: LinkKind, team: int | None, reason: str) -> MadeLink:
    reason = check_reason(reason)
    if team is not None:
        check_team(store, team)
        if not store.teams.get(team).is_playing:
            raise InvalidSetting(Sentence("league.is_removed"))
    with store.database.transaction():
        store.log.add(f"{kind} link", team=team, reason=reason)
        return MadeLink.of(kind, store.access.new_link(kind, team))


def _revoke(store: LeagueStore, kind: LinkKind, team: int | None, reason: str) -> None:
    reason = check_reason(reason)
    if team is not None:
        check_team(store, team)
    with store.database.transaction():
        store.log.add(f"revoke {kind} link", team=team, reason=reason)
        store.access.revoke(kind, team)


def check_team(store: LeagueStore, number: int) -> None:
    """Refuses a team that does not exist.

    Raises:
        Refusal: when there is none of this number.
    """
    if all(team.id != number for team in store.teams.all()):
        raise Refusal(HTTPStatus.NOT_FOUND, "not_found", Sentence("league.no_team"))
