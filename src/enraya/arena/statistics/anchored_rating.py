"""Ratings on a fixed scale: anchors have given ratings, and beliefs are priors for the others.

The model is that of `rating`, with two additions. An *anchor* is an agent whose rating is given, so
ratings mean the same at any time and whoever else takes part. A *belief* is a prior about an
agent's strength: that it has about a given rating, or is about as strong as another agent, such as
its earlier version. Beliefs are wide, so a few games outweigh them. If each agent has a belief
about its rating, or a chain of beliefs connects it with an agent that has one or with an anchor,
every rating exists and has an interval.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from enraya.arena.statistics.bradley_terry import Floats, Prior, information_of, most_likely
from enraya.arena.statistics.elo import ELO_PER_UNIT
from enraya.arena.statistics.rating import Ratings, ratings_of, reaches_of
from enraya.errors import InvalidSetting


@dataclass(frozen=True, slots=True)
class Belief:
    """What is believed about an agent's strength before it has played."""

    agent: str
    elo: float
    """The agent's rating or, if ``than`` names another agent, how much stronger it is than that."""
    error: float
    """The standard error of ``elo``."""
    than: str = ""
    """The agent to compare with; empty if ``elo`` is a rating."""


def rate_points(
    points: Floats,
    agents: Sequence[str],
    anchors: Mapping[str, float],
    beliefs: Sequence[Belief],
    errors: Floats | None = None,
) -> Ratings:
    """The ratings of the agents, in the order given; an anchor keeps its given rating.

    Args:
        points: a square matrix; cell (i, j) has the points that agent i took from agent j.
        agents: all agents, each once, including the anchors.
        anchors: the ratings of the anchors in Elo.
        beliefs: enough to give every agent that is not an anchor a prior, either directly or
            through other agents.
        errors: the covariance of the anchors' ratings, in Elo squared and in the order of the
            agents. It changes no rating, but widens the intervals; without it, the interval of
            an anchor is its rating.

    Raises:
        InvalidSetting: when there is no prior for an agent.

    >>> points = np.array([[0, 60], [20, 0]])
    >>> ratings = rate_points(points, ["a", "b"], {"b": 1000.0}, [Belief("a", 1000, 1e9)]).ratings
    >>> [f"{r.agent} {r.elo:.0f} ({r.low:.0f} to {r.high:.0f})" for r in ratings]
    ['a 1191 (1103 to 1279)', 'b 1000 (1000 to 1000)']
    """
    prior = _prior(agents, anchors, beliefs)
    units = most_likely(points, prior)
    information = information_of(points + points.T, units) + prior.precision
    covariance = _covariance(information, prior.is_free, errors)
    return ratings_of(agents, units, covariance, _bounds(points, prior))


def _prior(agents: Sequence[str], anchors: Mapping[str, float], beliefs: Sequence[Belief]) -> Prior:
    """The anchors and beliefs as one prior, in units of the logistic scale."""
    places = {agent: place for place, agent in enumerate(agents)}
    size = len(agents)
    is_free = np.array([agent not in anchors for agent in agents], dtype=bool)
    precision, pull = np.zeros((size, size)), np.zeros(size)
    for belief in beliefs:
        one, weight = places[belief.agent], (ELO_PER_UNIT / belief.error) ** 2
        precision[one, one] += weight
        pull[one] += weight * belief.elo / ELO_PER_UNIT
        if belief.than:
            other = places[belief.than]
            precision[other, other] += weight
            precision[[one, other], [other, one]] -= weight
            pull[other] -= weight * belief.elo / ELO_PER_UNIT
    centre = np.array([anchors.get(agent, 0.0) for agent in agents]) / ELO_PER_UNIT
    fixed = precision[np.ix_(is_free, ~is_free)] @ centre[~is_free]
    inside = np.ix_(is_free, is_free)
    try:
        centre[is_free] = np.linalg.solve(precision[inside], pull[is_free] - fixed)
    except np.linalg.LinAlgError:
        raise InvalidSetting("every agent needs a fixed rating or a belief about it") from None
    return Prior(centre, precision, is_free)


def _covariance(information: Floats, is_free: NDArray[np.bool_], errors: Floats | None) -> Floats:
    """The covariance of all ratings, in Elo squared; ``errors`` is that of the anchors."""
    free, fixed = np.flatnonzero(is_free), np.flatnonzero(~is_free)
    covariance = np.zeros_like(information)
    inverse = np.linalg.inv(information[np.ix_(free, free)])
    covariance[np.ix_(free, free)] = inverse * ELO_PER_UNIT**2
    if errors is not None:
        moves_with = -inverse @ information[np.ix_(free, fixed)]
        carried = moves_with @ errors
        covariance[np.ix_(fixed, fixed)] = errors
        covariance[np.ix_(free, fixed)] = carried
        covariance[np.ix_(fixed, free)] = carried.T
        covariance[np.ix_(free, free)] += carried @ moves_with.T
    return covariance


def _bounds(points: Floats, prior: Prior) -> list[tuple[bool, bool]]:
    """Whether the games alone leave each agent's rating unbounded above, and below.

    Anchors are bounded; without an anchor, every agent is unbounded on both sides.
    """
    reaches = reaches_of(points)
    known = np.flatnonzero(~prior.is_free)
    free = prior.is_free.tolist()
    return [
        (is_free and not reaches[known, agent].any(), is_free and not reaches[agent, known].any())
        for agent, is_free in enumerate(free)
    ]
