"""The plan of an event, and its state from planning to publication."""

import json
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any

from enraya.arena.plan.entrants import Entrant
from enraya.arena.plan.settings import TournamentSettings
from enraya.errors import InvalidSetting, UnknownName
from enraya.league.model.settings import LeagueSettings

KINDS = ("round-robin", "swiss", "knockout")
MOST_GAMES = 1_000
MOST_ROUNDS = 100
MOST_NAME = 60
MOST_SEED = 2**31


class EventState(StrEnum):
    """How far along an event is; the states up to `PUBLISHED` are in their usual order."""

    PLANNED = "planned"
    FROZEN = "frozen"
    """The versions that play are fixed; newer ones do not count."""
    RUNNING = "running"
    PLAYED = "played"
    PUBLISHED = "published"
    CANCELLED = "cancelled"
    """It had fewer than two players at its start, or the operator called it off."""


@dataclass(frozen=True, slots=True)
class EventPlan:
    """What the operator decides about an event.

    The openings and seeds of its games follow from the plan and the versions that play.
    """

    kind: str = "round-robin"
    games: int = 2
    """How many games two players play when they meet."""
    rounds: int = 0
    """How many rounds a Swiss tournament has; 0 for enough to find a winner."""
    seed: int = 1
    with_baselines: bool = False
    freeze: float = 0.0
    """Versions received after this time, in seconds since 1970, do not play; 0 for the start."""
    entrants: tuple[int, ...] = ()
    """The players, by their places in the ladder; empty until the freeze."""

    def check(self) -> None:
        """Refuses an invalid plan.

        Raises:
            EnrayaError: when a value is invalid; the message says which one and why.
        """
        if self.kind not in KINDS:
            raise UnknownName("kind of tournament", self.kind, KINDS)
        for name, value, least, most in (
            ("games", self.games, 1, MOST_GAMES),
            ("rounds", self.rounds, 0, MOST_ROUNDS),
            ("seed", self.seed, 0, MOST_SEED),
        ):
            if not least <= value <= most:
                raise InvalidSetting(f"{name} must be from {least} to {most:,}, not {value}")

    def to_json(self) -> str:
        """The plan as a line of JSON; `from_json` reads it back."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> "EventPlan":
        """The plan that `to_json` wrote.

        Raises:
            ValueError, TypeError, AttributeError, KeyError: when the text is anything else.
        """
        state: dict[str, Any] = json.loads(text)
        known = {one.name: type(one.default) for one in fields(EventPlan)}
        state["entrants"] = tuple(state["entrants"])
        if any(not isinstance(state.get(name), kind) for name, kind in known.items()):
            raise TypeError("no such plan")
        return EventPlan(**state)

    def tournament(
        self, settings: LeagueSettings, entrants: tuple[Entrant, ...]
    ) -> TournamentSettings:
        """The event as a tournament of the arena, with the league's limits."""
        rounds = min(self.rounds, len(entrants) - 1) if self.kind == "swiss" else 0
        return TournamentSettings(
            kind=self.kind,
            agents=entrants,
            games=self.games,
            rules=settings.rules,
            seed=self.seed,
            limit=settings.terms.limit,
            reserve=settings.reserve,
            opening_plies=settings.opening_plies,
            balanced=settings.rule_set.name == "classic",
            rounds=rounds,
            memory_mb=settings.memory_mb,
        )


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it is stored."""

    id: int
    name: str
    plan: EventPlan
    starts: float
    """When the event begins, in seconds since 1970."""
    state: EventState
    tournament: int | None
    """The number of its tournament in the arena; None until the event has begun."""
    reason: str = ""
    """Why the event was cancelled; empty if it was not."""

    @property
    def freezes(self) -> float:
        """When the versions that play are fixed, at the latest when the event starts."""
        return min(self.plan.freeze or self.starts, self.starts)
