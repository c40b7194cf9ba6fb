"""Routes for anyone: the state of the league, opening and ending sessions, joining."""

from collections.abc import Sequence
from http import HTTPStatus
from time import time
from typing import Any

from fastapi import APIRouter, Request, Response

from enraya.league.model.records import Version
from enraya.league.rank.grade_texts import rules_in_words
from enraya.texts import Sentence, texts_in
from enraya.web.league.access import (
    COOKIE,
    Asker,
    AskerOf,
    ServerOf,
    unless_removed,
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
from enraya.web.server.application import in_store
from enraya.web.server.problems import Refusal, problems
from enraya.web.server.visitor import remember_session

router = APIRouter(prefix="/api/league", tags=["league"], responses=problems(503))


@router.get("")
@in_store
def look(server: ServerOf, asker: AskerOf) -> LeagueState:
    """The league, its limits and dates, and who this browser is."""
    me = WhoAmI(is_operator=asker.is_operator, team=asker.team)
    return LeagueState.of(server.league_settings, time(), server.changes.state or server.look(), me)


@router.get("/rules")
@in_store
def rules(server: ServerOf, lang: Lang = "en") -> RulesText:
    """The rules of the league in plain words."""
    settings, t = server.league_settings, texts_in(lang)
    title = t("league.rules.title", name=settings.name)
    return RulesText(title=title, lines=rules_in_words(settings, t))


@router.get("/ranking")
@in_store
def ranking(server: ServerOf, asker: AskerOf) -> list[RankingRow]:
    """The ranking of all active players, the strongest first."""
    return shown_ranking(server, asker, server.ranking())


def shown_ranking(
    server: LeagueServer, asker: Asker, ranked: Sequence[dict[str, Any]]
) -> list[RankingRow]:
    """The rows of a ranking that the asker may see; for the store's thread."""
    settings, names = server.league_settings, shown_names(server, asker)
    rows = []
    for place, row in enumerate(ranked, start=1):
        is_mine = row["team"] is not None and row["team"] == asker.team
        if settings.top and place > settings.top and not is_mine and not asker.is_operator:
            continue
        name = names.get(row["team"], "") if row["team"] is not None else row["player"]
        seen = {"place": place, "name": name, "is_baseline": row["team"] is None}
        rows.append(RankingRow(**(row | seen), is_mine=is_mine))
    return rows


def shown_names(server: LeagueServer, asker: Asker) -> dict[int | None, str]:
    """The name of each team that the asker may see: its alias or its name."""
    with_aliases = server.league_settings.shows_aliases
    return {
        team.id: team.alias
        if with_aliases and not asker.is_operator and team.id != asker.team
        else team.name
        for team in server.recent("teams", server.store.teams.all)
    }


@router.get("/queue")
@in_store
def queue(server: ServerOf, asker: AskerOf) -> list[QueueRow]:
    """The versions in the queue; each team sees which ones are its own."""
    return queue_rows(server.recent("queue", server.store.versions.queue), asker)


def queue_rows(waiting: Sequence[Version], asker: Asker) -> list[QueueRow]:
    """The queue as the asker may see it."""
    return [
        QueueRow(
            place=place, state=version.state, received=version.received,
            is_mine=version.team == asker.team, team=version.team if asker.is_operator else None,
        )
        for place, version in enumerate(waiting, start=1)
    ]  # fmt: skip


@router.post("/session")
@in_store
def enter(
    server: ServerOf, request: Request, response: Response, asker: AskerOf, wanted: LinkSecret
) -> WhoAmI:
    """Exchange the secret of a link for a session, which a cookie holds."""
    store = server.store
    holder = unless_removed(store, store.access.link(wanted.secret))
    if holder is None or holder.kind == "join":
        raise wrong_secret(server, asker)
    with store.database.transaction():
        session = store.access.open_session(wanted.secret)
    assert session is not None
    remember_session(request, response, COOKIE, session)
    return WhoAmI(is_operator=holder.kind == "operator", team=holder.team)


@router.delete("/session")
@in_store
def leave(server: ServerOf, response: Response, asker: AskerOf) -> WhoAmI:
    """End the session of this browser."""
    if asker.secret:
        with server.store.database.transaction():
            server.store.access.close_session(asker.secret)
    response.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return WhoAmI(is_operator=False, team=None)


@router.post("/teams", status_code=HTTPStatus.CREATED)
@in_store
def join(
    server: ServerOf, request: Request, response: Response, asker: AskerOf, wanted: NewTeam
) -> JoinedTeam:
    """Join the league with the join link; only this answer shows the team's own link."""
    store = server.store
    holder = store.access.link(wanted.secret)
    if holder is None or holder.kind != "join":
        raise wrong_secret(server, asker)
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
    remember_session(request, response, COOKIE, session)
    return JoinedTeam(team=TeamView.of(store, team), link=MadeLink.of("team", link))
