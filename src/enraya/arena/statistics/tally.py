"""Counting results: wins, draws and losses on each side, and the results of pairs of games.

Tallies are values that add (`+`) and invert to the other side's view (`~`).
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import add
from typing import NamedTuple


class GameResult(NamedTuple):
    """The result of one game, without its moves."""

    first: str
    """The agent that moved first."""
    second: str
    winner: int | None
    """1, 2, 0 for a draw; None when the game was not finished."""
    pair: int
    """The two games of two agents from one opening, with sides swapped, have the same number."""
    plies: int


POINTS = (0.5, 1.0, 0.0)
"""What the first agent scores in a draw, when it wins, and when the other does."""


Pentanomial = tuple[int, ...]
"""Pairs of games by what an agent scored in them: 0, ½, 1, 1½ and 2 points.

Written LL, LD, DD+WL, WD, WW: the middle one counts both two draws and a win each."""
NO_PAIRS = (0, 0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """Wins, draws and losses.

    >>> ~ResultCounts(3, 1, 0)
    ResultCounts(wins=0, draws=1, losses=3)
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for a win, a half for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game; a half when there was none."""
        return self.points / self.games if self.games else 0.5

    @property
    def win_share(self) -> float:
        """Wins per game; 0 when there was none."""
        return self.wins / self.games if self.games else 0.0

    def __add__(self, other: "ResultCounts") -> "ResultCounts":
        return ResultCounts(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        )

    def __invert__(self) -> "ResultCounts":
        return ResultCounts(self.losses, self.draws, self.wins)


@dataclass(frozen=True, slots=True)
class Tally:
    """What an agent scored, against one opponent or many.

    >>> games = [GameResult("a", "b", 1, 0, 9), GameResult("b", "a", 0, 0, 42)]
    >>> tally = count(games)["a", "b"]
    >>> tally.total, tally.pairs
    (ResultCounts(wins=1, draws=1, losses=0), (0, 0, 0, 1, 0))
    >>> (~tally).pairs
    (0, 1, 0, 0, 0)
    """

    as_first: ResultCounts = ResultCounts()
    """The games in which it moved first."""
    as_second: ResultCounts = ResultCounts()
    pairs: Pentanomial = NO_PAIRS
    """The pairs of which both games are finished."""

    @property
    def total(self) -> ResultCounts:
        """The games of both sides."""
        return self.as_first + self.as_second

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.as_first + other.as_first,
            self.as_second + other.as_second,
            tuple(map(add, self.pairs, other.pairs)),
        )

    def __invert__(self) -> "Tally":
        """The same games as the opponent sees them."""
        return Tally(~self.as_second, ~self.as_first, self.pairs[::-1])


def count(results: Iterable[GameResult]) -> dict[tuple[str, str], Tally]:
    """The tally of every ordered pair of agents that met: ``count(games)["a", "b"]`` is a's.

    Unfinished games count for nothing, and neither do games of an agent against itself.
    """
    winners: Counter[tuple[str, str, int]] = Counter()
    open_pairs: dict[tuple[str, str, int], float] = {}
    closed: dict[tuple[str, str], list[int]] = {}
    for first, second, winner, pair, _ in results:
        if winner is None or first == second:
            continue
        winners[first, second, winner] += 1
        points, one, other = POINTS[winner], first, second
        if second < first:
            points, one, other = 1 - points, second, first
        earlier = open_pairs.pop((one, other, pair), None)
        if earlier is None:
            open_pairs[one, other, pair] = points
        else:
            closed.setdefault((one, other), list(NO_PAIRS))[int(2 * (earlier + points))] += 1
    return _assemble(winners, closed)


def _assemble(
    winners: Counter[tuple[str, str, int]], closed: dict[tuple[str, str], list[int]]
) -> dict[tuple[str, str], Tally]:
    tallies: dict[tuple[str, str], Tally] = {}
    for one, other in sorted({(min(pair), max(pair)) for *pair, _ in winners}):
        as_first, as_other = (
            ResultCounts(*(winners[first, second, winner] for winner in (1, 0, 2)))
            for first, second in ((one, other), (other, one))
        )
        pairs = tuple(closed.get((one, other), NO_PAIRS))
        tallies[one, other] = Tally(as_first, ~as_other, pairs)
        tallies[other, one] = ~tallies[one, other]
    return tallies


def total_of(agent: str, tallies: dict[tuple[str, str], Tally]) -> Tally:
    """What an agent scored against all its opponents together."""
    return sum((tally for (who, _), tally in tallies.items() if who == agent), Tally())
