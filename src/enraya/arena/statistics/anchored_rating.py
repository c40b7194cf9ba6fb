"""Ratings on a scale that stays: some agents have fixed ratings, and beliefs help the others.

The model is that of `rating`, with two additions. An *anchor* is an agent whose rating is given, so
the ratings of the others mean the same at any time, with any agents. A *belief* is what is known
of an agent beside its games: that it is about as strong as another one, such as its earlier
version, or about as strong as a number says. Beliefs are wide, so a few games outweigh them; with
one for every agent, or a chain of them to one, every rating exists and has an interval.
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
    """What is believed about an agent before it has played."""

    agent: str
    elo: float
    """Its rating or, if it is compared with another agent, how much stronger it is."""
    error: float
    """The standard error of that."""
    than: str = ""
    """The other agent; empty if the rating itself is meant."""


def rate_points(
    points: Floats,
    agents: Sequence[str],
    anchors: Mapping[str, float],
    beliefs: Sequence[Belief],
    errors: Floats | None = None,
) -> Ratings:
    """The ratings of the agents, in their order; an anchor has the given one and no interval.

    Args:
        points: a square; cell (i, j) has the points that agent i took from agent j.
        agents: each once, the anchors among them.
        anchors: the ratings of the anchors in Elo.
        beliefs: at least one for each agent that is no anchor, perhaps through others.
        errors: how well the ratings of the anchors are known themselves: their covariance, in the
            order of the agents. It does not move any rating, but widens the intervals.

    Raises:
        InvalidSetting: when nothing is believed of an agent.

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
    """Anchors and beliefs as one prior, in units."""
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
        raise InvalidSetting("a rating needs an anchor or a belief about every agent") from None
    return Prior(centre, precision, is_free)


def _covariance(information: Floats, is_free: NDArray[np.bool_], errors: Floats | None) -> Floats:
    """The covariance of the ratings, in Elo squared, given that of the anchors."""
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
    """Whether the games alone set no bound above and below; without anchors none does."""
    reaches = reaches_of(points)
    known = np.flatnonzero(~prior.is_free)
    free = prior.is_free.tolist()
    return [
        (is_free and not reaches[known, agent].any(), is_free and not reaches[agent, known].any())
        for agent, is_free in enumerate(free)
    ]
