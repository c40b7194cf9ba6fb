"""The ratings of the players of a ladder, on a scale that its baselines fix.

The first baseline is rated `ORIGIN`. Every other one is rated by a fixed number of games against
the two listed before it, and is an anchor from then on: its games with teams do not change its
rating, and a baseline that joins later does not change the ratings of earlier ones. The prior
belief about a team's first version is that its rating is near those of the anchors; about each
later version, that it is about as strong as its predecessor.
"""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from enraya.arena.statistics.anchored_rating import Belief, rate_points
from enraya.arena.statistics.bradley_terry import Floats
from enraya.arena.statistics.rating import Ratings
from enraya.league.model.ladder import LadderPair, LadderPlayer
from enraya.league.rank.results import LadderResults

ORIGIN = 1000.0
"""The rating of the first baseline."""
CALIBRATION_PAIRS = 50
"""How many pairs a baseline plays against each of the two before it; its rating then has a
standard error of about 30 Elo."""
CALIBRATION_REACH = 2
BASELINE_ERROR = 400.0
FIRST_ERROR = 400.0
"""The standard deviation, in Elo, of the prior belief about a team's first version, around the
mean of the anchors: two thirds of them are expected to be nearer to it than this."""
VERSION_ERROR = 150.0
"""The standard deviation, in Elo, by which a new version is believed to differ from its
predecessor. Its first 95 % interval is about 600 Elo wide; ten even games outweigh it."""


class Anchors(NamedTuple):
    """The ratings of the baselines, which fix the scale."""

    elos: dict[int, float]
    """The ratings of the baselines, by place."""
    covariance: Floats
    """The covariance of these ratings, in Elo squared."""


def calibration_pairs(
    players: Sequence[LadderPlayer], most_pairs: int = CALIBRATION_PAIRS
) -> list[LadderPair]:
    """The pairs of games between baselines that fix their ratings, in the order of play.

    Args:
        players: all players of the ladder, by place.
        most_pairs: how many pairs two players play at most.
    """
    places = sorted(player.place for player in players if player.is_baseline)
    meetings = [
        (earlier, place)
        for at, place in enumerate(places)
        for earlier in places[max(0, at - CALIBRATION_REACH) : at]
    ]
    pairs = min(CALIBRATION_PAIRS, most_pairs)
    return [LadderPair(*both, number) for number in range(pairs) for both in meetings]


def find_anchors(players: Sequence[LadderPlayer], results: LadderResults) -> Anchors:
    """The ratings of the baselines; final once all `calibration_pairs` are played."""
    places = sorted(player.place for player in players if player.is_baseline)
    anchors = Anchors({}, np.zeros((0, 0)))
    for at, place in enumerate(places):
        if at == 0:
            anchors = Anchors({place: ORIGIN}, np.zeros((1, 1)))
            continue
        first = max(0, at - CALIBRATION_REACH)
        near = places[first : at + 1]
        names = list(map(str, near))
        table = rate_points(
            _calibration_points(near, results),
            names,
            {str(one): anchors.elos[one] for one in near[:-1]},
            [Belief(names[-1], 0.0, BASELINE_ERROR, than=names[-2])],
            anchors.covariance[first:, first:],
        )
        anchors.elos[place] = table.ratings[-1].elo
        anchors = Anchors(anchors.elos, _joined(anchors.covariance, table.covariance))
    return anchors


def _joined(earlier: Floats, latest: Floats) -> Floats:
    """The covariance of all anchors after a new one has joined.

    The covariance of the new anchor with those that it did not play follows from those it played.

    Args:
        earlier: the covariance of the earlier anchors.
        latest: the covariance of the anchors that the new one played and, in the last row and
            column, of the new one.
    """
    size, near = len(earlier), len(latest) - 1
    met = slice(size - near, size)
    moves_with = np.linalg.pinv(earlier[met, met]) @ latest[:near, near]
    joined = np.zeros((size + 1, size + 1))
    joined[:size, :size] = earlier
    joined[:size, size] = joined[size, :size] = earlier[:, met] @ moves_with
    joined[size, size] = latest[near, near]
    return joined


def _calibration_points(places: Sequence[int], results: LadderResults) -> Floats:
    points = np.zeros((len(places), len(places)))
    for i, one in enumerate(places):
        for j, other in enumerate(places[:i]):
            for played in islice(results.meeting(one, other), CALIBRATION_PAIRS):
                if played is not None:
                    points[i, j] += played.points_of(one)
                    points[j, i] += played.points_of(other)
    return points


def rate_players(
    players: Sequence[LadderPlayer], results: LadderResults, anchors: Anchors | None = None
) -> Ratings:
    """The ratings of all players, by place.

    Args:
        players: all players of the ladder, by place.
        results: of the ladder.
        anchors: the ratings of the baselines; computed from the results if not given.
    """
    results.make_room(len(players))
    anchors = anchors or find_anchors(players, results)
    names = [str(player.place) for player in players]
    middle = sum(anchors.elos.values()) / len(anchors.elos)
    return rate_points(
        results.points,
        names,
        {str(place): elo for place, elo in anchors.elos.items()},
        [_belief_about(player, middle) for player in players if not player.is_baseline],
        anchors.covariance,
    )


def _belief_about(player: LadderPlayer, middle: float) -> Belief:
    """The prior belief about a version's rating; ``middle`` is the mean rating of the anchors."""
    if player.predecessor is None:
        return Belief(str(player.place), middle, FIRST_ERROR)
    return Belief(str(player.place), 0.0, VERSION_ERROR, than=str(player.predecessor))


def without_uncertainty(anchors: Anchors) -> Anchors:
    """The same anchors with their ratings taken as exact: with a covariance of zero."""
    return Anchors(anchors.elos, np.zeros_like(anchors.covariance))
