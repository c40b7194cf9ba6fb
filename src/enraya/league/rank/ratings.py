"""How strong the players of a ladder are, on a scale that its baselines hold.

The first baseline is at `ORIGIN`. Every other one is rated once, by a fixed number of games against
the two listed before it, and is an anchor from then on: its games with teams do not move it, and a
baseline that joins later does not move the earlier ones. A team's first version is believed to
be somewhere near the anchors; each later one to be about as strong as its predecessor.
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
"""How many pairs fix a baseline against each of the two before it, to about 30 Elo (1 s.e.)."""
CALIBRATION_REACH = 2
BASELINE_ERROR = 400.0
FIRST_ERROR = 400.0
"""What is believed of a first version: two in three are less than this from the anchors' mean."""
VERSION_ERROR = 150.0
"""How much a new version differs from its predecessor, as a standard deviation: the wide interval
with which it starts is about 600 Elo, as far as ten even games outweigh."""


class Anchors(NamedTuple):
    """The baselines as fixed points of the scale."""

    elos: dict[int, float]
    """Their ratings, by place."""
    covariance: Floats
    """How well these are known, in Elo squared."""


def calibration_pairs(
    players: Sequence[LadderPlayer], most_pairs: int = CALIBRATION_PAIRS
) -> list[LadderPair]:
    """The pairs of games between baselines that make them anchors, in the order of play.

    Args:
        players: all of them, by place.
        most_pairs: that two players can play.
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
    """The covariance of all anchors when one joins.

    What it shares with anchors that it did not meet goes by way of those it met.

    Args:
        earlier: the covariance of the earlier anchors.
        latest: that of the anchors it met and, in the last place, of itself.
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
        players: all of them, by place.
        results: of the ladder.
        anchors: the ratings of the baselines, if they are known; else they follow from the results.
    """
    results.reach(len(players))
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
    """What is thought of a version before its first game."""
    if player.predecessor is None:
        return Belief(str(player.place), middle, FIRST_ERROR)
    return Belief(str(player.place), 0.0, VERSION_ERROR, than=str(player.predecessor))


def exact(anchors: Anchors) -> Anchors:
    """The same anchors as if nothing were uncertain about them."""
    return Anchors(anchors.elos, np.zeros_like(anchors.covariance))
