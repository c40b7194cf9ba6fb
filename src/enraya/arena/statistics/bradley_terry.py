"""The model of Bradley and Terry: what points say about strengths, in units of the logistic scale.

An agent that is u units stronger is expected to take 1 / (1 + e^-u) of the points. `points` is
always a square: cell (i, j) has the points that agent i took from agent j. What is known beside
the games is a `Prior`: the logarithm of its density is -½ (u - centre)' precision (u - centre).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from enraya.arena.statistics.elo import expected_shares

Floats = NDArray[np.float64]
_TOLERANCE = 1e-10
_MOST_STEPS = 200


@dataclass(frozen=True, slots=True)
class Prior:
    """What is known about the strengths beside the games."""

    centre: Floats
    """The most likely strengths without any game, in units; also where the search starts."""
    precision: Floats
    """How firmly that is believed: the inverse of a covariance, in units."""
    is_free: NDArray[np.bool_]
    """Whether each agent's strength is to be found; the others have theirs from the centre."""


def most_likely(points: Floats, prior: Prior | None = None) -> Floats:
    """The strengths that make the points most likely: Newton's method with halved steps.

    Without a prior they exist where any two agents can be compared through a chain of points, and
    have mean zero. With one, it and the known agents must say something about each free agent.
    """
    games = points + points.T
    known = _level(len(points)) if prior is None else prior
    units, free = known.centre.copy(), known.is_free
    height = _height(points, units, known)
    inside = np.ix_(free, free)
    for _ in range(_MOST_STEPS if free.any() else 0):
        slope = points.sum(axis=1) - (games * expected_shares(differences(units))).sum(axis=1)
        slope -= known.precision @ (units - known.centre)
        bend = information_of(games, units) + known.precision
        step = np.zeros(len(points))
        step[free] = np.linalg.solve(bend[inside], slope[free])
        while (new := _height(points, units + step, known)) < height:
            if abs(step).max() <= _TOLERANCE:
                break
            step /= 2
        units, height = units + step, max(new, height)
        if abs(step).max() <= _TOLERANCE:
            break
    return units


def _level(size: int) -> Prior:
    """A prior that only sets the mean to zero, about which games say nothing."""
    return Prior(np.zeros(size), np.full((size, size), 1 / max(size, 1)), np.ones(size, dtype=bool))


def differences(units: Floats) -> Floats:
    """Cell (i, j): how much stronger agent i is than agent j."""
    return np.asarray(units[:, None] - units[None, :])


def information_of(games: Floats, units: Floats) -> Floats:
    """What the games say about the strengths: the negative second derivatives of the likelihood.

    Args:
        games: cell (i, j) has the number of games between i and j.
        units: the strengths at which to look.
    """
    chances = expected_shares(differences(units))
    weights = games * chances * (1 - chances)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _height(points: Floats, units: Floats, prior: Prior) -> float:
    """The logarithm of the likelihood times the prior."""
    off = units - prior.centre
    return float(
        -(points * np.logaddexp(0, -differences(units))).sum() - off @ prior.precision @ off / 2
    )
