"""What a version has proved against the baselines, and which games it still needs.

Only games against baselines count for a grade, in an order that is fixed beforehand: a test takes
the pairs against its baseline in the order of their numbers and stops as soon as it is decided;
moves are judged in rounds of one pair against every baseline, until enough are judged. From then on
no further games can change the result.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import NO_PAIRS, Pentanomial
from enraya.league.model.grading_rules import GradingRules
from enraya.league.model.ladder import LadderPair, LadderPlayer
from enraya.league.model.settings import LeagueSettings
from enraya.league.rank.results import LadderResults, PlayedPair

TestState = Literal["beaten", "not beaten", "undecided", "running"]
"""The state of a test against a baseline; ``undecided`` is final too, and earns nothing."""


@dataclass(frozen=True, slots=True)
class BaselineTest:
    """The sequential test of a version against a baseline."""

    baseline: str
    state: TestState
    counts: Pentanomial
    """The results of the pairs up to the one that decided the test, or of all so far."""
    llr: float
    left: int
    """How many more pairs the test could take; only meaningful while it is running."""

    @property
    def pairs(self) -> int:
        """How many pairs the test has taken so far."""
        return sum(self.counts)

    @property
    def is_final(self) -> bool:
        """Whether further games cannot change the result."""
        return self.state != "running"


class JudgedPair(NamedTuple):
    """How many moves a version chose in a pair of games, and how many of them lost value."""

    moves: int
    losing: int
    """How many of the moves gave a win or a draw away."""


@dataclass(frozen=True, slots=True)
class JudgedMoves:
    """A version's moves against the baselines, judged in rounds until there are enough."""

    rounds: int
    """How many pairs against each baseline are counted."""
    moves: int
    losing: int
    is_final: bool
    """Whether there are as many moves as the grading rules require, or no more can be played."""

    @property
    def share(self) -> float:
        """The share of value-losing moves; 0 if there are no moves yet."""
        return self.losing / self.moves if self.moves else 0.0


@dataclass(frozen=True, slots=True)
class Examination:
    """What versions must prove against the baselines, and the results to prove it with."""

    rules: GradingRules
    results: LadderResults
    most_pairs: int
    """How many pairs two players play at most."""
    judges: bool
    """Whether the league judges moves for grades."""

    @staticmethod
    def of(settings: LeagueSettings, results: LadderResults, openings: int) -> "Examination":
        """The examination for a league with these settings, results and number of openings."""
        rules = settings.grading_rules
        judges = rules.judges(settings.rule_set)
        return Examination(rules, results, settings.most_pairs(openings), judges)

    def test(self, player: LadderPlayer, baseline: LadderPlayer) -> BaselineTest:
        """The sequential test of whether a version has beaten a baseline, on the games so far."""
        met = list(self.results.meeting(player.place, baseline.place))
        counted = [int(2 * pair.points_of(player.place)) for pair in met if pair is not None]
        scores = tuple(counted[: self.rules.pairs])
        left = min(self.rules.pairs - len(scores), self.most_pairs - len(met))
        return _decide(baseline.name, scores, self.rules.test, left)

    def sum_rounds(
        self,
        player: LadderPlayer,
        baselines: Sequence[LadderPlayer],
        judged: Callable[[PlayedPair], JudgedPair | None],
    ) -> JudgedMoves:
        """The version's judged moves, counted round by round.

        Counting stops when there are enough moves, or at a round with a game not judged yet.

        Args:
            player: the version.
            baselines: all baselines of the league.
            judged: returns the version's judged moves in a pair, None if they are not judged yet.
        """
        moves = losing = rounds = 0
        meetings = [self.results.meeting(player.place, one.place) for one in baselines]
        for pairs in zip(*meetings, strict=False):
            if moves >= self.rules.moves:
                break
            found = [judged(played) for played in pairs if played is not None]
            if None in found:
                break
            rounds += 1
            moves += sum(pair.moves for pair in found if pair)
            losing += sum(pair.losing for pair in found if pair)
        is_final = moves >= self.rules.moves or rounds >= self.most_pairs
        return JudgedMoves(rounds, moves, losing, is_final)

    def missing_pair(
        self,
        player: LadderPlayer,
        baselines: Sequence[LadderPlayer],
        open_pairs: Collection[LadderPair],
    ) -> LadderPair | None:
        """The next pair against a baseline that the grade of a version still needs, if any.

        Args:
            player: the version.
            baselines: all baselines of the league.
            open_pairs: the pairs that are being played now.
        """

        def counted(played: PlayedPair) -> JudgedPair:
            return JudgedPair(played.moves_of(player.place), 0)  # as if it were judged already

        rounds = 0
        if self.judges:
            judged = self.sum_rounds(player, baselines, counted)
            rounds = judged.rounds + (not judged.is_final)
        found = []
        for baseline in baselines:
            one, other = sorted((player.place, baseline.place))
            number = self.results.next_number(one, other, open_pairs)
            is_needed = number < rounds or not self.test(player, baseline).is_final
            if number < self.most_pairs and is_needed:
                found.append(LadderPair(one, other, number))
        return min(found, key=lambda pair: pair.number, default=None)


@lru_cache(maxsize=4096)
def _decide(baseline: str, scores: tuple[int, ...], test: Sprt, left: int) -> BaselineTest:
    """The test against a baseline, from the index of each pair's result in a `Pentanomial`."""
    state: TestState = "running" if left > 0 else "undecided"
    if not scores:
        return BaselineTest(baseline, state, NO_PAIRS, 0.0, left)
    counts = np.eye(len(NO_PAIRS), dtype=int)[list(scores)].cumsum(axis=0)
    ratios = test.llr(counts)
    lower, upper = test.bounds
    decided = np.flatnonzero((ratios <= lower) | (ratios >= upper))
    last = int(decided[0]) if len(decided) else len(scores) - 1
    llr = float(ratios[last])
    if len(decided):
        state = "beaten" if llr >= upper else "not beaten"
    return BaselineTest(baseline, state, tuple(counts[last].tolist()), llr, left)
