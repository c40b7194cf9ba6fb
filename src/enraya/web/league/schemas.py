"""The objects in requests to a league's API and in its responses."""

import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, Field, StringConstraints

from enraya.game.position import Position
from enraya.league.model.records import Team, Version
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.access import LinkKind
from enraya.league.store.log import MOST_REASON
from enraya.league.store.store import LeagueStore
from enraya.league.store.teams import MOST_MEMBERS, MOST_NAME
from enraya.web.server.schemas import Language, PositionState, TextObject

Lang = Annotated[Language, Query(description="The language of the texts.")]
Secret = Annotated[str, StringConstraints(max_length=100)]
Name = Annotated[str, StringConstraints(max_length=MOST_NAME)]


class LinkSecret(BaseModel):
    """The secret of a link: the part after its ``#``."""

    secret: Secret


class NewTeam(BaseModel):
    """A team that wants to join."""

    secret: Secret = Field(description="The secret of the join link.")
    name: Name
    alias: Name = Field("", description="The name that others see; `name` if empty.")
    members: Annotated[list[Name], Field(max_length=MOST_MEMBERS)] = []


class Reason(BaseModel):
    """The operator's reason for an action; the team concerned can read it."""

    reason: Annotated[str, StringConstraints(max_length=MOST_REASON)]


class SettingsChange(Reason):
    """New values for some settings."""

    settings: dict[str, Any]


class SettingsPreview(BaseModel):
    """New values for some settings, to see their effect without changing anything."""

    settings: dict[str, Any]


class MadeLink(BaseModel):
    """A new link, whose secret is shown only this once."""

    path: str = Field(description="The part of the link after the address of the server.")

    @staticmethod
    def of(kind: LinkKind, secret: str) -> "MadeLink":
        """A link with its secret after a #, a part that browsers never send to servers."""
        return MadeLink(path=f"{kind}#{secret}")


class AccessLinkRow(BaseModel):
    """A link, without its secret."""

    kind: str
    team: int | None
    created: float
    sessions: int = Field(description="How many sessions of browsers and programs it has now.")


class RulesText(BaseModel):
    """The rules of a league in words; lines that begin with a dash list what earns points."""

    title: str
    lines: list[str]


class WhoAmI(BaseModel):
    """Whose session this browser has: the operator's, a team's, or none."""

    is_operator: bool
    team: int | None


class LeagueState(BaseModel):
    """The public state of a league: its settings and counts, and who this browser is."""

    name: str
    rules: str
    start: PositionState = Field(description="The board before the first move.")
    seconds: float | None
    nodes: int | None
    reserve: float
    memory_mb: int
    deadline: str
    zone: str
    is_over: bool = Field(description="Whether the deadline has passed.")
    languages: list[str]
    max_bytes: int
    quota: int
    baselines: list[str]
    is_open: bool
    teams: int
    games: int
    queue: int
    me: WhoAmI

    @staticmethod
    def of(
        settings: LeagueSettings, now: float, counts: dict[str, Any], me: WhoAmI
    ) -> "LeagueState":
        """The public state, from the settings and the counts of teams, games and the queue."""
        start = PositionState.of(Position.start(settings.rules))
        found = {"start": start, "is_over": settings.is_late(now), "me": me}
        return LeagueState(**(asdict(settings) | counts | found))


class RankingRow(BaseModel):
    """A row of the ranking: a player with its rating."""

    place: int
    name: str = Field(description="The team's alias or name, or the text of a baseline.")
    is_baseline: bool
    is_mine: bool
    version: int | None = Field(description="The number of the active version.")
    elo: float
    low: float | None
    high: float | None
    games: int
    points: float


class QueueRow(BaseModel):
    """A version in the queue, as far as anyone may see it."""

    place: int
    state: str
    is_mine: bool
    team: int | None = Field(description="The team that sent it; only for the operator.")
    received: float


class VersionView(BaseModel):
    """A submission as its team sees it."""

    id: int
    number: int
    file: str
    digest: str
    bytes: int
    received: float
    state: str
    reason: str
    sentence: TextObject | None = Field(
        description="The reason as a text in any language; null if there is only English."
    )
    is_late: bool
    place: int | None = Field(description="Its place in the queue, from 1; null if it has none.")
    trials: list[dict[str, Any]] = Field(description="Its trial games, where they are asked for.")

    @staticmethod
    def of(store: LeagueStore, version: Version, *, with_trials: bool = False) -> "VersionView":
        """A version with its place in the queue and, if asked for, its trial games."""
        queue = [one.id for one in store.versions.queue()] if version.state.is_waiting else []
        trials = store.versions.trials(version.id) if with_trials else {}
        found = asdict(version) | {
            "sentence": json.loads(version.sentence) if version.sentence else None,
            "place": queue.index(version.id) + 1 if version.id in queue else None,
            "trials": [json.loads(game) for game in trials.values() if game],
        }
        return VersionView(**found)


class ActionState(BaseModel):
    """An entry of the log: what was done, by whom and why."""

    time: float
    who: str
    action: str
    team: int | None
    details: str
    reason: str


def actions(store: LeagueStore, team: int | None, last: int = 1_000) -> list[ActionState]:
    """The last entries of the log, the newest first; only those about a team, if one is given."""
    return [ActionState(**asdict(action)) for action in store.log.actions(team, last)]


class TeamView(BaseModel):
    """A team, with what only the team itself and the operator may see."""

    id: int
    name: str
    alias: str
    members: list[str]
    state: str
    versions: list[VersionView]
    log: list[ActionState] = Field(description="The entries of the log that concern the team.")

    @staticmethod
    def of(store: LeagueStore, team: Team) -> "TeamView":
        """A team with its versions and its part of the log."""
        versions = [VersionView.of(store, one) for one in store.versions.all(team.id)]
        return TeamView(**asdict(team), versions=versions, log=actions(store, team.id))


class JoinedTeam(BaseModel):
    """A team that has just joined, and its link, which is shown only this once."""

    team: TeamView
    link: MadeLink


class RatedGame(BaseModel):
    """A game of the ladder, which counts for the ratings."""

    id: int
    first: str
    second: str
    winner: int | None
    termination: str
    opening: str
    moves: str
