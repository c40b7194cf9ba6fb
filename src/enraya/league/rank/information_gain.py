"""How much a pair of games between two players reduces uncertainty, and which two to choose.

The information gain of a pair of games is how much it is expected to reduce the sum of the
variances of all ratings. Let S be the covariance of the ratings, d the vector with 1 and -1 at the
two players, and v the variance of the difference of their ratings. Games with Fisher information w
about this difference then reduce S by w (S d)(S d)' / (1 + w v). One game has the information
p (1 - p), where p is a player's expected share of the points. As a function of the difference this
is the density of a logistic distribution; averaged over the uncertainty of the difference, it is
approximately the density of a wider one.
"""

from math import pi

import numpy as np
from numpy.typing import NDArray

from enraya.arena.statistics.bradley_terry import Floats, differences
from enraya.arena.statistics.elo import ELO_PER_UNIT, expected_shares
from enraya.league.rank.results import PAIR_GAMES

SHARE = 0.2
"""At most this share of a version's pairs is against one opponent, if there are enough others."""
_LOGISTIC_VARIANCE = pi**2 / 3
_IMPOSSIBLE = -1.0


def expected_information(units: Floats, variances: Floats) -> Floats:
    """The expected Fisher information of a game about the difference of two players' ratings.

    Args:
        units: the estimated differences.
        variances: the variances of these estimates, in the same units, squared.
    """
    narrower = 1 / np.sqrt(1 + variances / _LOGISTIC_VARIANCE)
    chances = expected_shares(units * narrower)
    return np.asarray(narrower * chances * (1 - chances))


def expected_gain(elos: Floats, covariance: Floats) -> Floats:
    """The information gain of a pair of games between every two players.

    Args:
        elos: the ratings.
        covariance: of the ratings, in Elo squared.

    Returns:
        A matrix: cell (i, j) is by how much a pair of games between players i and j should reduce
        the sum of the variances, in Elo squared.
    """
    products = covariance @ covariance
    squares = np.diag(products)
    moved = squares[:, None] + squares[None, :] - 2 * products  # |S d|² for each two players
    own = np.diag(covariance)
    variances = np.maximum(own[:, None] + own[None, :] - 2 * covariance, 0.0) / ELO_PER_UNIT**2
    per_game = expected_information(differences(elos / ELO_PER_UNIT), variances)
    weights = PAIR_GAMES * per_game
    return np.asarray(weights * moved / (1 + weights * variances) / ELO_PER_UNIT**2)


def with_pair(elos: Floats, covariance: Floats, one: int, other: int) -> Floats:
    """The covariance of the ratings to expect after two players have played a pair of games."""
    column = (covariance[:, one] - covariance[:, other]) / ELO_PER_UNIT
    variance = (column[one] - column[other]) / ELO_PER_UNIT
    gap = np.asarray((elos[one] - elos[other]) / ELO_PER_UNIT)
    weight = PAIR_GAMES * float(expected_information(gap, np.asarray(variance)))
    return np.asarray(covariance - weight / (1 + weight * variance) * np.outer(column, column))


def has_fair_share(begun: NDArray[np.int64], is_baseline: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Whether two players may play one more pair without playing each other too often.

    Returns:
        A matrix: cell (i, j) is whether neither player's share of pairs against the other exceeds
        `SHARE`. With few opponents the bound is larger, and baselines have none.
    """
    opponents = len(begun) - 1
    share = max(SHARE, 2 / max(opponents, 1))
    within = (begun <= share * begun.sum(axis=1)[:, None]) | is_baseline[:, None]
    return np.asarray(within & within.T)


def most_informative(
    elos: Floats,
    covariance: Floats,
    begun: NDArray[np.int64],
    is_baseline: NDArray[np.bool_],
    most_pairs: int,
    is_unbounded: NDArray[np.bool_] | None = None,
) -> tuple[int, int] | None:
    """The two players with the largest information gain, by their indices, the lower first.

    Args:
        elos: the ratings of the active players.
        covariance: of the ratings, in Elo squared.
        begun: how many pairs of games each two players have begun.
        is_baseline: which players are baselines; these do not play each other.
        most_pairs: how many pairs two players play at most.
        is_unbounded: which players have won or lost all their games. Their ratings stay uncertain
            whatever they play, so they get no more pairs than the average version.

    Returns:
        The indices; None when no two players have a pair left to play.
    """
    may = (begun < most_pairs) & ~np.eye(len(begun), dtype=bool)
    may &= ~np.outer(is_baseline, is_baseline)
    if not may.any():
        return None
    fair = may & has_fair_share(begun, is_baseline)
    if is_unbounded is not None:
        pairs = begun.sum(axis=1)
        rests = is_unbounded & (pairs > pairs[~is_baseline].mean())
        fair &= ~(rests[:, None] | rests[None, :])
    gain = expected_gain(elos, covariance)
    gain[~(fair if fair.any() else may)] = _IMPOSSIBLE
    low, high = sorted(divmod(int(gain.argmax()), len(gain)))
    return low, high
