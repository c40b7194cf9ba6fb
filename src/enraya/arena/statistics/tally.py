"""Counts of results: wins, draws and losses on each side, and the results of pairs of games.

`+` adds two tallies, and `~` gives the same games from the opponent's point of view.
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
    """The player who won, 1 or 2; 0 for a draw, None if the game was not finished."""
    pair: int
    """A number that the two games of a pair share: the same agents and opening, sides swapped."""
    plies: int


POINTS = (0.5, 1.0, 0.0)
"""The first player's points by `GameResult.winner`: for a draw, a win and a loss."""


Pentanomial = tuple[int, ...]
"""The numbers of pairs of games in which an agent scored 0, ½, 1, 1½ and 2 points.

They are written LL, LD, DD+WL, WD, WW: the third counts two draws as well as a win each."""
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
        """The points scored: one for a win, a half for a draw."""
        return self.wins + self.draws / 2

    @property
    def share(self) -> float:
        """Points per game; a half if there are no games."""
        return self.points / self.games if self.games else 0.5

    @property
    def win_share(self) -> float:
        """Wins per game; 0 if there are no games."""
        return self.wins / self.games if self.games else 0.0

    def __add__(self, other: "ResultCounts") -> "ResultCounts":
        return ResultCounts(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        )

    def __invert__(self) -> "ResultCounts":
        return ResultCounts(self.losses, self.draws, self.wins)


@dataclass(frozen=True, slots=True)
class Tally:
    """An agent's results against one opponent or several.

    >>> games = [GameResult("a", "b", 1, 0, 9), GameResult("b", "a", 0, 0, 42)]
    >>> tally = count(games)["a", "b"]
    >>> tally.total, tally.pairs
    (ResultCounts(wins=1, draws=1, losses=0), (0, 0, 0, 1, 0))
    >>> (~tally).pairs
    (0, 1, 0, 0, 0)
    """

    as_first: ResultCounts = ResultCounts()
    """The games in which the agent moved first."""
    as_second: ResultCounts = ResultCounts()
    pairs: Pentanomial = NO_PAIRS
    """The results of pairs of games; a pair counts once both of its games are finished."""

    @property
    def total(self) -> ResultCounts:
        """The results of all games, whichever side the agent played."""
        return self.as_first + self.as_second

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.as_first + other.as_first,
            self.as_second + other.as_second,
            tuple(map(add, self.pairs, other.pairs)),
        )

    def __invert__(self) -> "Tally":
        """The tally of the opponent in the same games."""
        return Tally(~self.as_second, ~self.as_first, self.pairs[::-1])


def count(results: Iterable[GameResult]) -> dict[tuple[str, str], Tally]:
    """The tallies of all agents that met; ``count(games)["a", "b"]`` is that of a against b.

    Unfinished games and games of an agent against itself are not counted.
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
    """An agent's tally against all its opponents together."""
    return sum((tally for (who, _), tally in tallies.items() if who == agent), Tally())
