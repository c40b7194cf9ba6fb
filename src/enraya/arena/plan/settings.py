"""The settings of a tournament, which determine its games."""

import json
from dataclasses import asdict, dataclass, field, fields
from hashlib import sha256
from importlib.metadata import version
from types import NoneType
from typing import Any

from enraya.arena.plan.entrants import Entrant
from enraya.arena.plan.schedule import KINDS, TIE_BREAKS, Pairing, Plan, Winners, derive_seed
from enraya.arena.statistics.sprt import Sprt
from enraya.errors import InvalidSetting, UnknownName
from enraya.limit import DEFAULT_RESERVE, MOST_SECONDS, Clock, Limit, Terms, parse_clock
from enraya.rules import RuleSet, parse_rules
from enraya.texts import Sentence

MOST_GAMES = 1_000_000
MOST_OPENING_PLIES = 40
MOST_BYTES = 1_000_000_000
DEFAULT_OPENING_PLIES = 4
DEFAULT_SEED = 1


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """The settings of a tournament; the same settings give the same games.

    That holds if moves are limited by nodes, depth or the agents' own iterations, not by time.
    """

    kind: str
    agents: tuple[Entrant, ...]
    games: int = 2
    """The number of games that two agents play when they meet."""
    rules: str = "classic"
    seed: int = DEFAULT_SEED
    limit: Limit = field(default_factory=Limit)
    clock: str = ""
    """The clock of each game, such as ``60+1``; empty for none."""
    reserve: float = DEFAULT_RESERVE
    """The seconds by which all moves of a player in a game may together exceed their limits."""
    opening_plies: int = DEFAULT_OPENING_PLIES
    balanced: bool = False
    openings: tuple[str, ...] = ()
    """Openings to use instead of random ones; empty for random ones."""
    rounds: int = 0
    """The number of rounds of a Swiss tournament; 0 for as many as a knock-out would have."""
    memory_mb: int = 0
    """The memory that each agent from a file may use, in MB; 0 for the default."""
    max_bytes: int = 0
    """The largest size of an agent's files; a larger agent loses its games without playing.

    0 for no limit."""
    test: Sprt | None = None
    """The sequential test that ends a match of kind ``sprt``."""

    @property
    def rule_set(self) -> RuleSet:
        """The rule set that ``rules`` stands for."""
        return parse_rules(self.rules)

    @property
    def terms(self) -> Terms:
        """The limits on the players of a game: per move, clock and reserve."""
        clock: Clock | None = parse_clock(self.clock) if self.clock else None
        return Terms(self.limit, clock, self.reserve)

    @property
    def openings_needed(self) -> int:
        """How many openings are needed so that two agents that meet repeat none."""
        per_meeting = (self.games + 1) // 2
        return per_meeting + (TIE_BREAKS if self.kind == "knockout" else 0)

    @property
    def plan(self) -> Plan:
        """The settings that the schedule depends on."""
        return Plan(len(self.agents), self.games, self.rounds)

    def schedule(self, winners: Winners) -> list[Pairing]:
        """All games known to be needed, given the results so far, in the order of play."""
        return KINDS[self.kind](self.plan, winners)

    def seed_of(self, game: Pairing) -> int:
        """The seed of a game; it depends on its players and opening, not on the order of play."""
        first, second = (self._identity(agent) for agent in game[:2])
        return derive_seed(self.seed, self.rules, first, second, game.opening)

    def _identity(self, agent: int) -> str:
        """The agent's text, with a number if an earlier entrant has the same text."""
        spec = self.agents[agent].spec
        before = sum(entrant.spec == spec for entrant in self.agents[:agent])
        return f"{spec} #{before + 1}" if before else spec

    def check(self) -> None:
        """Refuses settings that are out of range or contradict each other.

        Raises:
            EnrayaError: when the settings are refused, with the reason.
        """
        if self.kind not in KINDS:
            raise UnknownName("kind of tournament", self.kind, KINDS)
        if len(self.agents) < 2:
            raise InvalidSetting(Sentence("problem.two_agents"))
        bounds = {
            "games": (self.games, 1, MOST_GAMES),
            "opening plies": (self.opening_plies, 0, MOST_OPENING_PLIES),
            "rounds": (self.rounds, 0, len(self.agents) - 1),
            "bytes of a file": (self.max_bytes, 0, MOST_BYTES),
        }
        for name, (value, least, most) in bounds.items():
            if not least <= value <= most:
                raise InvalidSetting(f"{name} must be from {least} to {most}, not {value}")
        if self.clock:
            parse_clock(self.clock)
        if not 0 <= self.reserve <= MOST_SECONDS:
            raise InvalidSetting(
                f"the reserve must be from 0 to {MOST_SECONDS:,.0f} seconds, not {self.reserve:g}"
            )
        if self.kind == "sprt" and self.test is None:
            raise InvalidSetting("a sequential test needs its bounds: use `enraya sprt A B`")
        if self.kind != "sprt" and self.test is not None:
            raise InvalidSetting("only a tournament of kind 'sprt' can have a sequential test")

    def to_json(self) -> str:
        """The settings as one line of JSON, which `from_json` reads back."""
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> "TournamentSettings":
        """The settings in a text that `to_json` wrote.

        Raises:
            ValueError, TypeError, KeyError, RecursionError: when the text is anything else.
        """
        state: dict[str, Any] = json.loads(text)
        state["agents"] = tuple(Entrant(*agent) for agent in state["agents"])
        state["limit"] = Limit(**state["limit"])
        state["openings"] = tuple(state["openings"])
        state["test"] = Sprt(**state["test"]) if state.get("test") else None
        settings = TournamentSettings(**state)
        settings._check_types()
        return settings

    def _check_types(self) -> None:
        """Raises `ValueError` if a value has the wrong type, or two agents have the same name."""
        limit = (self.limit.seconds, self.limit.nodes, self.limit.depth)
        fits = (
            all(
                type(getattr(self, each.name)) is each.type
                for each in fields(self)
                if each.type in (str, int, bool)
            )
            and all(tuple(map(type, agent)) == (str, str, str, int) for agent in self.agents)
            and all(type(opening) is str for opening in self.openings)
            and all(type(value) in (int, float, NoneType) for value in limit)
        )
        if not fits or len({agent.name for agent in self.agents}) < len(self.agents):
            raise ValueError("these are not settings of a tournament")

    @property
    def digest(self) -> str:
        """A hash of the settings, the agents' files and the version of enraya."""
        return sha256(f"{version('enraya')}\n{self.to_json()}".encode()).hexdigest()
