"""Matches that end when a sequential test is decided, after the same pair in every engine.

Games may finish in any order, but pairs count in the order of their openings and are stored in that
order too. So the test stops after the same pair wherever the games are played, and resumes from the
store alone. Games still in progress when it stops are dropped.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace

from enraya.arena.plan.schedule import Pairing, meeting
from enraya.arena.play.jobs import GameJob, JobResult, job_of
from enraya.arena.statistics.sprt import Sprt, Verdict
from enraya.arena.statistics.tally import NO_PAIRS, POINTS, Pentanomial
from enraya.arena.store.game_row import GameRow
from enraya.arena.store.store import Store, Tournament

OnGames = Callable[[int, int], None]
"""Called with the number of games in the store and the number known to be needed."""
JobResults = Callable[[Iterator[GameJob]], Generator[JobResult, None, None]]
"""Runs jobs in any engine and yields their results as they finish."""


@dataclass(frozen=True, slots=True)
class SprtMatch:
    """The state of a match: the pairs that count so far, and the verdict of the test on them.

    >>> match = SprtMatch.start(Sprt(0, 100)).after({Pairing(0, 1, 0): 1, Pairing(1, 0, 0): 2})
    >>> match.pairs, match.counts, match.verdict.accepted
    (1, (0, 0, 0, 0, 1), None)
    """

    test: Sprt
    counts: Pentanomial
    verdict: Verdict

    @staticmethod
    def start(test: Sprt) -> "SprtMatch":
        """The match before its first game."""
        return SprtMatch(test, NO_PAIRS, test.verdict(NO_PAIRS))

    @property
    def pairs(self) -> int:
        """The number of pairs that count so far."""
        return sum(self.counts)

    def after(self, winners: Mapping[Pairing, int]) -> "SprtMatch":
        """The match after the next complete pairs, in order, up to the one that decides the test.

        Args:
            winners: the winners of games; those of pairs that already count are not needed.
        """
        match = self
        while match.verdict.accepted is None:
            games = meeting(0, 1, 2, match.pairs)
            if not all(game in winners for game in games):
                break
            as_first, as_second = (POINTS[winners[game]] for game in games)
            counts = list(match.counts)
            counts[int(2 * (as_first + 1 - as_second))] += 1
            match = replace(match, counts=tuple(counts), verdict=self.test.verdict(counts))
        return match


def run_sprt_match(
    tournament: Tournament,
    store: Store,
    test: Sprt,
    results_of: JobResults,
    on_games: OnGames | None,
) -> Tournament:
    """Plays pairs until the test is decided or the tournament's number of games is reached.

    Called by `run_tournament`. Returns the finished tournament.
    """
    most = tournament.settings.games // 2
    winners = store.winners(tournament.id)
    match = SprtMatch.start(test).after(winners)
    rows: dict[Pairing, GameRow] = {}
    games = meeting(0, 1, 2 * (most - match.pairs), match.pairs)
    jobs = (job_of(tournament, [game]) for game in games)
    if on_games:
        on_games(2 * match.pairs, 2 * most)
    with closing(results_of(jobs)) as results:
        while match.verdict.accepted is None and match.pairs < most:
            rows |= {row.pairing: row for row in next(results).rows}
            counted = match.pairs
            match = match.after({game: row.winner or 0 for game, row in rows.items()})
            for pair in range(counted, match.pairs):
                store.add_games(tournament.id, [rows.pop(game) for game in meeting(0, 1, 2, pair)])
            if on_games:
                on_games(2 * match.pairs, 2 * most)
    store.finish(tournament.id)
    return store.tournament(tournament.id)
