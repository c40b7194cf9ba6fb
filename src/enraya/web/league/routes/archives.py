"""What the operator takes away from a league: a backup, an archive without names, likenesses."""

import tempfile
from pathlib import Path
from typing import Annotated

from fastapi import Query, Response
from pydantic import BaseModel, Field

from enraya.league.rank.export import export_league
from enraya.league.store.backup import make_backup
from enraya.league.store.store import LeagueStore
from enraya.league.work import similar_sources
from enraya.web.league.access import ServerOf, operator_router
from enraya.web.league.routes.teams import download
from enraya.web.server.problems import problems

router = operator_router()


@router.get("/backup", response_class=Response, responses=problems(401, 503))
async def backup(server: ServerOf) -> Response:
    """The whole league in one archive, as it is at this moment."""
    return download(await server.read(_backup))


def _backup(store: LeagueStore) -> bytes:
    with tempfile.TemporaryDirectory(prefix="enraya-backup-") as folder:
        file = Path(folder) / "league.zip"
        make_backup(store, file)
        return file.read_bytes()


@router.get("/export", response_class=Response, responses=problems(401, 503))
async def export(server: ServerOf) -> Response:
    """All games, ratings and grades in one archive, without names or sources."""
    return download(await server.read(export_league))


class LikenessState(BaseModel):
    """Two versions of different teams that look alike, which proves nothing."""

    teams: tuple[int, int]
    versions: tuple[int, int]
    share: float = Field(description="Of the smaller source that is in the other one too.")
    is_identical: bool


@router.get("/similar", responses=problems(401, 503))
async def similar(
    server: ServerOf,
    least: Annotated[float, Query(ge=0, le=1)] = similar_sources.DEFAULT_SHARE,
    all_versions: bool = False,
    identical: Annotated[
        bool, Query(description="Only the same content; needs no other library.")
    ] = False,
) -> list[LikenessState]:
    """Sources of different teams that look alike, the most alike first."""
    found = await server.read(_similar, least=least, all_versions=all_versions, identical=identical)
    return [
        LikenessState(
            teams=(pair.one[0], pair.other[0]), versions=(pair.one[1], pair.other[1]),
            share=pair.share, is_identical=pair.is_identical,
        )
        for pair in found
    ]  # fmt: skip


def _similar(
    store: LeagueStore, *, least: float, all_versions: bool, identical: bool
) -> list[similar_sources.Likeness]:
    sources = similar_sources.sources_of(store, all_versions=all_versions)
    return (
        list(similar_sources.identical(sources))
        if identical
        else similar_sources.similar(sources, least)
    )
