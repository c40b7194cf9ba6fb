"""The grading rules of a league: what earns points, and how many."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from math import isfinite
from typing import Any, NamedTuple

from enraya.arena.statistics.sprt import Sprt
from enraya.errors import InvalidSetting, UnknownName
from enraya.rules import RuleSet

MOST_POINTS = 1_000.0
MOST_PAIRS = 10_000
MOST_MOVES = 1_000_000
MOST_LISTED = 100


class Band(NamedTuple):
    """The points for a share of value-losing moves up to a bound."""

    share: float
    """The largest share of value-losing moves that earns the points."""
    points: float


@dataclass(frozen=True, slots=True)
class GradingRules:
    """What earns points, and how many.

    >>> GradingRules(points={"level(3)": 2.0}).points_for("level(3)")
    2.0
    """

    points: Mapping[str, float] = field(default_factory=dict)
    """The points for beating each baseline; a baseline not listed here is worth 1."""
    elo0: float = 0.0
    """The null hypothesis of the sequential test against a baseline, in normalized Elo: the
    baseline is beaten when the test accepts `elo1` instead."""
    elo1: float = 100.0
    alpha: float = 0.05
    beta: float = 0.05
    pairs: int = 100
    """How many pairs of games a test may take; a baseline is not beaten if it is undecided then."""
    bands: tuple[Band, ...] = (Band(0.05, 3.0), Band(0.1, 2.0), Band(0.2, 1.0))
    """The points for the share of value-losing moves against the baselines; of all bands that
    include the share, the one with the most points counts."""
    moves: int = 1000
    """How many moves must have been judged before their share of value-losing moves counts."""
    event: str = ""
    """The event whose places earn points; empty for none."""
    places: tuple[float, ...] = ()
    """The points for the first place of that event, the second, and so on."""
    scale: float = 0.0
    """The gradebook's mark for full points; 0 to use the points themselves as the mark."""

    @property
    def test(self) -> Sprt:
        """The test that decides whether a baseline is beaten."""
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta)

    def points_for(self, baseline: str) -> float:
        """The points for beating a baseline."""
        return self.points.get(baseline, 1.0)

    @property
    def most_for_share(self) -> float:
        """The points of the best band."""
        return max(band.points for band in self.bands)

    def points_for_share(self, share: float) -> float:
        """The points for a share of value-losing moves."""
        return max((band.points for band in self.bands if share <= band.share), default=0.0)

    def points_for_place(self, place: int) -> float:
        """The points for a place in the event, counted from 1; 0 for a place that earns none."""
        return self.places[place - 1] if 1 <= place <= len(self.places) else 0.0

    def judges(self, rules: RuleSet) -> bool:
        """Whether the moves of games by these rules are judged for grades."""
        return bool(self.bands) and rules.name == "classic"

    def most_points(self, baselines: Sequence[str], rules: RuleSet) -> float:
        """The most points that a team can earn."""
        total = sum(map(self.points_for, baselines))
        if self.judges(rules):
            total += self.most_for_share
        return total + (max(self.places, default=0.0) if self.event else 0.0)

    def to_object(self) -> dict[str, Any]:
        """The grading rules as plain values; `from_object` reads them back."""
        return asdict(self)

    @staticmethod
    def from_object(plain: Mapping[str, Any]) -> "GradingRules":
        """The grading rules that these plain values describe; missing ones have their defaults.

        Raises:
            EnrayaError: when a name is unknown or a value has the wrong type.
        """
        known = [one.name for one in fields(GradingRules)]
        for name in plain:
            if name not in known:
                raise UnknownName("setting of grades", str(name), known)
        state = dict(plain)
        try:
            if "points" in state:
                state["points"] = {str(k): _number(v) for k, v in state["points"].items()}
            if "bands" in state:
                state["bands"] = tuple(Band(_number(s), _number(p)) for s, p in state["bands"])
            if "places" in state:
                state["places"] = tuple(map(_number, state["places"]))
            for name in ("elo0", "elo1", "alpha", "beta", "scale"):
                if name in state:
                    state[name] = _number(state[name])
        except (TypeError, ValueError, AttributeError):
            raise InvalidSetting("the settings of grades cannot be read") from None
        rules = GradingRules(**state)
        if (type(rules.pairs), type(rules.moves), type(rules.event)) != (int, int, str):
            raise InvalidSetting("the settings of grades cannot be read")
        return rules

    def check(self, baselines: Sequence[str]) -> None:
        """Refuses grading rules with invalid values, or with baselines the league does not have.

        Raises:
            EnrayaError: when a value is invalid; the message says which one and why.
        """
        _ = self.test  # its constructor checks elo0, elo1, alpha and beta
        for baseline in self.points:
            if baseline not in baselines:
                raise UnknownName("baseline", baseline, baselines)
        for name, value, least, most in (
            ("grading.pairs", self.pairs, 5, MOST_PAIRS),
            ("grading.moves", self.moves, 1, MOST_MOVES),
            ("grading.scale", self.scale, 0, MOST_POINTS),
        ):
            if not least <= value <= most:
                raise InvalidSetting(f"{name} must be from {least:,} to {most:,g}, not {value:g}")
        amounts = [*self.points.values(), *self.places, *(band.points for band in self.bands)]
        if not all(0 <= amount <= MOST_POINTS for amount in amounts):
            raise InvalidSetting(f"points must be from 0 to {MOST_POINTS:,.0f}")
        if not all(0 <= band.share <= 1 for band in self.bands):
            raise InvalidSetting("the share of a band must be from 0 to 100 %")
        if max(len(self.bands), len(self.places)) > MOST_LISTED:
            raise InvalidSetting(f"there can be at most {MOST_LISTED} bands, and as many places")


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise TypeError(value)
    return float(value)
