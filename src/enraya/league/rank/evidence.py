"""What a version has shown against the baselines, and what it still has to show.

Only these games count for a grade, in an order that is fixed beforehand: a test looks at the pairs
against its baseline by their numbers and stops where it is decided; moves are judged in rounds, one
pair against every baseline, until there are enough. However many more games are played, by whom and
when, nothing changes any more.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np

from enraya.arena.statistics.sprt import Sprt
from enraya.arena.statistics.tally import NO_PAIRS, Pentanomial
from enraya.league.model.grading_rules import GradingRules
from enraya.league.model.ladder import LadderPair, LadderPlayer
from enraya.league.rank.results import LadderResults, PlayedPair

TestState = Literal["beaten", "not beaten", "undecided", "running"]
"""How a test against a baseline stands; undecided is final too, and earns nothing."""


@dataclass(frozen=True, slots=True)
class BaselineTest:
    """The sequential test of a version against a baseline."""

    baseline: str
    state: TestState
    counts: Pentanomial
    """The pairs that decided it, or all so far."""
    llr: float
    left: int
    """How many more pairs it takes at most while it is running."""

    @property
    def pairs(self) -> int:
        """How many pairs it has taken so far."""
        return sum(self.counts)

    @property
    def is_final(self) -> bool:
        """Whether more games cannot change it."""
        return self.state != "running"


def decide(
    baseline: str,
    place: int,
    meeting: Iterable[PlayedPair | None],
    rules: GradingRules,
    most_pairs: int,
) -> BaselineTest:
    """Decides whether the player at a place has beaten a baseline.

    Args:
        baseline: its name.
        place: of the version.
        meeting: the pairs that the two have played, as `LadderResults.meeting` has them.
        rules: what decides.
        most_pairs: that two players can play.
    """
    met = list(meeting)
    counted = [int(2 * played.points_of(place)) for played in met if played is not None]
    scores = tuple(counted[: rules.pairs])
    return _decide(
        baseline, scores, rules.test, min(rules.pairs - len(scores), most_pairs - len(met))
    )


@lru_cache(maxsize=4096)
def _decide(baseline: str, scores: tuple[int, ...], test: Sprt, left: int) -> BaselineTest:
    """The same for pairs given by their place in a `Pentanomial`."""
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


class JudgedPair(NamedTuple):
    """What the solver says of a version's moves in a pair of games."""

    moves: int
    losing: int
    """How many of them gave a win or a draw away."""


@dataclass(frozen=True, slots=True)
class JudgedMoves:
    """A version's moves against the baselines, judged in rounds until there are enough."""

    rounds: int
    """How many pairs against each baseline were counted."""
    moves: int
    losing: int
    is_final: bool
    """Whether there are as many as the rules ask for, or as can be played."""

    @property
    def share(self) -> float:
        """The share of value-losing moves; 0 when there are no moves."""
        return self.losing / self.moves if self.moves else 0.0


def sum_rounds(
    place: int,
    baselines: Sequence[int],
    results: LadderResults,
    judged: Callable[[PlayedPair], JudgedPair | None],
    least_moves: int,
    most_pairs: int,
) -> JudgedMoves:
    """Counts a version's moves round by round, as far as all games of a round are judged.

    Args:
        place: of the version.
        baselines: their places.
        results: of the ladder.
        judged: what is known of the version's moves in a pair; None when not all were judged.
        least_moves: how many are enough.
        most_pairs: that two players can play.
    """
    moves = losing = rounds = 0
    meetings = [results.meeting(place, baseline) for baseline in baselines]
    for pairs in zip(*meetings, strict=False):
        if moves >= least_moves:
            break
        found = [judged(played) for played in pairs if played is not None]
        if None in found:
            break
        rounds += 1
        moves += sum(pair.moves for pair in found if pair)
        losing += sum(pair.losing for pair in found if pair)
    return JudgedMoves(rounds, moves, losing, moves >= least_moves or rounds >= most_pairs)


def missing_pair(
    player: LadderPlayer,
    baselines: Sequence[LadderPlayer],
    results: LadderResults,
    open_pairs: Collection[LadderPair],
    rules: GradingRules,
    *,
    judges: bool,
    most_pairs: int,
) -> LadderPair | None:
    """The next pair against a baseline that the player's grade still needs, if any.

    Args:
        player: a version.
        baselines: all of them.
        results: of the ladder.
        open_pairs: what is being played now.
        rules: of the grades.
        judges: whether moves are judged at all.
        most_pairs: that two players can play.
    """

    def counted(played: PlayedPair) -> JudgedPair:
        return JudgedPair(played.moves_of(player.place), 0)  # will be judged

    rounds = 0
    if judges:
        places = [baseline.place for baseline in baselines]
        judged = sum_rounds(player.place, places, results, counted, rules.moves, most_pairs)
        rounds = judged.rounds + (not judged.is_final)
    found = []
    for baseline in baselines:
        one, other = sorted((player.place, baseline.place))
        number = results.next_number(one, other, open_pairs)
        meeting = results.meeting(one, other)
        test = decide(baseline.name, player.place, meeting, rules, most_pairs)
        if number < most_pairs and (number < rounds or not test.is_final):
            found.append(LadderPair(one, other, number))
    return min(found, key=lambda pair: pair.number, default=None)
