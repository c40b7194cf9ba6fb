"""How much is learned when two players play a pair of games, and which two to choose.

The information gain of a pair of games is by how much it is expected to reduce the sum of the
variances of all ratings. If S is their covariance and d the difference of two players' ratings, of
variance v, then games that hold the information w about d take w (S d)(S d)' / (1 + w v) from S.
One game holds p (1 - p) for the share p that is expected of a player. That is the density of a
logistic distribution at the difference; averaged over what the difference may be, it is that
of a wider one.
"""

from math import pi

import numpy as np
from numpy.typing import NDArray

from enraya.arena.statistics.bradley_terry import Floats, differences
from enraya.arena.statistics.elo import ELO_PER_UNIT, expected_shares
from enraya.league.rank.results import PAIR_GAMES

SHARE = 0.2
"""At most this share of a version's pairs is against one opponent, where it has enough of them."""
_LOGISTIC_VARIANCE = pi**2 / 3
_IMPOSSIBLE = -1.0


def expected_information(units: Floats, variances: Floats) -> Floats:
    """The expected information of one game about rating differences with these variances."""
    narrower = 1 / np.sqrt(1 + variances / _LOGISTIC_VARIANCE)
    chances = expected_shares(units * narrower)
    return np.asarray(narrower * chances * (1 - chances))


def expected_gain(elos: Floats, covariance: Floats) -> Floats:
    """Cell (i, j): by how much a pair of games between i and j should reduce the variances.

    Args:
        elos: the ratings.
        covariance: of the ratings, in Elo squared.

    Returns:
        The sum of what the variances lose, in Elo squared.
    """
    products = covariance @ covariance
    squares = np.diag(products)
    moved = squares[:, None] + squares[None, :] - 2 * products  # |S d|² for every d
    own = np.diag(covariance)
    variances = np.maximum(own[:, None] + own[None, :] - 2 * covariance, 0.0) / ELO_PER_UNIT**2
    per_game = expected_information(differences(elos / ELO_PER_UNIT), variances)
    weights = PAIR_GAMES * per_game
    return np.asarray(weights * moved / (1 + weights * variances) / ELO_PER_UNIT**2)


def with_pair(elos: Floats, covariance: Floats, one: int, other: int) -> Floats:
    """The covariance that is expected once two players have played a pair of games."""
    column = (covariance[:, one] - covariance[:, other]) / ELO_PER_UNIT
    variance = (column[one] - column[other]) / ELO_PER_UNIT
    gap = np.asarray((elos[one] - elos[other]) / ELO_PER_UNIT)
    weight = PAIR_GAMES * float(expected_information(gap, np.asarray(variance)))
    return np.asarray(covariance - weight / (1 + weight * variance) * np.outer(column, column))


def has_its_share(begun: NDArray[np.int64], is_baseline: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Cell (i, j): whether one more pair gives neither player too many games with the other.

    A baseline may play any number of them with the same version.
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
    """Which two players should play, by their places in these arrays, the lower first.

    Args:
        elos: the ratings of all who play.
        covariance: of the ratings, in Elo squared.
        begun: how many pairs of games each two of them have begun.
        is_baseline: who is a baseline; these do not play each other.
        most_pairs: that two players can play.
        is_unbounded: who has won or lost everything. Its rating stays uncertain whatever it
            plays, so it gets no more games than the others do on average.

    Returns:
        None when no two have a game left.
    """
    may = (begun < most_pairs) & ~np.eye(len(begun), dtype=bool)
    may &= ~np.outer(is_baseline, is_baseline)
    if not may.any():
        return None
    fair = may & has_its_share(begun, is_baseline)
    if is_unbounded is not None:
        pairs = begun.sum(axis=1)
        rests = is_unbounded & (pairs > pairs[~is_baseline].mean())
        fair &= ~(rests[:, None] | rests[None, :])
    gain = expected_gain(elos, covariance)
    gain[~(fair if fair.any() else may)] = _IMPOSSIBLE
    low, high = sorted(divmod(int(gain.argmax()), len(gain)))
    return low, high
