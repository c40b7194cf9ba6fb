"""Ratings from the results of many agents, by the Bradley-Terry model.

A draw is half a win. The ratings are those that make the results most likely; they exist if any
two agents are connected by chains of points in both directions (Ford 1957). If not, because an
agent has won everything, lost everything or met no other, the agents fall into groups within which
they do exist. Each group is rated separately, and the groups are stacked from the one with the
highest share of points down: each is placed relative to those above it as if, besides their actual
games, the average agents of both had played one draw. Agents whose rating rests on such draws are
marked as unbounded.

So the differences within a group do not depend on how hopeless the other agents are.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from enraya.arena.statistics.bradley_terry import Floats, information_of, most_likely
from enraya.arena.statistics.elo import ELO_PER_UNIT, Z95, expected_shares
from enraya.arena.statistics.tally import GameResult, Tally, count, total_of

Unbounded = Literal["", "above", "below", "both"]
_SIDES: dict[tuple[bool, bool], Unbounded] = {
    (False, False): "", (True, False): "above", (False, True): "below", (True, True): "both",
}  # fmt: skip
_TOLERANCE = 1e-10


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong an agent is on the Elo scale, with its 95 % interval."""

    agent: str
    elo: float
    low: float
    high: float
    unbounded: Unbounded = ""
    """The sides on which the results alone set no bound to the rating; empty if there are none."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The ratings of all agents, with their covariance, which gives the errors of differences.

    >>> from enraya.arena.statistics.tally import ResultCounts
    >>> tally = Tally(ResultCounts(30, 0, 10), ResultCounts(30, 0, 10))
    >>> table = rate({("a", "b"): tally, ("b", "a"): ~tally}, ["a", "b"])
    >>> [f"{r.agent} {r.elo:.1f} ({r.low:.0f} to {r.high:.0f})" for r in table.ratings]
    ['a 95.4 (51 to 139)', 'b -95.4 (-139 to -51)']
    >>> round(table.superiority("a", "b"), 6)
    0.99999
    """

    ratings: tuple[Rating, ...]
    covariance: Floats
    """The covariance of the ratings, in Elo squared."""

    def difference(self, one: str, other: str) -> tuple[float, float]:
        """How much stronger ``one`` is than ``other`` in Elo, and the standard error."""
        places = {rating.agent: place for place, rating in enumerate(self.ratings)}
        i, j = places[one], places[other]
        variance = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return self.ratings[i].elo - self.ratings[j].elo, float(max(variance, 0.0)) ** 0.5

    def superiority(self, one: str, other: str) -> float:
        """The likelihood that ``one`` is stronger than ``other``."""
        difference, error = self.difference(one, other)
        return NormalDist().cdf(difference / error) if error else 0.5


def rate(tallies: Mapping[tuple[str, str], Tally], agents: Sequence[str]) -> Ratings:
    """The ratings of the agents, in the order given, with mean zero.

    Args:
        tallies: the result of `count`.
        agents: all agents, each once; those without games are rated as unbounded on both sides.
    """
    points = points_of(tallies, agents)
    reaches = reaches_of(points)
    groups = _groups(points, reaches)
    units, information = _stack(points, groups)
    largest = max(groups, key=len, default=np.empty(0, dtype=np.intp))
    frame = largest if len(largest) > 1 else np.arange(len(points))  # the rest is rated against it
    covariance = _covariance(information, frame) * ELO_PER_UNIT**2
    centred = units - (units.mean() if len(units) else 0.0)
    return ratings_of(agents, centred, covariance, _bounds(reaches, frame))


def ratings_of(
    agents: Sequence[str], units: Floats, covariance: Floats, bounds: Iterable[tuple[bool, bool]]
) -> Ratings:
    """The ratings in Elo with their 95 % intervals.

    Args:
        agents: the rated agents.
        units: their strengths, in units of the logistic scale.
        covariance: the covariance of the ratings, in Elo squared.
        bounds: whether each rating is unbounded above, and whether it is below.
    """
    elos = np.round(units * ELO_PER_UNIT, 6) + 0.0
    margins = Z95 * np.sqrt(np.diag(covariance))
    rows = zip(agents, elos.tolist(), margins.tolist(), bounds, strict=True)
    return Ratings(
        tuple(Rating(who, elo, elo - by, elo + by, _SIDES[open_]) for who, elo, by, open_ in rows),
        covariance,
    )


def points_of(tallies: Mapping[tuple[str, str], Tally], agents: Sequence[str]) -> Floats:
    """A matrix of points: cell (i, j) has the points that agent i took from agent j."""
    places = {agent: place for place, agent in enumerate(agents)}
    points = np.zeros((len(agents), len(agents)))
    for (one, other), tally in tallies.items():
        if one in places and other in places:
            points[places[one], places[other]] = tally.total.points
    return points


def reaches_of(points: Floats) -> NDArray[np.bool_]:
    """Which agents are connected: cell (i, j) is whether a chain of points leads from i to j.

    In such a chain agent i took points from a second agent, which took points from a third, and
    so on up to agent j. Every agent is connected with itself.
    """
    reaches = (points > 0) | np.eye(len(points), dtype=bool)
    for _ in range(len(points).bit_length()):
        reaches = reaches @ reaches
    return reaches


def _groups(points: Floats, reaches: NDArray[np.bool_]) -> list[NDArray[np.intp]]:
    """The groups of agents connected in both directions, by share of points, the highest first."""
    mutual = reaches & reaches.T
    groups = [np.flatnonzero(row) for place, row in enumerate(mutual) if row.argmax() == place]
    return sorted(groups, key=lambda group: -_share(points, group))


def _share(points: Floats, group: NDArray[np.intp]) -> float:
    won, lost = points[group].sum(), points[:, group].sum()
    return float(won / (won + lost)) if won + lost else 0.0


def _stack(points: Floats, groups: list[NDArray[np.intp]]) -> tuple[Floats, Floats]:
    """The strengths in units, and their Fisher information from the actual and assumed games.

    Games within a group tell about its agents, games between groups only about the groups' means.
    """
    units, information = np.zeros(len(points)), np.zeros_like(points)
    placed = np.empty(0, dtype=np.intp)
    for group in groups:
        inside = np.ix_(group, group)
        units[group] = most_likely(points[inside])
        information[inside] += information_of((points + points.T)[inside], units[group])
        if len(placed):
            middles = np.zeros(len(points))
            middles[group], middles[placed] = 1 / len(group), -1 / len(placed)
            known = _place(points, units, group, placed)
            information += known * np.outer(middles, middles)
        placed = np.concatenate([placed, group])
    return units, information


def _place(
    points: Floats, units: Floats, group: NDArray[np.intp], placed: NDArray[np.intp]
) -> float:
    """Shifts a group's strengths, in place, to fit its score against the agents already placed.

    Afterwards its expected score against them, one added draw included, equals its actual score.

    Returns:
        The Fisher information about that shift.
    """
    games = (points + points.T)[np.ix_(group, placed)].ravel()
    gaps = (units[group][:, None] - units[placed][None, :]).ravel()
    scored = points[np.ix_(group, placed)].sum() + 0.5
    games = np.append(games, 1)
    gaps = np.append(gaps, units[group].mean() - units[placed].mean())
    low, high = -gaps[-1] - _FAR, -gaps[-1] + _FAR
    while high - low > _TOLERANCE:
        shift = (low + high) / 2
        expected = (games * expected_shares(gaps + shift)).sum()
        low, high = (shift, high) if expected < scored else (low, shift)
    units[group] += shift
    chances = expected_shares(gaps + shift)
    return float((games * chances * (1 - chances)).sum())


_FAR = 1000.0
"""The limit of the search for a shift, in units: about 170,000 Elo, more than games can show."""


def _covariance(information: Floats, frame: NDArray[np.intp]) -> Floats:
    """The covariance of the strengths relative to the mean of the agents in ``frame``."""
    centred = np.eye(len(information))
    centred[:, frame] -= 1 / max(len(frame), 1)
    pinned = information + 1 / max(
        len(information), 1
    )  # fixes the mean, so that it can be inverted
    return np.asarray(centred @ np.linalg.inv(pinned) @ centred.T)


def _bounds(reaches: NDArray[np.bool_], frame: NDArray[np.intp]) -> list[tuple[bool, bool]]:
    """Whether the results leave each agent unbounded above, and below, relative to ``frame``."""
    found = []
    for agent in range(len(reaches)):
        rest = frame[frame != agent]
        found.append((not reaches[rest, agent].all(), not reaches[agent, rest].all()))
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """An agent's row in a ranking."""

    agent: str
    rating: Rating
    tally: Tally
    """The agent's results against all opponents together."""
    superiority: float | None
    """The likelihood that it is stronger than the next agent; None for the last."""


def standings(results: Iterable[GameResult], agents: Sequence[str]) -> list[Standing]:
    """The ranking that these games give, best agent first; agents without games are included.

    >>> games = [GameResult("a", "b", 2, 0, 20), GameResult("b", "a", 1, 0, 17)]
    >>> [(row.agent, row.tally.total.points) for row in standings(games, ["a", "b"])]
    [('b', 2.0), ('a', 0.0)]
    """
    return rank(count(results), agents)


def rank(tallies: dict[tuple[str, str], Tally], agents: Sequence[str]) -> list[Standing]:
    """The ranking, best agent first, from the tallies that `count` returns."""
    table = rate(tallies, agents)
    ranked = sorted(table.ratings, key=lambda rating: -rating.elo)
    following = [rating.agent for rating in ranked[1:]]
    return [
        Standing(
            rating.agent,
            rating,
            total_of(rating.agent, tallies),
            table.superiority(rating.agent, following[place]) if following[place:] else None,
        )
        for place, rating in enumerate(ranked)
    ]
