"""The Bradley-Terry model: agents' strengths estimated from points, in units of the logistic scale.

An agent that is u units stronger is expected to take 1 / (1 + e^-u) of the points. `points` is
always a square matrix: cell (i, j) has the points that agent i took from agent j. What is known
apart from the games is a `Prior`: its log density is -½ (u - centre)' precision (u - centre).
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
    """What is known about the agents' strengths apart from the games."""

    centre: Floats
    """The most likely strengths before any game, in units; the search starts there."""
    precision: Floats
    """The precision matrix: the inverse of the prior's covariance, per unit squared."""
    is_free: NDArray[np.bool_]
    """Whether each agent's strength is estimated; otherwise it is fixed at the centre."""


def most_likely(points: Floats, prior: Prior | None = None) -> Floats:
    """The strengths with the greatest likelihood or, given a prior, the greatest posterior density.

    Without a prior, any two agents must be connected by chains of points in both directions; the
    strengths then have mean zero. With a prior, it and the fixed strengths must constrain every
    free agent. The method is Newton's; a step that makes things worse is halved.
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
    """A prior that only sets the mean strength to zero: games say nothing about the mean."""
    return Prior(np.zeros(size), np.full((size, size), 1 / max(size, 1)), np.ones(size, dtype=bool))


def differences(units: Floats) -> Floats:
    """The differences in strength: cell (i, j) is how much stronger agent i is than agent j."""
    return np.asarray(units[:, None] - units[None, :])


def information_of(games: Floats, units: Floats) -> Floats:
    """The Fisher information of the games about the strengths, as a matrix.

    Args:
        games: cell (i, j) has the number of games between i and j.
        units: the strengths at which it is evaluated.
    """
    chances = expected_shares(differences(units))
    weights = games * chances * (1 - chances)
    return np.asarray(np.diag(weights.sum(axis=1)) - weights)


def _height(points: Floats, units: Floats, prior: Prior) -> float:
    """The logarithm of the posterior density, up to a constant: log-likelihood plus log prior."""
    off = units - prior.centre
    return float(
        -(points * np.logaddexp(0, -differences(units))).sum() - off @ prior.precision @ off / 2
    )
