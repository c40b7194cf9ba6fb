"""What a team may do: submit versions, choose and compare them, and read its own data."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import Query, Request, Response
from pydantic import BaseModel, Field
from starlette.requests import ClientDisconnect

from enraya.league.model.records import Version
from enraya.league.store.content import content_of
from enraya.league.store.store import LeagueStore
from enraya.league.work.comparisons import (
    GAMES,
    VersionComparison,
    begin_comparison,
    comparison_of,
    findings_of,
)
from enraya.league.work.submissions import TooManySubmissions, choose, receive
from enraya.web.league.access import Number, ServerOf, TeamOf, first_of, team_router
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.schemas import MadeLink, TeamView, VersionView
from enraya.web.server.application import in_store
from enraya.web.server.problems import Refusal, problems

router = team_router()
FileName = Annotated[str, Query(min_length=1, max_length=200, examples=["mine.py"])]
RequestWord = Annotated[
    str,
    Query(
        min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$",
        description="A random word that the sender chooses: a request repeated with it makes no "
        "second version.",
    ),
]  # fmt: skip
_RETRY_SECONDS = 3_600


@router.get("/team")
@in_store
def mine(server: ServerOf, team: TeamOf) -> TeamView:
    """The team with its versions, and the entries of the log that concern it."""
    return TeamView.of(server.store, server.store.teams.get(team))


class ComparedVersions(BaseModel):
    """The numbers of two versions of a team that are to play each other."""

    one: int = Field(ge=1, le=2**53)
    other: int = Field(ge=1, le=2**53)


class ComparisonState(BaseModel):
    """How well the later of two versions does against the earlier one, so far."""

    one: int
    other: int = Field(description="The number of the later version.")
    games: int = Field(description="How many games the two will play in all.")
    wins: int = Field(description="Games that the later version has won.")
    draws: int
    losses: int
    low: float = Field(
        description="The lower end of the 95 % confidence interval of its expected share of points."
    )
    high: float = Field(description="The upper end of that interval.")
    verdict: Literal["stronger", "weaker", "open"]

    @staticmethod
    def of(store: LeagueStore, comparison: VersionComparison) -> "ComparisonState":
        """The present state of a comparison."""
        found = findings_of(store, comparison)
        return ComparisonState(
            **comparison._asdict(), **asdict(found.counts), games=GAMES,
            low=found.low, high=found.high, verdict=found.verdict,
        )  # fmt: skip


@router.post("/team/comparison", responses=problems(404))
@in_store
def compare(server: ServerOf, team: TeamOf, wanted: ComparedVersions) -> ComparisonState:
    """Let two versions of the team play each other; only the team sees the results."""
    one, other = (own_version(server.store, team, number) for number in (wanted.one, wanted.other))
    return ComparisonState.of(server.store, begin_comparison(server.store, one, other))


@router.get("/team/comparison")
@in_store
def comparison(server: ServerOf, team: TeamOf) -> ComparisonState | None:
    """The team's latest comparison and its results so far, or null."""
    found = comparison_of(server.store, team)
    return None if found is None else ComparisonState.of(server.store, found)


@router.post("/team/link")
@in_store
def renew(server: ServerOf, team: TeamOf) -> MadeLink:
    """Make a new link for the team; the previous one and all its sessions end, even this one."""
    store = server.store
    with store.database.transaction():
        store.log.add("link", who=f"team {team}", team=team)
        return MadeLink.of("team", store.access.new_link("team", team))


@router.post("/versions", status_code=HTTPStatus.CREATED)
async def submit(
    request: Request, server: ServerOf, team: TeamOf, file: FileName, word: RequestWord
) -> VersionView:
    """Submit a new version: the body is the source or the archive itself."""
    try:
        content = await request.body()
    except ClientDisconnect:
        raise Refusal(HTTPStatus.BAD_REQUEST, "bad_request", "the upload was interrupted") from None
    return await _receive(server, team, file, content, word)


@in_store
def _receive(server: LeagueServer, team: int, file: str, content: bytes, word: str) -> VersionView:
    try:
        version = receive(server.store, team, file, content, word)
    except TooManySubmissions as error:
        status = HTTPStatus.TOO_MANY_REQUESTS
        said = error.sentence
        raise Refusal(status, "too_many", said, retry_seconds=_RETRY_SECONDS) from None
    return VersionView.of(server.store, version)


def own_version(store: LeagueStore, team: int, number: int) -> Version:
    """The version of a team with this number.

    Raises:
        Refusal: 404 when the team has no such version.
    """
    found = (one for one in store.versions.all(team) if one.number == number)
    return first_of(found, "league.no_version")


@router.get("/versions/{number}", responses=problems(404))
@in_store
def version(server: ServerOf, team: TeamOf, number: Number) -> VersionView:
    """One of the team's versions, with its trial games."""
    found = own_version(server.store, team, number)
    return VersionView.of(server.store, found, with_trials=True)


@router.get("/versions/{number}/source", response_class=Response, responses=problems(404))
@in_store
def source(server: ServerOf, team: TeamOf, number: Number) -> Response:
    """The file that the team sent as this version, byte for byte."""
    found = own_version(server.store, team, number)
    return download(content_of(server.store.folder, found.digest))


def download(content: bytes) -> Response:
    """A response with a file that browsers save and never display, whatever it contains."""
    headers = {"Content-Disposition": "attachment", "Cache-Control": "no-store"}
    return Response(content, media_type="application/octet-stream", headers=headers)


@router.post("/versions/{number}/choose", responses=problems(404))
@in_store
def choose_version(server: ServerOf, team: TeamOf, number: Number) -> VersionView:
    """Make an earlier version the active one again."""
    choose(server.store, own_version(server.store, team, number), who=f"team {team}")
    chosen = own_version(server.store, team, number)
    return VersionView.of(server.store, chosen, with_trials=True)
