"""What the operator of a league may do; every action needs a reason and is in the log."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Annotated

from fastapi import Query, Response
from pydantic import BaseModel, Field

from enraya.agents.isolated import protection
from enraya.errors import InvalidSetting
from enraya.league.model.records import Team, Version
from enraya.league.rank.export import export_league
from enraya.league.store.access import LinkKind
from enraya.league.store.backup import make_backup
from enraya.league.store.content import content_of
from enraya.league.store.log import check_reason
from enraya.league.store.store import LeagueStore
from enraya.league.work import similar_sources
from enraya.league.work.submissions import accept, choose, erase_team, remove_team, return_team
from enraya.texts import Sentence
from enraya.web.league.access import Number, ServerOf, first_of, operator_router
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.teams import download
from enraya.web.league.schemas import (
    AccessLinkRow,
    ActionState,
    MadeLink,
    Reason,
    TeamView,
    VersionView,
    actions,
)
from enraya.web.server.application import in_store
from enraya.web.server.problems import problems

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


@router.get("")
async def overview(server: ServerOf) -> Overview:
    """How the league does: its counts, what went wrong lately, what protects the machine."""
    return await _overview(server, await asyncio.to_thread(_protection))


@in_store
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


@router.get("/teams")
@in_store
def teams(server: ServerOf) -> list[TeamView]:
    """Every team with its versions."""
    return [TeamView.of(server.store, team) for team in server.store.teams.all()]


@router.get("/log")
@in_store
def log(server: ServerOf, last: Last = 1_000) -> list[ActionState]:
    """What was done, the newest first."""
    return actions(server.store, None, last)


def _team(store: LeagueStore, number: int) -> Team:
    found = (team for team in store.teams.all() if team.id == number)
    return first_of(found, "league.no_team")


def _for_team(store: LeagueStore, number: int, wanted: Reason, action: Action) -> TeamView:
    action(store, _team(store, number).id, wanted.reason)
    return TeamView.of(store, _team(store, number))


@router.post("/teams/{number}/remove", responses=problems(404))
@in_store
def remove(server: ServerOf, number: Number, wanted: Reason) -> TeamView:
    """Take a team out; its results stay."""
    return _for_team(server.store, number, wanted, remove_team)


@router.post("/teams/{number}/return", responses=problems(404))
@in_store
def bring_back(server: ServerOf, number: Number, wanted: Reason) -> TeamView:
    """Let a team take part again."""
    return _for_team(server.store, number, wanted, return_team)


@router.post("/teams/{number}/erase", responses=problems(404))
@in_store
def erase(server: ServerOf, number: Number, wanted: Reason) -> TeamView:
    """Delete a team's names and sources for good."""
    return _for_team(server.store, number, wanted, erase_team)


def _version(store: LeagueStore, number: int) -> Version:
    found = (version for version in store.versions.all() if version.id == number)
    return first_of(found, "league.no_version")


@router.post("/versions/{number}/accept", responses=problems(404))
@in_store
def accept_version(server: ServerOf, number: Number, wanted: Reason) -> VersionView:
    """Put a version that is late, over quota, rejected or failed into the queue."""
    accept(server.store, _version(server.store, number), wanted.reason)
    return VersionView.of(server.store, _version(server.store, number))


@router.post("/versions/{number}/choose", responses=problems(404))
@in_store
def choose_version(server: ServerOf, number: Number, wanted: Reason) -> VersionView:
    """Let an earlier version play for its team."""
    choose(server.store, _version(server.store, number), reason=wanted.reason)
    return VersionView.of(server.store, _version(server.store, number))


@router.get("/versions/{number}", responses=problems(404))
@in_store
def version(server: ServerOf, number: Number) -> VersionView:
    """A version with the games of its trial."""
    return VersionView.of(server.store, _version(server.store, number), with_trials=True)


@router.get("/versions/{number}/source", response_class=Response, responses=problems(404))
@in_store
def source(server: ServerOf, number: Number) -> Response:
    """What a team has sent, byte for byte."""
    return download(content_of(server.store.folder, _version(server.store, number).digest))


@router.post("/games/{number}/exclude", responses=problems(404))
@in_store
def exclude(server: ServerOf, number: Number, wanted: Reason) -> dict[str, int]:
    """Do not count a game of the ladder; its pair with sides swapped goes with it."""
    reason = check_reason(wanted.reason)
    with server.store.database.transaction():
        server.store.exclude(number, reason)
    return {"game": number}


@router.get("/links")
@in_store
def links(server: ServerOf) -> list[AccessLinkRow]:
    """Which links there are, without their secrets, which only their holders know."""
    return _links(server.store)


def _links(store: LeagueStore) -> list[AccessLinkRow]:
    return [AccessLinkRow(**one._asdict()) for one in store.access.links()]


@router.post("/link")
@in_store
def operator_link(server: ServerOf, wanted: Reason) -> MadeLink:
    """Make a new link for the operator; the one before and its sessions end, this one too."""
    return _make(server.store, "operator", None, wanted)


@router.post("/join-link")
@in_store
def join_link(server: ServerOf, wanted: Reason) -> MadeLink:
    """Make a new link for joining; the one before ends."""
    return _make(server.store, "join", None, wanted)


@router.post("/join-link/revoke")
@in_store
def revoke_join_link(server: ServerOf, wanted: Reason) -> list[AccessLinkRow]:
    """End the link for joining, without a new one."""
    return _revoke(server.store, "join", None, wanted)


@router.post("/teams/{number}/link", responses=problems(404))
@in_store
def team_link(server: ServerOf, number: Number, wanted: Reason) -> MadeLink:
    """Make a new link for a team; the one before ends."""
    if not _team(server.store, number).is_playing:
        raise InvalidSetting(Sentence("league.is_removed"))
    return _make(server.store, "team", number, wanted)


@router.post("/teams/{number}/link/revoke", responses=problems(404))
@in_store
def revoke_team_link(server: ServerOf, number: Number, wanted: Reason) -> list[AccessLinkRow]:
    """End the link of a team and all its sessions, without a new one."""
    return _revoke(server.store, "team", _team(server.store, number).id, wanted)


def _make(store: LeagueStore, kind: LinkKind, team: int | None, wanted: Reason) -> MadeLink:
    reason = check_reason(wanted.reason)
    with store.database.transaction():
        store.log.add(f"{kind} link", team=team, reason=reason)
        return MadeLink.of(kind, store.access.new_link(kind, team))


def _revoke(
    store: LeagueStore, kind: LinkKind, team: int | None, wanted: Reason
) -> list[AccessLinkRow]:
    reason = check_reason(wanted.reason)
    with store.database.transaction():
        store.log.add(f"revoke {kind} link", team=team, reason=reason)
        store.access.revoke(kind, team)
    return _links(store)


@router.get("/backup", response_class=Response)
async def backup(server: ServerOf) -> Response:
    """The whole league in one archive, as it is at this moment."""
    return download(await server.read(_backup))


def _backup(store: LeagueStore) -> bytes:
    with tempfile.TemporaryDirectory(prefix="enraya-backup-") as folder:
        file = Path(folder) / "league.zip"
        make_backup(store, file)
        return file.read_bytes()


@router.get("/export", response_class=Response)
async def export(server: ServerOf) -> Response:
    """All games, ratings and grades in one archive, without names or sources."""
    return download(await server.read(export_league))


class LikenessState(BaseModel):
    """Two versions of different teams that look alike, which proves nothing."""

    teams: tuple[int, int]
    versions: tuple[int, int]
    share: float = Field(description="Of the smaller source that is in the other one too.")
    is_identical: bool


@router.get("/similar")
async def similar(
    server: ServerOf,
    least: Annotated[float, Query(ge=0, le=1)] = similar_sources.DEFAULT_SHARE,
    all_versions: bool = False,
    identical: Annotated[
        bool, Query(description="Only the same content; needs no other library.")
    ] = False,
) -> list[LikenessState]:
    """Sources of different teams that look alike, the most alike first."""

    def look(store: LeagueStore) -> list[similar_sources.Likeness]:
        sources = similar_sources.sources_of(store, all_versions=all_versions)
        if identical:
            return list(similar_sources.identical(sources))
        return similar_sources.similar(sources, least)

    return [
        LikenessState(
            teams=(pair.one[0], pair.other[0]), versions=(pair.one[1], pair.other[1]),
            share=pair.share, is_identical=pair.is_identical,
        )
        for pair in await server.read(look)
    ]  # fmt: skip
