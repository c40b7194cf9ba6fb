"""Which pair of games the ladder plays next.

Three kinds of pairs take turns: pairs that fix the ratings of the baselines, pairs that grades
need, and pairs that reduce the uncertainty of the ratings most. No kind has to wait until another
is finished.
"""

from collections import deque
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from enraya.arena.statistics.rating import Ratings
from enraya.league.model.ladder import LadderPair, LadderPlayer
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.evidence import Examination
from enraya.league.rank.information_gain import most_informative, with_pair
from enraya.league.rank.ratings import (
    calibration_pairs,
    find_anchors,
    rate_players,
    without_uncertainty,
)
from enraya.league.rank.results import LadderResults

STALE = 0.01
"""Ratings are recomputed once more than this share of all pairs was played since the last time."""


class PairChooser:
    """Chooses the pairs that the ladder plays, one after another.

    Args:
        settings: of the league.
        results: the pairs played so far; the caller adds later ones to the same object.
        openings: how many openings there are: two players never play two pairs from the same one.
    """

    def __init__(self, settings: LeagueSettings, results: LadderResults, openings: int) -> None:
        self.results = results
        self._examination = Examination.of(settings, results, openings)
        self._most_pairs = self._examination.most_pairs
        self._kinds = deque([self._to_calibrate, self._for_a_grade, self._most_informative])
        self._complete: set[int] = set()
        self._rated: Ratings | None = None
        self._rated_pairs, self._rated_players = 0, 0

    def next(
        self, players: Sequence[LadderPlayer], open_pairs: Collection[LadderPair]
    ) -> LadderPair | None:
        """The pair to play next; None when every two players have played all their pairs.

        Args:
            players: all players of the ladder, by place.
            open_pairs: the pairs that are being played now.
        """
        for _ in range(len(self._kinds)):
            choose = self._kinds[0]
            self._kinds.rotate(-1)
            if (pair := choose(players, open_pairs)) is not None:
                return pair
        return None

    def _to_calibrate(
        self, players: Sequence[LadderPlayer], open_pairs: Collection[LadderPair]
    ) -> LadderPair | None:
        """A pair of games between baselines whose ratings are not fixed yet, if there is one."""
        for pair in calibration_pairs(players, self._most_pairs):
            if not self.results.has(pair) and pair not in open_pairs:
                return pair
        return None

    def _for_a_grade(
        self, players: Sequence[LadderPlayer], open_pairs: Collection[LadderPair]
    ) -> LadderPair | None:
        """A pair that a grade needs, if any; first of versions with few games against baselines."""
        active = [player for player in players if player.is_active]
        baselines = [player for player in active if player.is_baseline]
        shown = self._begun(players, open_pairs)[:, [one.place for one in baselines]].sum(axis=1)
        versions = [player for player in active if not player.is_baseline]
        for player in sorted(versions, key=lambda player: int(shown[player.place])):
            if player.place in self._complete:
                continue
            pair = self._examination.missing_pair(player, baselines, open_pairs)
            if pair is not None:
                return pair
            if not any(player.place in pair[:2] for pair in open_pairs):
                self._complete.add(player.place)
        return None

    def _begun(
        self, players: Sequence[LadderPlayer], open_pairs: Collection[LadderPair]
    ) -> NDArray[np.int64]:
        """A matrix: cell (i, j) is how many pairs players i and j have played or are playing."""
        self.results.make_room(len(players))
        begun = self.results.begun.copy()
        for one, other, _ in open_pairs:
            begun[one, other] += 1
            begun[other, one] += 1
        return begun

    def _most_informative(
        self, players: Sequence[LadderPlayer], open_pairs: Collection[LadderPair]
    ) -> LadderPair | None:
        """The pair of games between active players expected to reduce rating uncertainty most."""
        ratings = self._ratings(players)
        elos = np.array([rating.elo for rating in ratings.ratings])
        covariance = ratings.covariance
        for one, other, _ in open_pairs:
            covariance = with_pair(elos, covariance, one, other)
        active = np.array([player.place for player in players if player.is_active], dtype=np.intp)
        chosen = most_informative(
            elos[active],
            covariance[np.ix_(active, active)],
            self._begun(players, open_pairs)[np.ix_(active, active)],
            np.array([players[place].is_baseline for place in active], dtype=bool),
            self._most_pairs,
            np.array([bool(ratings.ratings[place].unbounded) for place in active], dtype=bool),
        )
        if chosen is None:
            return None
        one, other = (int(active[at]) for at in chosen)
        return LadderPair(one, other, self.results.next_number(one, other, open_pairs))

    def _ratings(self, players: Sequence[LadderPlayer]) -> Ratings:
        """The ratings, recomputed when there are new players or enough new results."""
        news = len(self.results.played) - self._rated_pairs
        is_fresh = len(players) == self._rated_players and news <= STALE * len(self.results.played)
        if self._rated is None or not is_fresh:
            # Games of versions cannot make anchors more certain, so their uncertainty is left out.
            anchors = without_uncertainty(find_anchors(players, self.results))
            self._rated = rate_players(players, self.results, anchors)
            self._rated_pairs, self._rated_players = len(self.results.played), len(players)
        return self._rated
