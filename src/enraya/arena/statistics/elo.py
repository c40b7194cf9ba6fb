"""Elo, shares of points, and the difference in strength estimated from the pairs of a match.

An agent that is d Elo stronger is expected to score 1 / (1 + 10^(-d/400)) of the points. A pair of
games scores 0, ¼, ½, ¾ or 1 per game. With the mean m and the variance v of these scores:

- logistic Elo is -400 log10(1/m - 1), the scale of `rating`;
- normalized Elo is (m - ½) / sqrt(2v) · 800 / ln 10, the difference in units of the noise of one
  game. It determines how many games it takes to see the difference, whatever the openings or the
  share of draws, so sequential tests use it.
"""

from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from enraya.arena.statistics.tally import Pentanomial, Tally

ELO_PER_UNIT = 400 / log(10)
"""One unit of the logistic scale, in Elo."""
Z95 = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % interval extends to each side."""
_MOST_UNITS = 500
"""Differences are clipped to this, where a share is 0 or 1 in floating point."""
_ALMOST = 1e-12


def expected_shares(units: NDArray[np.float64]) -> NDArray[np.float64]:
    """The expected shares of points, given differences in units of the logistic scale."""
    return np.asarray(1 / (1 + np.exp(-np.clip(units, -_MOST_UNITS, _MOST_UNITS))))


def share_of_elo(elo: float) -> float:
    """The share of points expected of an agent that is ``elo`` stronger than its opponent.

    >>> share_of_elo(0), round(share_of_elo(400), 4), share_of_elo(inf)
    (0.5, 0.9091, 1.0)
    """
    return float(expected_shares(np.array(elo / ELO_PER_UNIT)))


def elo_of_share(share: float) -> float:
    """The difference in Elo at which this share of points is expected; may be infinite.

    >>> elo_of_share(0.5), round(elo_of_share(10 / 11)), elo_of_share(0)
    (0.0, 400, -inf)
    """
    if share <= _ALMOST:
        return -inf
    return inf if share >= 1 - _ALMOST else -400 * log10(1 / share - 1) + 0.0


def wilson_interval(share: float, trials: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share of successes in ``trials`` trials (Wilson 1927).

    >>> [round(end, 3) for end in wilson_interval(0.5, 100)]
    [0.404, 0.596]
    """
    whole = 1 + Z95**2 / trials
    middle = (share + Z95**2 / (2 * trials)) / whole
    margin = Z95 * sqrt(share * (1 - share) / trials + Z95**2 / (4 * trials**2)) / whole
    return middle - margin, middle + margin


SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The points per game for each entry of a `Pentanomial`."""
NORMALIZED_ELO = 2 * ELO_PER_UNIT
"""The normalized Elo of a mean score that is one standard deviation of a game above a half."""


@dataclass(frozen=True, slots=True)
class EloEstimate:
    """A difference in strength with its 95 % interval; an end may be infinite."""

    elo: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Moments:
    """The number of pairs of games, and the mean and variance of their scores per game."""

    pairs: int
    mean: float
    variance: float

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return sqrt(self.variance / self.pairs)


def moments(counts: Pentanomial) -> Moments:
    """The moments of these pairs, of which there must be at least one."""
    pairs = sum(counts)
    weighted = list(zip(counts, SCORES, strict=True))
    mean = sum(n * score for n, score in weighted) / pairs
    variance = sum(n * (score - mean) ** 2 for n, score in weighted) / pairs
    return Moments(pairs, mean, variance)


def logistic_elo(counts: Pentanomial) -> EloEstimate:
    """The difference in logistic Elo, the scale of the ratings, estimated from pairs of games.

    If all pairs had the same score, the interval is Wilson's, with each pair as one trial.

    >>> estimate = logistic_elo((0, 0, 0, 0, 10))
    >>> estimate.elo, round(estimate.low), estimate.high
    (inf, 166, inf)
    """
    if not sum(counts):
        return EloEstimate(0.0, -inf, inf)
    seen = moments(counts)
    low, high = seen.mean - Z95 * seen.error, seen.mean + Z95 * seen.error
    if not seen.variance:
        low, high = wilson_interval(seen.mean, seen.pairs)
    return EloEstimate(elo_of_share(seen.mean), elo_of_share(low), elo_of_share(high))


def share_interval(tally: Tally) -> tuple[float, float]:
    """The 95 % confidence interval of an agent's share of points, from its pairs of games."""
    estimate = logistic_elo(tally.pairs)
    return share_of_elo(estimate.low), share_of_elo(estimate.high)


def describe_score(tally: Tally) -> str:
    """An agent's results in one line: counts, share of points with its interval, and sides.

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


def normalized_elo(counts: Pentanomial) -> EloEstimate:
    """The difference in normalized Elo, estimated from pairs of games.

    >>> estimate = normalized_elo((379, 10170, 21828, 10640, 343))
    >>> f"{estimate.elo:.2f} ± {estimate.high - estimate.elo:.2f}"
    '3.05 ± 2.31'
    """
    if not sum(counts):
        return EloEstimate(0.0, -inf, inf)
    seen = moments(counts)
    if not seen.variance:
        sign = (seen.mean > SCORES[2]) - (seen.mean < SCORES[2])
        return EloEstimate(sign * inf if sign else 0.0, -inf, inf)
    games = 2 * seen.pairs
    elo = (seen.mean - SCORES[2]) / sqrt(2 * seen.variance) * NORMALIZED_ELO
    margin = Z95 * NORMALIZED_ELO / sqrt(games)
    return EloEstimate(elo, elo - margin, elo + margin)


def superiority(counts: Pentanomial) -> float:
    """The likelihood that the agent is stronger than its opponent; a half without any evidence.

    If all pairs had the same score, each counts as one trial, with a uniform prior on its outcome.
    """
    if not sum(counts):
        return 0.5
    seen = moments(counts)
    ahead = seen.mean - SCORES[2]
    if not seen.variance:
        odds = 0.5 ** (seen.pairs + 1)
        return 0.5 if not ahead else 1 - odds if ahead > 0 else odds
    return NormalDist().cdf(ahead / seen.error)
