"""Elo and shares of points, and how sure one can be of a share.

An agent that is d Elo stronger is expected to score 1 / (1 + 10^(-d/400)) of the points.
"""

from math import inf, log, log10, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

ELO_PER_UNIT = 400 / log(10)
"""One unit of the logistic scale, in Elo."""
Z95 = NormalDist().inv_cdf(0.975)
"""Standard errors on each side of a 95 % interval."""
_MOST_UNITS = 500
"""Further out a share is 0 or 1 in floating point."""
_ALMOST = 1e-12


def expected_shares(units: NDArray[np.float64]) -> NDArray[np.float64]:
    """The shares of points expected for differences in units of the logistic scale."""
    return np.asarray(1 / (1 + np.exp(-np.clip(units, -_MOST_UNITS, _MOST_UNITS))))


def share_of_elo(elo: float) -> float:
    """The share of points expected of an agent that is this much stronger.

    >>> share_of_elo(0), round(share_of_elo(400), 4), share_of_elo(inf)
    (0.5, 0.9091, 1.0)
    """
    return float(expected_shares(np.array(elo / ELO_PER_UNIT)))


def elo_of_share(share: float) -> float:
    """How much stronger an agent with this expected share of points is; may be infinite.

    >>> elo_of_share(0.5), round(elo_of_share(10 / 11)), elo_of_share(0)
    (0.0, 400, -inf)
    """
    if share <= _ALMOST:
        return -inf
    return inf if share >= 1 - _ALMOST else -400 * log10(1 / share - 1) + 0.0


def wilson_interval(share: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share of successes in some trials (Wilson 1927).

    >>> [round(end, 3) for end in wilson_interval(0.5, 100)]
    [0.404, 0.596]
    """
    whole = 1 + Z95**2 / trials
    middle = (share + Z95**2 / (2 * trials)) / whole
    margin = Z95 * sqrt(share * (1 - share) / trials + Z95**2 / (4 * trials**2)) / whole
    return middle - margin, middle + margin
