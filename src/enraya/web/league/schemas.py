"""What the API of a league says, as data."""

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
    """The secret of a link: what is behind its ``#``."""

    secret: Secret


class NewTeam(BaseModel):
    """A team that wants to join."""

    secret: Secret = Field(description="Of the join link.")
    name: Name
    alias: Name = Field("", description="What others see; the name if empty.")
    members: Annotated[list[Name], Field(max_length=MOST_MEMBERS)] = []


class Reason(BaseModel):
    """Why the operator does something; the team concerned can read it."""

    reason: Annotated[str, StringConstraints(max_length=MOST_REASON)]


class SettingsChange(Reason):
    """Other values for some settings."""

    settings: dict[str, Any]


class SettingsPreview(BaseModel):
    """Other values for some settings, to see what they would do."""

    settings: dict[str, Any]


class MadeLink(BaseModel):
    """A link that was made just now; it is shown once."""

    path: str = Field(description="What follows the address of the server.")

    @staticmethod
    def of(kind: LinkKind, secret: str) -> "MadeLink":
        """A link with its secret behind a #, which browsers never send."""
        return MadeLink(path=f"{kind}#{secret}")


class AccessLinkRow(BaseModel):
    """A link without its secret, which only its holder knows."""

    kind: str
    team: int | None
    created: float
    sessions: int = Field(description="Browsers and programs that have used it.")


class RulesText(BaseModel):
    """The rules of a league in words; lines that begin with a dash are points."""

    title: str
    lines: list[str]


class WhoAmI(BaseModel):
    """Who this browser is here."""

    is_operator: bool
    team: int | None


class LeagueState(BaseModel):
    """What anyone sees of a league."""

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
        """What anyone sees of a league, from its settings and the counts of teams and games."""
        start = PositionState.of(Position.start(settings.rules))
        found = {"start": start, "is_over": settings.is_late(now), "me": me}
        return LeagueState(**(asdict(settings) | counts | found))


class RankingRow(BaseModel):
    """A place in the ranking."""

    place: int
    name: str = Field(description="An alias or a name, or the text of a baseline.")
    is_baseline: bool
    is_mine: bool
    version: int | None = Field(description="The number of the version that plays.")
    elo: float
    low: float | None
    high: float | None
    games: int
    points: float


class QueueRow(BaseModel):
    """A version in the queue."""

    place: int
    state: str
    is_mine: bool
    team: int | None = Field(description="Whose it is; for the operator only.")
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
    sentence: TextObject | None = Field(description="The reason in any language, if it has one.")
    is_late: bool
    place: int | None = Field(description="In the queue, from 1.")
    trials: list[dict[str, Any]] = Field(description="The games of its trial.")

    @staticmethod
    def of(store: LeagueStore, version: Version, *, with_trials: bool = False) -> "VersionView":
        """A version with its place in the queue."""
        queue = [one.id for one in store.versions.queue()] if version.state.is_waiting else []
        trials = store.versions.trials(version.id) if with_trials else {}
        found = asdict(version) | {
            "sentence": json.loads(version.sentence) if version.sentence else None,
            "place": queue.index(version.id) + 1 if version.id in queue else None,
            "trials": [json.loads(game) for game in trials.values() if game],
        }
        return VersionView(**found)


class ActionState(BaseModel):
    """Something that was done, and why."""

    time: float
    who: str
    action: str
    team: int | None
    details: str
    reason: str


def actions(store: LeagueStore, team: int | None, last: int = 1_000) -> list[ActionState]:
    """What was done lately, the newest first; what concerns a team if one is given."""
    return [ActionState(**asdict(action)) for action in store.log.actions(team, last)]


class TeamView(BaseModel):
    """A team as it sees itself, or as the operator sees it."""

    id: int
    name: str
    alias: str
    members: list[str]
    state: str
    versions: list[VersionView]
    log: list[ActionState] = Field(description="What the operator did that concerns the team.")

    @staticmethod
    def of(store: LeagueStore, team: Team) -> "TeamView":
        """A team with its versions."""
        versions = [VersionView.of(store, one) for one in store.versions.all(team.id)]
        return TeamView(**asdict(team), versions=versions, log=actions(store, team.id))


class JoinedTeam(BaseModel):
    """A team that has joined, and its link, which is shown once."""

    team: TeamView
    link: MadeLink


class RatedGame(BaseModel):
    """A rated game."""

    id: int
    first: str
    second: str
    winner: int | None
    termination: str
    opening: str
    moves: str
