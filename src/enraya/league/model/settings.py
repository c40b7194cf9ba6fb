"""The settings of a league, which its operator decides."""

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
"""The languages by their names in the settings, with the suffixes of their source files."""
MOST_TEAMS = 1_000
MOST_NAME = 80
MOST_BYTES = 2_000_000
"""The highest value that `max_bytes` may have."""
MOST_QUOTA = 1_000
MOST_BASELINES = 20
MOST_MEMORY_MB = 16_384
FIRST_YEAR, LAST_YEAR = 2000, 9000
"""The years that a date may have: nearer to the ends of Python's calendar, adding a minute or
converting between time zones overflows."""


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """The settings of a league: the rules, limits, dates and grading of one assignment."""

    name: str
    rules: str = "classic"
    seconds: float | None = 1.0
    """The time limit of each move; it holds together with `nodes`. None for no limit."""
    nodes: int | None = None
    """The node limit of each move of the built-in searches; the programs of teams ignore it."""
    reserve: float = DEFAULT_RESERVE
    """The seconds by which all moves of a player together may exceed their limits in a game."""
    memory_mb: int = 512
    """How many megabytes of memory each agent may use."""
    deadline: str = ""
    """When submissions become late, such as ``2026-12-18T23:59`` in `zone`; empty for never."""
    zone: str = "UTC"
    baselines: tuple[str, ...] = ("random", "level(3)")
    """Agents that every team plays against, the weakest first."""
    languages: tuple[str, ...] = tuple(LANGUAGE_NAMES)
    max_bytes: int = 500_000
    """How many bytes a submission may have."""
    quota: int = 20
    """How many submissions of a team are run within 24 hours."""
    max_teams: int = 200
    is_open: bool = True
    """Whether teams can join with the join link."""
    shows_aliases: bool = True
    """Whether others see the aliases of teams instead of their names."""
    top: int = 0
    """How many places of the ranking are public; 0 for all."""
    opening_plies: int = 4
    openings: int = 200
    """How many different openings the ladder uses, at most."""
    seed: int = 1
    max_pairs: int = 0
    """How many pairs of games two players play in the ladder at most; 0 for one per opening."""
    grading: dict[str, Any] = field(default_factory=dict)
    """The grading rules, as `GradingRules.from_object` reads them."""

    @property
    def rule_set(self) -> RuleSet:
        """The rule set that `rules` names."""
        return parse_rules(self.rules)

    @property
    def grading_rules(self) -> GradingRules:
        """The grading rules that `grading` holds.

        Raises:
            EnrayaError: when it does not hold valid grading rules.
        """
        return GradingRules.from_object(self.grading)

    @property
    def terms(self) -> Terms:
        """The time and nodes that each player may use in a game."""
        return Terms(Limit(seconds=self.seconds, nodes=self.nodes), None, self.reserve)

    @property
    def suffixes(self) -> tuple[str, ...]:
        """The suffixes that the source files of submissions may have."""
        return tuple(end for name in self.languages for end in LANGUAGE_NAMES[name])

    def most_pairs(self, openings: int) -> int:
        """How many pairs of games two players play at most, given the number of openings."""
        return min(openings, self.max_pairs or openings)

    @property
    def deadline_time(self) -> float | None:
        """The time from which submissions are late, in seconds since 1970; None for never.

        A deadline that names no seconds includes the whole minute.
        """
        if not self.deadline:
            return None
        moment = read_moment(self.deadline, self.zone)
        is_minute = self.deadline.count(":") == 1
        return (moment + timedelta(minutes=1) if is_minute else moment).timestamp()

    def is_late(self, time: float) -> bool:
        """Whether a submission received at this time is late."""
        deadline = self.deadline_time
        return deadline is not None and time >= deadline

    def check(self) -> None:
        """Refuses invalid settings.

        Raises:
            EnrayaError: when a setting is invalid; the message says which one and why.
        """
        if not self.name.strip() or len(self.name) > MOST_NAME or not self.name.isprintable():
            raise InvalidSetting(
                f"the name of a league must have 1 to {MOST_NAME} printable characters"
            )
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
            raise InvalidSetting("a league must limit the seconds or the nodes of a move")
        if self.deadline:
            read_moment(self.deadline, self.zone)
        else:
            read_zone(self.zone)
        for language in self.languages:
            if language not in LANGUAGE_NAMES:
                raise UnknownName("language", language, LANGUAGE_NAMES)
        if not self.languages:
            raise InvalidSetting("a league must accept at least one language")
        if not 1 <= len(set(self.baselines)) == len(self.baselines) <= MOST_BASELINES:
            raise InvalidSetting(f"a league must have 1 to {MOST_BASELINES} different baselines")
        for baseline in self.baselines:
            check_rules(parse_agent(baseline), rules)
        self.grading_rules.check(self.baselines)

    def to_json(self) -> str:
        """The settings as a line of JSON; `from_json` reads it back."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> "LeagueSettings":
        """The settings that `to_json` wrote; those missing in older files have their defaults.

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
"""The types of the settings whose type does not follow from their default."""


def read_zone(name: str) -> ZoneInfo:
    """The time zone with this name, such as ``Europe/Madrid``.

    Raises:
        InvalidSetting: when there is no time zone of this name.
    """
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # an unknown zone is a KeyError
        raise InvalidSetting(
            f"unknown time zone {name!r}; zones are written like 'Europe/Madrid'"
        ) from None


def read_moment(text: str, zone: str) -> datetime:
    """A date and time, read as local time of a zone.

    Raises:
        InvalidSetting: when the text is not written like ``2026-12-18T23:59``, with or without
            seconds, or when its year is outside `FIRST_YEAR` to `LAST_YEAR`.

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
