"""What the pairs of a match say about the difference in strength of two agents.

A pair scores 0, ¼, ½, ¾ or 1 per game. With the mean m and the variance v of that, over n pairs:

- logistic Elo is -400 log10(1/m - 1), the scale of `rating`;
- normalized Elo is (m - ½) / sqrt(2v) · 800 / ln 10, the difference in units of the noise of one
  game. It tells how many games it takes to see the difference, whatever the openings or the share
  of draws, which is why sequential tests use it.
"""

from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist

from enraya.arena.statistics.elo import (
    ELO_PER_UNIT,
    Z95,
    elo_of_share,
    share_of_elo,
    wilson_interval,
)
from enraya.arena.statistics.tally import Pentanomial, Tally

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Points per game of a pair, in the order of the counts."""
NORMALIZED_ELO = 2 * ELO_PER_UNIT
"""Normalized Elo of a mean one standard deviation of a game away from a half."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A difference in strength with its 95 % interval; an end may be infinite."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Moments:
    """How many pairs there are, their mean score per game, and its variance."""

    pairs: int
    mean: float
    variance: float

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.pairs)


def moments(counts: Pentanomial) -> Moments:
    """The moments of the pairs; there must be at least one."""
    pairs = sum(counts)
    weighted = list(zip(counts, SCORES, strict=True))
    mean = sum(n * score for n, score in weighted) / pairs
    variance = sum(n * (score - mean) ** 2 for n, score in weighted) / pairs
    return Moments(pairs, mean, variance)


def logistic_elo(counts: Pentanomial) -> Estimate:
    """The difference on the scale of the ratings.

    When all pairs ended alike, the interval is Wilson's for that many single trials.

    >>> estimate = logistic_elo((0, 0, 0, 0, 10))
    >>> estimate.elo, round(estimate.low), estimate.high
    (inf, 166, inf)
    """
    if not sum(counts):
        return Estimate(0.0, -inf, inf)
    seen = moments(counts)
    low, high = seen.mean - Z95 * seen.error, seen.mean + Z95 * seen.error
    if not seen.variance:
        low, high = wilson_interval(seen.mean, seen.pairs)
    return Estimate(elo_of_share(seen.mean), elo_of_share(low), elo_of_share(high))


def share_interval(tally: Tally) -> tuple[float, float]:
    """The 95 % interval of the share of points, from pairs of games."""
    estimate = logistic_elo(tally.pairs)
    return share_of_elo(estimate.low), share_of_elo(estimate.high)


def describe_score(tally: Tally) -> str:
    """What an agent scored, in one line.

    >>> from enraya.arena.statistics.tally import ResultCounts
    >>> describe_score(Tally(ResultCounts(4, 1, 0), ResultCounts(3, 0, 2), (0, 1, 1, 1, 2)))
    '7 wins, 1 draw, 2 losses: 75.0 % of the points (44.4 to 95.6 %), 90.0 % first, 60.0 % second'
    """
    total = tally.total
    low, high = share_interval(tally)
    return (
        f"{_counted(total.wins, 'win', 'wins')}, {_counted(total.draws, 'draw', 'draws')}, "
        f"{_counted(total.losses, 'loss', 'losses')}: {100 * total.share:.1f} % of the points "
        f"({100 * low:.1f} to {100 * high:.1f} %), {100 * tally.as_first.share:.1f} % first, "
        f"{100 * tally.as_second.share:.1f} % second"
    )


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def normalized_elo(counts: Pentanomial) -> Estimate:
    """The difference in units of the noise of a game.

    >>> estimate = normalized_elo((379, 10170, 21828, 10640, 343))
    >>> f"{estimate.elo:.2f} ± {estimate.high - estimate.elo:.2f}"
    '3.05 ± 2.31'
    """
    if not sum(counts):
        return Estimate(0.0, -inf, inf)
    seen = moments(counts)
    if not seen.variance:
        sign = (seen.mean > SCORES[2]) - (seen.mean < SCORES[2])
        return Estimate(sign * inf if sign else 0.0, -inf, inf)
    games = 2 * seen.pairs
    elo = (seen.mean - SCORES[2]) / sqrt(2 * seen.variance) * NORMALIZED_ELO
    margin = Z95 * NORMALIZED_ELO / sqrt(games)
    return Estimate(elo, elo - margin, elo + margin)


def superiority(counts: Pentanomial) -> float:
    """The likelihood that the agent is the stronger one; a half when nothing speaks for either.

    Pairs that all ended alike count as single trials, with both sides equally likely beforehand.
    """
    if not sum(counts):
        return 0.5
    seen = moments(counts)
    ahead = seen.mean - SCORES[2]
    if not seen.variance:
        odds = 0.5 ** (seen.pairs + 1)
        return 0.5 if not ahead else 1 - odds if ahead > 0 else odds
    return NormalDist().cdf(ahead / seen.error)
