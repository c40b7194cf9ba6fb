"""What the operator decides about a league."""

import json
from dataclasses import asdict, dataclass, field, fields
from datetime import datetime, timedelta
from types import NoneType
from typing import Any
from zoneinfo import ZoneInfo

from enraya.agents import check_rules, parse_agent
from enraya.agents.text.languages import LANGUAGES, PYTHON
from enraya.errors import InvalidSetting, UnknownName
from enraya.league.model.grading_rules import GradingRules
from enraya.limit import DEFAULT_RESERVE, MOST_NODES, MOST_SECONDS, Limit, Terms
from enraya.rules import RuleSet, parse_rules

_SHORT_NAMES = {"Common Lisp": "lisp", "C++": "cpp"}
LANGUAGE_NAMES = {"python": (PYTHON,)} | {
    _SHORT_NAMES.get(one.name, one.name.lower()): one.suffixes for one in LANGUAGES
}
"""The languages as settings name them, with the ends of the names of their files."""
MOST_TEAMS = 1_000
MOST_NAME = 80
MOST_BYTES = 2_000_000
"""No league takes larger submissions."""
MOST_QUOTA = 1_000
MOST_BASELINES = 20
MOST_MEMORY_MB = 16_384
FIRST_YEAR, LAST_YEAR = 2000, 9000
"""The years a date may have: near the ends of the calendar adding a minute or a zone fails."""


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """One assignment of one class."""

    name: str
    rules: str = "classic"
    seconds: float | None = 1.0
    """What each move may take, beside `nodes`."""
    nodes: int | None = None
    """What each move of a baseline that searches may take; programs cannot be held to it."""
    reserve: float = DEFAULT_RESERVE
    """Seconds by which a player's moves may exceed their limits in a game."""
    memory_mb: int = 512
    """How much memory each agent may use."""
    deadline: str = ""
    """Such as ``2026-12-18T23:59``, by the clock of `zone`; empty for none."""
    zone: str = "UTC"
    baselines: tuple[str, ...] = ("random", "level(3)")
    """Agents that every team plays against, the weakest first."""
    languages: tuple[str, ...] = tuple(LANGUAGE_NAMES)
    max_bytes: int = 500_000
    """The largest submission."""
    quota: int = 20
    """Submissions of a team in a day."""
    max_teams: int = 200
    is_open: bool = True
    """Whether teams can join by the join link."""
    shows_aliases: bool = True
    """Whether the ranking shows aliases instead of names."""
    top: int = 0
    """How many places of the ranking are public; 0 for all."""
    opening_plies: int = 4
    openings: int = 200
    """How many different openings there are, at most."""
    seed: int = 1
    max_pairs: int = 0
    """How many pairs of games two players play in the ladder at most; 0 for no limit."""
    grading: dict[str, Any] = field(default_factory=dict)
    """How grades are made: what `GradingRules.from_object` reads."""

    @property
    def rule_set(self) -> RuleSet:
        """The rules themselves."""
        return parse_rules(self.rules)

    @property
    def grading_rules(self) -> GradingRules:
        """How grades are made.

        Raises:
            EnrayaError: when that cannot be read.
        """
        return GradingRules.from_object(self.grading)

    @property
    def terms(self) -> Terms:
        """What the players of a game may spend."""
        return Terms(Limit(seconds=self.seconds, nodes=self.nodes), None, self.reserve)

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How the names of sources may end."""
        return tuple(end for name in self.languages for end in LANGUAGE_NAMES[name])

    def most_pairs(self, openings: int) -> int:
        """How many pairs of games two players can play, given the number of openings."""
        return min(openings, self.max_pairs or openings)

    @property
    def deadline_time(self) -> float | None:
        """When submissions become late, in seconds since 1970; None for never.

        A deadline without seconds lasts until the end of its minute.
        """
        if not self.deadline:
            return None
        moment = read_moment(self.deadline, self.zone)
        is_minute = self.deadline.count(":") == 1
        return (moment + timedelta(minutes=1) if is_minute else moment).timestamp()

    def is_late(self, time: float) -> bool:
        """Whether a submission of this time comes after the deadline."""
        deadline = self.deadline_time
        return deadline is not None and time >= deadline

    def check(self) -> None:
        """Refuses settings that do not make a league.

        Raises:
            EnrayaError: with the reason.
        """
        if not self.name.strip() or len(self.name) > MOST_NAME or not self.name.isprintable():
            raise InvalidSetting(f"the name of a league has 1 to {MOST_NAME} printable characters")
        rules = self.rule_set
        for name, value, least, most in (
            ("seconds", self.seconds, 0.01, 60.0),
            ("nodes", self.nodes, 1, MOST_NODES),
            ("reserve", self.reserve, 0, MOST_SECONDS),
            ("memory_mb", self.memory_mb, 16, MOST_MEMORY_MB),
            ("max_bytes", self.max_bytes, 1_000, MOST_BYTES),
            ("quota", self.quota, 1, MOST_QUOTA),
            ("max_teams", self.max_teams, 1, MOST_TEAMS),
            ("top", self.top, 0, MOST_TEAMS),
            ("opening_plies", self.opening_plies, 0, 12),
            ("openings", self.openings, 1, 10_000),
            ("seed", self.seed, 0, 2**31),
            ("max_pairs", self.max_pairs, 0, 10**6),
        ):
            if value is not None and not least <= value <= most:
                raise InvalidSetting(f"{name} must be from {least:,} to {most:,}, not {value!r}")
        if self.seconds is None and self.nodes is None:
            raise InvalidSetting("a league limits the seconds or the nodes of a move")
        if self.deadline:
            read_moment(self.deadline, self.zone)
        else:
            read_zone(self.zone)
        for language in self.languages:
            if language not in LANGUAGE_NAMES:
                raise UnknownName("language", language, LANGUAGE_NAMES)
        if not self.languages:
            raise InvalidSetting("a league takes at least one language")
        if not 1 <= len(set(self.baselines)) == len(self.baselines) <= MOST_BASELINES:
            raise InvalidSetting(f"a league has 1 to {MOST_BASELINES} different baselines")
        for baseline in self.baselines:
            check_rules(parse_agent(baseline), rules)
        self.grading_rules.check(self.baselines)

    def to_json(self) -> str:
        """The settings as a line of JSON; `from_json` reads it back."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> "LeagueSettings":
        """The settings that `to_json` wrote; what older ones lack has its default.

        Raises:
            ValueError, TypeError, KeyError, RecursionError: when the text is anything else.
        """
        state: dict[str, Any] = json.loads(text)
        unknown = set(state) - {one.name for one in fields(LeagueSettings)}
        if unknown:
            raise ValueError(f"unknown settings {unknown}")
        for name in ("baselines", "languages"):
            if name in state:
                state[name] = tuple(state[name])
        settings = LeagueSettings(**state)
        for one in fields(settings):
            wanted = _TYPES.get(one.name, type(one.default))
            if not isinstance(getattr(settings, one.name), wanted):
                raise TypeError(one.name)
        return settings


_TYPES: dict[str, type | tuple[type, ...]] = {
    "name": str, "seconds": (int, float, NoneType), "nodes": (int, NoneType),
    "reserve": (int, float), "grading": dict,
}  # fmt: skip
"""What a setting may be where its default does not tell."""


def read_zone(name: str) -> ZoneInfo:
    """A time zone by its name, such as ``Europe/Madrid``.

    Raises:
        InvalidSetting: when there is none.
    """
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # a zone that is missing is a KeyError
        raise InvalidSetting(
            f"unknown time zone {name!r}; zones are written like 'Europe/Madrid'"
        ) from None


def read_moment(text: str, zone: str) -> datetime:
    """A date and time by the clocks of a zone.

    Raises:
        InvalidSetting: when the text is neither ``2026-12-18T23:59`` nor has seconds too, or the
            year is far off.

    >>> read_moment("2026-12-18T23:59", "Europe/Madrid").isoformat()
    '2026-12-18T23:59:00+01:00'
    """
    where = read_zone(zone)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = None
    if moment is None or "T" not in text or moment.tzinfo is not None:
        raise InvalidSetting(
            f"cannot read the time {text!r}; write it like 2026-12-18T23:59, in the league's zone"
        )
    if not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise InvalidSetting(f"the year of {text!r} is not from {FIRST_YEAR} to {LAST_YEAR}")
    return moment.replace(tzinfo=where)
