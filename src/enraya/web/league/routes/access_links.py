"""Links for the operator to make and to revoke."""

from http import HTTPStatus

from enraya.errors import InvalidSetting
from enraya.league.store.access import LinkKind
from enraya.league.store.log import check_reason
from enraya.league.store.store import LeagueStore
from enraya.texts import Sentence
from enraya.web.league.access import Number, ServerOf, operator_router
from enraya.web.league.schemas import AccessLinkRow, MadeLink, Reason
from enraya.web.server.problems import Refusal, problems

router = operator_router()


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
