"""How grades are made: what the operator decides about them."""

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
    """Points for few mistakes."""

    share: float
    """The largest share of value-losing moves that earns them."""
    points: float


@dataclass(frozen=True, slots=True)
class GradingRules:
    """What earns points.

    >>> GradingRules(points={"level(3)": 2.0}).points_for("level(3)")
    2.0
    """

    points: Mapping[str, float] = field(default_factory=dict)
    """What beating each baseline earns; 1 point for one that is not named."""
    elo0: float = 0.0
    """A baseline is beaten when a sequential test finds elo1 rather than elo0, normalized."""
    elo1: float = 100.0
    alpha: float = 0.05
    beta: float = 0.05
    pairs: int = 100
    """After this many pairs a test ends undecided, and the baseline is not beaten."""
    bands: tuple[Band, ...] = (Band(0.05, 3.0), Band(0.1, 2.0), Band(0.2, 1.0))
    """Points for the share of value-losing moves against the baselines; the best band counts."""
    moves: int = 1000
    """How many moves must have been judged before the share counts."""
    event: str = ""
    """The event whose places earn points; empty for none."""
    places: tuple[float, ...] = ()
    """Points for the first place of that event, the second, and so on."""
    scale: float = 0.0
    """What full points are worth in the gradebook; 0 for the points themselves."""

    @property
    def test(self) -> Sprt:
        """The test that decides whether a baseline is beaten."""
        return Sprt(self.elo0, self.elo1, self.alpha, self.beta)

    def points_for(self, baseline: str) -> float:
        """What beating a baseline earns."""
        return self.points.get(baseline, 1.0)

    @property
    def most_for_share(self) -> float:
        """The points of the best band."""
        return max(band.points for band in self.bands)

    def points_for_share(self, share: float) -> float:
        """What a share of value-losing moves earns."""
        return max((band.points for band in self.bands if share <= band.share), default=0.0)

    def points_for_place(self, place: int) -> float:
        """What a place in the event earns, counted from 1."""
        return self.places[place - 1] if 1 <= place <= len(self.places) else 0.0

    def judges(self, rules: RuleSet) -> bool:
        """Whether moves of these rules are judged for a grade."""
        return bool(self.bands) and rules.name == "classic"

    def most_points(self, baselines: Sequence[str], rules: RuleSet) -> float:
        """The points of a team that does everything right."""
        total = sum(map(self.points_for, baselines))
        if self.judges(rules):
            total += self.most_for_share
        return total + (max(self.places, default=0.0) if self.event else 0.0)

    def to_object(self) -> dict[str, Any]:
        """The rules as plain values; `from_object` reads them back."""
        return asdict(self)

    @staticmethod
    def from_object(plain: Mapping[str, Any]) -> "GradingRules":
        """The rules from plain values; what is missing has its default.

        Raises:
            EnrayaError: with what is wrong.
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
        """Refuses rules that make no sense, or that name baselines the league does not have.

        Raises:
            EnrayaError: with the reason.
        """
        _ = self.test  # has checks of its own
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
            raise InvalidSetting(f"points are numbers from 0 to {MOST_POINTS:,.0f}")
        if not all(0 <= band.share <= 1 for band in self.bands):
            raise InvalidSetting("the share of a band is from 0 to 100 %")
        if max(len(self.bands), len(self.places)) > MOST_LISTED:
            raise InvalidSetting(f"at most {MOST_LISTED} bands and places earn points")


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise TypeError(value)
    return float(value)
