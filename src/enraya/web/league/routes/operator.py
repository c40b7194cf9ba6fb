"""Routes for the operator of a league; every action needs a reason, which the log keeps."""

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
    """The state of a league and its machine, for the operator."""

    teams: int
    games: int
    queue: int
    states: dict[str, int] = Field(description="How many versions are in each state.")
    is_working: bool
    complaints: list[str] = Field(description="The latest error messages, the newest last.")
    address: str = Field(description="The URL at which others reach the league.")
    free_bytes: int = Field(description="Free space on the disk that holds the league.")
    used_bytes: int = Field(description="The size of the league's folder.")
    protection: dict[str, str] = Field(
        description="What protects the machine from agents, and why a protection is missing."
    )


@router.get("")
async def overview(server: ServerOf) -> Overview:
    """The state of the league: its counts, recent errors, disk space and protections."""
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
    """The log: what was done, by whom and why, the newest first."""
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
    """Remove a team; its results stay."""
    return _for_team(server.store, number, wanted, remove_team)


@router.post("/teams/{number}/return", responses=problems(404))
@in_store
def bring_back(server: ServerOf, number: Number, wanted: Reason) -> TeamView:
    """Readmit a removed team."""
    return _for_team(server.store, number, wanted, return_team)


@router.post("/teams/{number}/erase", responses=problems(404))
@in_store
def erase(server: ServerOf, number: Number, wanted: Reason) -> TeamView:
    """Permanently delete a team's names and sources; its results stay, anonymous."""
    return _for_team(server.store, number, wanted, erase_team)


def _version(store: LeagueStore, number: int) -> Version:
    found = (version for version in store.versions.all() if version.id == number)
    return first_of(found, "league.no_version")


@router.post("/versions/{number}/accept", responses=problems(404))
@in_store
def accept_version(server: ServerOf, number: Number, wanted: Reason) -> VersionView:
    """Put a version into the queue that was late, over quota, rejected, failed or replaced."""
    accept(server.store, _version(server.store, number), wanted.reason)
    return VersionView.of(server.store, _version(server.store, number))


@router.post("/versions/{number}/choose", responses=problems(404))
@in_store
def choose_version(server: ServerOf, number: Number, wanted: Reason) -> VersionView:
    """Make an earlier version the active one of its team."""
    choose(server.store, _version(server.store, number), reason=wanted.reason)
    return VersionView.of(server.store, _version(server.store, number))


@router.get("/versions/{number}", responses=problems(404))
@in_store
def version(server: ServerOf, number: Number) -> VersionView:
    """A version, by its id, with its trial games."""
    return VersionView.of(server.store, _version(server.store, number), with_trials=True)


@router.get("/versions/{number}/source", response_class=Response, responses=problems(404))
@in_store
def source(server: ServerOf, number: Number) -> Response:
    """The file that a team sent as this version, byte for byte."""
    return download(content_of(server.store.folder, _version(server.store, number).digest))


@router.post("/games/{number}/exclude", responses=problems(404))
@in_store
def exclude(server: ServerOf, number: Number, wanted: Reason) -> dict[str, int]:
    """Exclude a game of the ladder, and the one with sides swapped, from ratings and grades."""
    reason = check_reason(wanted.reason)
    with server.store.database.transaction():
        server.store.exclude(number, reason)
    return {"game": number}


@router.get("/links")
@in_store
def links(server: ServerOf) -> list[AccessLinkRow]:
    """The links that exist, without their secrets, which only their holders know."""
    return _links(server.store)


def _links(store: LeagueStore) -> list[AccessLinkRow]:
    return [AccessLinkRow(**one._asdict()) for one in store.access.links()]


@router.post("/link")
@in_store
def operator_link(server: ServerOf, wanted: Reason) -> MadeLink:
    """Make a new operator link; the previous one and all its sessions end, even this one."""
    return _make(server.store, "operator", None, wanted)


@router.post("/join-link")
@in_store
def join_link(server: ServerOf, wanted: Reason) -> MadeLink:
    """Make a new join link; the previous one no longer works."""
    return _make(server.store, "join", None, wanted)


@router.post("/join-link/revoke")
@in_store
def revoke_join_link(server: ServerOf, wanted: Reason) -> list[AccessLinkRow]:
    """Revoke the join link without making a new one."""
    return _revoke(server.store, "join", None, wanted)


@router.post("/teams/{number}/link", responses=problems(404))
@in_store
def team_link(server: ServerOf, number: Number, wanted: Reason) -> MadeLink:
    """Make a new link for a team; the previous one and all its sessions end."""
    if not _team(server.store, number).is_playing:
        raise InvalidSetting(Sentence("league.is_removed"))
    return _make(server.store, "team", number, wanted)


@router.post("/teams/{number}/link/revoke", responses=problems(404))
@in_store
def revoke_team_link(server: ServerOf, number: Number, wanted: Reason) -> list[AccessLinkRow]:
    """Revoke the link of a team, which ends all its sessions, without making a new one."""
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
    """A backup of the whole league as one archive."""
    return download(await server.read(_backup))


def _backup(store: LeagueStore) -> bytes:
    with tempfile.TemporaryDirectory(prefix="enraya-backup-") as folder:
        file = Path(folder) / "league.zip"
        make_backup(store, file)
        return file.read_bytes()


@router.get("/export", response_class=Response)
async def export(server: ServerOf) -> Response:
    """An archive with all games, ratings and grades, without names or sources."""
    return download(await server.read(export_league))


class LikenessState(BaseModel):
    """Two versions of different teams that are similar, which proves nothing."""

    teams: tuple[int, int]
    versions: tuple[int, int]
    share: float = Field(
        description="The largest share of a file of one version that a file of the other has too."
    )
    is_identical: bool


@router.get("/similar")
async def similar(
    server: ServerOf,
    least: Annotated[float, Query(ge=0, le=1)] = similar_sources.DEFAULT_SHARE,
    all_versions: bool = False,
    identical: Annotated[
        bool, Query(description="Only identical content; works without copydetect.")
    ] = False,
) -> list[LikenessState]:
    """Pairs of versions of different teams with similar sources, the most similar first."""

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
