"""What the operator of a league may do; every action needs a reason and is in the log."""

from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Response

from enraya.errors import InvalidSetting, UnknownName
from enraya.league.records import Version
from enraya.league.settings import LeagueSettings
from enraya.league.store.log import check_reason
from enraya.league.store.store import LeagueStore
from enraya.league.submissions.content import content_of
from enraya.league.submissions.receiving import (
    accept,
    choose,
    erase_team,
    remove_team,
    return_team,
)
from enraya.texts import Sentence
from enraya.web.league.askers import HallOf, for_operator
from enraya.web.league.everybody import TEAM_PATH
from enraya.web.league.states import (
    ActionState,
    NewLink,
    Reason,
    SettingsChange,
    TeamState,
    VersionState,
)
from enraya.web.league.teams import download
from enraya.web.problems import Refusal, problems

router = APIRouter(
    prefix="/api/league/operator", tags=["the operator"], dependencies=[for_operator]
)
JOIN_PATH = "join#{secret}"
Number = Annotated[int, Path(ge=1, le=2**53)]
Last = Annotated[int, Query(ge=1, le=10_000)]


@router.get("", responses=problems(401, 503))
async def overview(hall: HallOf) -> dict[str, Any]:
    """How the league does: its counts, and what went wrong lately."""
    counts = await hall.stored(hall.look)
    is_working = hall.worker is not None and hall.worker.pid is not None
    return {**counts, "is_working": is_working, "complaints": list(hall.complaints)}


@router.get("/teams", responses=problems(401, 503))
async def teams(hall: HallOf) -> list[TeamState]:
    """Every team with its versions."""
    store = hall.store
    return await hall.stored(lambda: [TeamState.of(store, team) for team in store.teams.all()])


@router.get("/log", responses=problems(401, 503))
async def log(hall: HallOf, last: Last = 1_000) -> list[ActionState]:
    """What was done, the newest first."""
    found = await hall.stored(hall.store.log.actions, None, last)
    return [ActionState.of(action) for action in found]


@router.get("/settings", responses=problems(401, 503))
async def settings(hall: HallOf) -> dict[str, Any]:
    """Everything that the operator has decided."""
    return await hall.stored(_settings, hall.store)


def _settings(store: LeagueStore) -> dict[str, Any]:
    found = store.settings
    return {name: getattr(found, name) for name in LeagueSettings.__dataclass_fields__}


@router.patch("/settings", responses=problems(401, 503))
async def change(hall: HallOf, wanted: SettingsChange) -> dict[str, Any]:
    """Decide something else."""
    return await hall.stored(_change, hall.store, wanted)


def _change(store: LeagueStore, wanted: SettingsChange) -> dict[str, Any]:
    known = LeagueSettings.__dataclass_fields__
    for name in wanted.settings:
        if name not in known:
            raise UnknownName("setting", name, known)
    try:
        changed = replace(store.settings, **wanted.settings)
        changed = LeagueSettings.from_json(changed.to_json())
    except (TypeError, ValueError):
        raise InvalidSetting("these settings have values of the wrong kind") from None
    store.change_settings(changed, wanted.reason)
    return _settings(store)


Action = Callable[[LeagueStore, int, str], None]


async def _for_team(hall: HallOf, number: int, wanted: Reason, action: Action) -> TeamState:
    def act() -> TeamState:
        _check_team(hall.store, number)
        action(hall.store, number, wanted.reason)
        return TeamState.of(hall.store, hall.store.teams.get(number))

    return await hall.stored(act)


def _check_team(store: LeagueStore, number: int) -> None:
    if all(team.id != number for team in store.teams.all()):
        raise Refusal(HTTPStatus.NOT_FOUND, "not_found", Sentence("league.no_team"))


@router.post("/teams/{number}/remove", responses=problems(401, 404, 503))
async def remove(hall: HallOf, number: Number, wanted: Reason) -> TeamState:
    """Take a team out; its results stay."""
    return await _for_team(hall, number, wanted, remove_team)


@router.post("/teams/{number}/return", responses=problems(401, 404, 503))
async def bring_back(hall: HallOf, number: Number, wanted: Reason) -> TeamState:
    """Let a team take part again."""
    return await _for_team(hall, number, wanted, return_team)


@router.post("/teams/{number}/erase", responses=problems(401, 404, 503))
async def erase(hall: HallOf, number: Number, wanted: Reason) -> TeamState:
    """Delete a team's names and sources for good."""
    return await _for_team(hall, number, wanted, erase_team)


@router.post("/teams/{number}/link", responses=problems(401, 404, 503))
async def team_link(hall: HallOf, number: Number, wanted: Reason) -> NewLink:
    """Make a new link for a team; the one before ends."""

    def make() -> str:
        _check_team(hall.store, number)
        if not hall.store.teams.get(number).is_playing:
            raise InvalidSetting(Sentence("league.is_removed"))
        reason = check_reason(wanted.reason)
        with hall.store.database.transaction():
            hall.store.log.add("link", team=number, reason=reason)
            return hall.store.access.new_link("team", number)

    return NewLink(path=TEAM_PATH.format(secret=await hall.stored(make)))


@router.post("/join-link", responses=problems(401, 503))
async def join_link(hall: HallOf, wanted: Reason) -> NewLink:
    """Make a new link for joining; the one before ends."""

    def make() -> str:
        reason = check_reason(wanted.reason)
        with hall.store.database.transaction():
            hall.store.log.add("join link", reason=reason)
            return hall.store.access.new_link("join")

    return NewLink(path=JOIN_PATH.format(secret=await hall.stored(make)))


def _found(store: LeagueStore, number: int) -> Version:
    found = [one for one in store.versions.all() if one.id == number]
    if not found:
        raise Refusal(HTTPStatus.NOT_FOUND, "not_found", Sentence("league.no_version"))
    return found[0]


@router.post("/versions/{number}/accept", responses=problems(401, 404, 503))
async def accept_version(hall: HallOf, number: Number, wanted: Reason) -> VersionState:
    """Put a version that is late, over quota, rejected or failed into the queue."""

    def act() -> VersionState:
        accept(hall.store, _found(hall.store, number), wanted.reason)
        return VersionState.of(hall.store, hall.store.versions.get(number))

    return await hall.stored(act)


@router.post("/versions/{number}/choose", responses=problems(401, 404, 503))
async def choose_version(hall: HallOf, number: Number, wanted: Reason) -> VersionState:
    """Let an earlier version play for its team."""

    def act() -> VersionState:
        choose(hall.store, _found(hall.store, number), reason=wanted.reason)
        return VersionState.of(hall.store, hall.store.versions.get(number))

    return await hall.stored(act)


@router.get("/versions/{number}", responses=problems(401, 404, 503))
async def version(hall: HallOf, number: Number) -> VersionState:
    """A version with the games of its trial."""
    store = hall.store
    return await hall.stored(
        lambda: VersionState.of(store, _found(store, number), with_trials=True)
    )


@router.get("/versions/{number}/source", response_class=Response, responses=problems(401, 404, 503))
async def source(hall: HallOf, number: Number) -> Response:
    """What a team has sent, byte for byte."""
    store = hall.store
    content = await hall.stored(lambda: content_of(store.folder, _found(store, number).digest))
    return download(content)


@router.post("/games/{number}/exclude", responses=problems(401, 404, 503))
async def exclude(hall: HallOf, number: Number, wanted: Reason) -> dict[str, int]:
    """Do not count a game of the ladder; its pair with sides swapped goes with it."""

    def act() -> None:
        reason = check_reason(wanted.reason)
        with hall.store.database.transaction():
            hall.store.exclude(number, reason)

    await hall.stored(act)
    return {"game": number}
