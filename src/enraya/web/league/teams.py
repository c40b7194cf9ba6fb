"""What a team may do with what is its own."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.requests import ClientDisconnect

from enraya.league.records import Version
from enraya.league.store.store import LeagueStore
from enraya.league.submissions.content import content_of
from enraya.league.submissions.receiving import TooManySubmissions, choose, receive
from enraya.texts import Sentence
from enraya.web.league.askers import HallOf, Number, TeamOf
from enraya.web.league.states import NewLink, TeamState, VersionState
from enraya.web.problems import Refusal, problems

router = APIRouter(prefix="/api/league", tags=["a team"])
FileName = Annotated[str, Query(min_length=1, max_length=200, examples=["mine.py"])]
RequestWord = Annotated[
    str,
    Query(
        min_length=8, max_length=64, pattern="^[A-Za-z0-9_-]+$",
        description="A random word that the sender chooses; sent again, it is the same submission.",
    ),
]  # fmt: skip
_RETRY_SECONDS = 3_600


@router.get("/team", responses=problems(401, 503))
async def mine(hall: HallOf, team: TeamOf) -> TeamState:
    """The team with its versions, and what the operator did that concerns it."""
    return await hall.stored(_state, hall.store, team)


def _state(store: LeagueStore, team: int) -> TeamState:
    return TeamState.of(store, store.teams.get(team))


@router.post("/team/link", responses=problems(401, 503))
async def renew(hall: HallOf, team: TeamOf) -> NewLink:
    """Make a new link for the team; the one before and its sessions end, this one too."""
    return NewLink.of("team", await hall.stored(_renew, hall.store, team))


def _renew(store: LeagueStore, team: int) -> str:
    with store.database.transaction():
        store.log.add("link", who=f"team {team}", team=team)
        return store.access.new_link("team", team)


@router.post("/versions", status_code=HTTPStatus.CREATED, responses=problems(401, 503))
async def submit(
    request: Request, hall: HallOf, team: TeamOf, file: FileName, word: RequestWord
) -> VersionState:
    """Send a new version: the content of a source or an archive, as it is."""
    try:
        content = await request.body()
    except ClientDisconnect:
        raise Refusal(HTTPStatus.BAD_REQUEST, "bad_request", "the upload broke off") from None
    return await hall.stored(_receive, hall.store, team, file, content, word)


def _receive(store: LeagueStore, team: int, file: str, content: bytes, word: str) -> VersionState:
    try:
        version = receive(store, team, file, content, word)
    except TooManySubmissions as error:
        status = HTTPStatus.TOO_MANY_REQUESTS
        said = error.sentence
        raise Refusal(status, "too_many", said, retry_seconds=_RETRY_SECONDS) from None
    return VersionState.of(store, version)


@router.get("/versions/{number}", responses=problems(401, 404, 503))
async def version(hall: HallOf, team: TeamOf, number: Number) -> VersionState:
    """One of the team's versions, with the games of its trial."""
    return await hall.stored(_version, hall.store, team, number)


def _version(store: LeagueStore, team: int, number: int) -> VersionState:
    return VersionState.of(store, own_version(store, team, number), with_trials=True)


def own_version(store: LeagueStore, team: int, number: int) -> Version:
    """The version of a team with this number.

    Raises:
        Refusal: when there is none.
    """
    found = [one for one in store.versions.all(team) if one.number == number]
    if not found:
        raise Refusal(HTTPStatus.NOT_FOUND, "not_found", Sentence("league.no_version"))
    return found[0]


@router.get("/versions/{number}/source", response_class=Response, responses=problems(401, 404, 503))
async def source(hall: HallOf, team: TeamOf, number: Number) -> Response:
    """What the team has sent, byte for byte."""
    content = await hall.stored(_source, hall.store, team, number)
    return download(content)


def _source(store: LeagueStore, team: int, number: int) -> bytes:
    return content_of(store.folder, own_version(store, team, number).digest)


def download(content: bytes) -> Response:
    """A file that a browser keeps and does not show, whatever it may be."""
    headers = {"Content-Disposition": "attachment", "Cache-Control": "no-store"}
    return Response(content, media_type="application/octet-stream", headers=headers)


@router.post("/versions/{number}/choose", responses=problems(401, 404, 503))
async def choose_version(hall: HallOf, team: TeamOf, number: Number) -> VersionState:
    """Let an earlier version play again."""
    return await hall.stored(_choose, hall.store, team, number)


def _choose(store: LeagueStore, team: int, number: int) -> VersionState:
    choose(store, own_version(store, team, number), who=f"team {team}")
    return _version(store, team, number)
