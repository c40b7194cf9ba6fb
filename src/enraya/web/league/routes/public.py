"""What anyone may ask a league, and how a browser becomes a team's or the operator's."""

from collections.abc import Sequence
from http import HTTPStatus
from time import time
from typing import Any

from fastapi import APIRouter, Request, Response

from enraya.league.model.records import Version
from enraya.league.rank.grade_texts import rules_in_words
from enraya.league.store.store import LeagueStore
from enraya.texts import Sentence, texts_in
from enraya.web.league.access import (
    COOKIE,
    Asker,
    AskerOf,
    ServerOf,
    check_attempts,
    wrong_secret,
)
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.schemas import (
    JoinedTeam,
    Lang,
    LeagueState,
    LinkSecret,
    MadeLink,
    NewTeam,
    QueueRow,
    RankingRow,
    RulesText,
    TeamView,
    WhoAmI,
)
from enraya.web.server.problems import Refusal, problems
from enraya.web.server.visitor import remember_session

router = APIRouter(prefix="/api/league", tags=["league"])


@router.get("", responses=problems(503))
async def look(server: ServerOf, asker: AskerOf) -> LeagueState:
    """The league, its limits and dates, and who this browser is."""
    me = WhoAmI(is_operator=asker.is_operator, team=asker.team)
    counts = server.changes.state or await server.stored(server.look)
    settings = await server.stored(server.recent, "settings", lambda: server.store.settings)
    return LeagueState.of(settings, time(), counts, me)


@router.get("/rules", responses=problems(503))
async def rules(server: ServerOf, lang: Lang = "en") -> RulesText:
    """The rules of the league in plain words."""
    settings = await server.stored(server.recent, "settings", lambda: server.store.settings)
    t = texts_in(lang)
    title = t("league.rules.title", name=settings.name)
    return RulesText(title=title, lines=rules_in_words(settings, t))


@router.get("/ranking", responses=problems(503))
async def ranking(server: ServerOf, asker: AskerOf) -> list[RankingRow]:
    """Everybody who plays, the strongest first."""
    return await server.stored(lambda: shown_ranking(server, asker, server.ranking()))


def shown_ranking(
    server: LeagueServer, asker: Asker, everybody: Sequence[dict[str, Any]]
) -> list[RankingRow]:
    """A ranking as the asker may see it; for the store's thread."""
    store = server.store
    settings, names = server.recent("settings", lambda: store.settings), shown_names(server, asker)
    rows = []
    for place, row in enumerate(everybody, start=1):
        is_mine = row["team"] is not None and row["team"] == asker.team
        if settings.top and place > settings.top and not is_mine and not asker.is_operator:
            continue
        name = names.get(row["team"], "") if row["team"] is not None else row["player"]
        rows.append(RankingRow(
            place=place, name=name, is_baseline=row["team"] is None, is_mine=is_mine,
            version=row["version"], **{key: row[key] for key in
                               ("elo", "low", "high", "games", "points")},
        ))  # fmt: skip
    return rows


def shown_names(server: LeagueServer, asker: Asker) -> dict[int | None, str]:
    """The names of teams that the asker may see."""
    with_aliases = server.recent("settings", lambda: server.store.settings).shows_aliases
    return {
        team.id: team.alias
        if with_aliases and not asker.is_operator and team.id != asker.team
        else team.name
        for team in server.recent("teams", server.store.teams.all)
    }


@router.get("/queue", responses=problems(503))
async def queue(server: ServerOf, asker: AskerOf) -> list[QueueRow]:
    """The versions that wait for their turn; whose the others are is not said."""
    waiting = await server.stored(server.recent, "queue", server.store.versions.queue)
    return queue_rows(waiting, asker)


def queue_rows(waiting: Sequence[Version], asker: Asker) -> list[QueueRow]:
    """The queue as the asker may see it."""
    return [
        QueueRow(
            place=place, state=version.state, received=version.received,
            is_mine=version.team == asker.team, team=version.team if asker.is_operator else None,
        )
        for place, version in enumerate(waiting, start=1)
    ]  # fmt: skip


@router.post("/session", responses=problems(503))
async def enter(
    request: Request, response: Response, server: ServerOf, asker: AskerOf, wanted: LinkSecret
) -> WhoAmI:
    """Exchange the secret of a link for a session of this browser."""
    check_attempts(server, asker)
    secret = await server.stored(_open, server.store, wanted.secret)
    if secret is None:
        raise wrong_secret(server, asker)
    remember_session(request, response, COOKIE, secret)
    holder = await server.stored(server.store.access.session, secret)
    assert holder is not None
    return WhoAmI(is_operator=holder.kind == "operator", team=holder.team)


def _open(store: LeagueStore, secret: str) -> str | None:
    holder = store.access.link(secret)
    if holder and holder.team is not None and not store.teams.get(holder.team).is_playing:
        return None
    with store.database.transaction():
        return store.access.open_session(secret)


@router.delete("/session", responses=problems(503))
async def leave(response: Response, server: ServerOf, asker: AskerOf) -> WhoAmI:
    """End the session of this browser."""
    if asker.secret:
        await server.stored(_close, server.store, asker.secret)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return WhoAmI(is_operator=False, team=None)


def _close(store: LeagueStore, secret: str) -> None:
    with store.database.transaction():
        store.access.close_session(secret)


@router.post("/teams", status_code=HTTPStatus.CREATED, responses=problems(503))
async def join(
    request: Request, response: Response, server: ServerOf, asker: AskerOf, wanted: NewTeam
) -> JoinedTeam:
    """Join the league by the join link; the answer holds the team's own link, once."""
    check_attempts(server, asker)
    found = await server.stored(_join, server.store, wanted)
    if found is None:
        raise wrong_secret(server, asker)
    team, link, session = found
    remember_session(request, response, COOKIE, session)
    return JoinedTeam(team=team, link=MadeLink.of("team", link))


def _join(store: LeagueStore, wanted: NewTeam) -> tuple[TeamView, str, str] | None:
    holder = store.access.link(wanted.secret)
    if holder is None or holder.kind != "join":
        return None
    settings = store.settings
    if not settings.is_open:
        raise Refusal(HTTPStatus.CONFLICT, "refused", Sentence("league.closed"))
    with store.database.transaction():
        team = store.teams.add(
            wanted.name, wanted.alias, wanted.members, most=settings.max_teams, who="join link"
        )
        link = store.access.new_link("team", team.id)
        session = store.access.open_session(link)
    assert session is not None
    return TeamView.of(store, team), link, session
