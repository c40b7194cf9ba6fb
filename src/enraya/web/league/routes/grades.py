"""Routes for present grades, what is missing for more points, and the settings of the league."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from http import HTTPStatus
from typing import Any

from fastapi import Response
from pydantic import BaseModel, Field

from enraya.errors import InvalidSetting, UnknownName
from enraya.league.model.grading_rules import GradingRules
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.grade_texts import (
    grades_csv,
    item_in_words,
    item_name,
    missing_in_words,
)
from enraya.league.rank.grades import Grade, GradeItem, make_grades, preview
from enraya.league.store.store import LeagueStore
from enraya.reports.ranking_csv import csv_for_spreadsheets
from enraya.texts import Sentence, Texts, texts_in
from enraya.web.league.access import ServerOf, TeamOf, operator_router, team_router
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.teams import download
from enraya.web.league.schemas import Lang, SettingsChange, SettingsPreview
from enraya.web.server.application import in_store
from enraya.web.server.problems import Refusal, problems

router = team_router("/team")
operators = operator_router()


class ItemState(BaseModel):
    """One part of a grade, with the evidence for its points."""

    kind: str = Field(
        description="baseline for beating one, moves for their quality, place for one in an event."
    )
    name: str
    points: float
    most: float
    is_final: bool = Field(description="Whether further games cannot change the points.")
    words: str = Field(description="The evidence as a sentence.")
    missing: str = Field(
        description="What is missing for more points; empty if no more can be earned."
    )
    games: list[int] = Field(description="The numbers of the games that count for this item.")
    evidence: dict[str, Any] = Field(
        description="`state`, `pairs` and `llr` for a baseline; `rounds`, `moves` and `losing` for "
        "moves; `place` for a place."
    )

    @staticmethod
    def of(grade: Grade, item: GradeItem, rules: GradingRules, t: Texts) -> "ItemState":
        """A grade item with its texts in a language."""
        evidence = item.to_object()
        del evidence["what"]  # it is in the name already
        every = ("kind", "points", "most", "is_final", "games")
        return ItemState(
            **{key: evidence.pop(key) for key in every}, name=item_name(item, t),
            words=item_in_words(item, t), missing=missing_in_words(grade, item, rules, t),
            evidence=evidence,
        )  # fmt: skip


class GradeState(BaseModel):
    """The present grade of a team."""

    team: int
    name: str
    version: int | None = Field(description="The number of the version that counts.")
    is_late: bool
    points: float
    most: float
    grade: float = Field(description="The mark for the gradebook: the points, scaled.")
    scale: float = Field(
        description="The mark for full points; 0 if the mark is the points themselves."
    )
    is_final: bool
    items: list[ItemState]

    @staticmethod
    def of(grade: Grade, name: str, rules: GradingRules, t: Texts) -> "GradeState":
        """A grade with its texts in a language."""
        items = [ItemState.of(grade, item, rules, t) for item in grade.items]
        found = {"name": name, "scale": grade.scale, "items": items}
        return GradeState(**(grade.to_object() | found))


class GradeChange(BaseModel):
    """The grade of a team before and after a change of settings."""

    team: int
    name: str
    before: float
    after: float


async def _grades(server: LeagueServer, lang: str) -> list[GradeState]:
    """The grades of all teams, at most `READ_SECONDS` old."""
    return await _in_words(server, await server.read_once("grades", make_grades), lang)


@in_store
def _in_words(server: LeagueServer, made: Sequence[Grade], lang: str) -> list[GradeState]:
    rules = server.store.settings.grading_rules
    names = {team.id: team.name for team in server.store.teams.all()}
    return [GradeState.of(grade, names[grade.team], rules, texts_in(lang)) for grade in made]


@router.get("/grade", responses=problems(404))
async def grade(server: ServerOf, team: TeamOf, lang: Lang = "en") -> GradeState:
    """The team's present grade, the evidence for it, and what is missing for more points."""
    for _ in range(2):
        for found in await _grades(server, lang):
            if found.team == team:
                return found
        server.kept.pop("grades", None)  # the team may have joined after they were made
    raise Refusal(HTTPStatus.NOT_FOUND, "not_found", Sentence("league.no_team"))


@operators.get("/grades")
async def grades(server: ServerOf, lang: Lang = "en") -> list[GradeState]:
    """The present grades of all teams, with the evidence."""
    return await _grades(server, lang)


@operators.get("/grades.csv", response_class=Response)
async def table(server: ServerOf, lang: Lang = "en") -> Response:
    """The grades as a CSV file for course platforms, with a row for each student."""
    made = await server.read_once("grades", make_grades)
    teams = await server.storing.run(server.store.teams.all)
    text = csv_for_spreadsheets(grades_csv(made, teams, texts_in(lang)))
    return download(text.encode())


@operators.get("/settings")
@in_store
def settings(server: ServerOf) -> dict[str, Any]:
    """All settings of the league, including those left at their defaults."""
    return _settings(server.store)


def _settings(store: LeagueStore) -> dict[str, Any]:
    found = store.settings
    return asdict(found) | {"grading": found.grading_rules.to_object()}


@operators.patch("/settings")
@in_store
def change(server: ServerOf, wanted: SettingsChange) -> dict[str, Any]:
    """Change some of the settings; returns all of them."""
    store = server.store
    store.change_settings(_changed(store, wanted.settings), wanted.reason)
    server.kept.clear()
    return _settings(store)


@operators.post("/settings/preview")
async def show_change(server: ServerOf, wanted: SettingsPreview) -> list[GradeChange]:
    """Today's grade of every team, and its grade under other settings; nothing is changed."""

    def look(store: LeagueStore) -> list[GradeChange]:
        names = {team.id: team.name for team in store.teams.all()}
        changes = preview(store, _changed(store, wanted.settings))
        return [GradeChange(name=names[one.team], **one._asdict()) for one in changes]

    return await server.read(look)


def _changed(store: LeagueStore, wanted: dict[str, Any]) -> LeagueSettings:
    known = LeagueSettings.__dataclass_fields__
    for name in wanted:
        if name not in known:
            raise UnknownName("setting", name, known)
    try:
        return LeagueSettings.from_json(replace(store.settings, **wanted).to_json())
    except (TypeError, ValueError):
        raise InvalidSetting("some of these settings have values of the wrong type") from None
