"""Counting results: wins, draws and losses on each side, and the results of pairs of games.

Everything here is a value that adds (`+`) and turns round to the other side's view (`~`).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from enraya.arena.result import GameResult

Pentanomial = tuple[int, int, int, int, int]
"""Pairs of games by what an agent scored in them: 0, ½, 1, 1½ and 2 points.

Written LL, LD, DD+WL, WD, WW: the middle one counts both two draws and a win each."""
NO_PAIRS: Pentanomial = (0, 0, 0, 0, 0)


class Score(NamedTuple):
    """Wins, draws and losses.

    >>> ~Score(3, 1, 0)
    Score(wins=0, draws=1, losses=3)
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

    def plus(self, other: "Score") -> "Score":
        """The counts of both together."""
        return Score(
            self.wins + other.wins, self.draws + other.draws, self.losses + other.losses
        )

    def __invert__(self) -> "Score":
        return Score(self.losses, self.draws, self.wins)


@dataclass(frozen=True, slots=True)
class Tally:
    """What an agent scored, against one opponent or many.

    >>> games = [GameResult("a", "b", 1, 0, 9), GameResult("b", "a", 0, 0, 42)]
    >>> tally = count(games)["a", "b"]
    >>> tally.total, tally.pairs
    (Score(wins=1, draws=1, losses=0), (0, 0, 0, 1, 0))
    >>> (~tally).pairs
    (0, 1, 0, 0, 0)
    """

    as_first: Score = field(default=Score())
    """The games in which it moved first."""
    as_second: Score = field(default=Score())
    pairs: Pentanomial = NO_PAIRS
    """The pairs of which both games are finished."""

    @property
    def total(self) -> Score:
        """The games of both sides."""
        return self.as_first.plus(self.as_second)

    def __add__(self, other: "Tally") -> "Tally":
        pairs = tuple(mine + theirs for mine, theirs in zip(self.pairs, other.pairs, strict=True))
        assert len(pairs) == len(NO_PAIRS)
        return Tally(
            self.as_first.plus(other.as_first), self.as_second.plus(other.as_second), pairs
        )

    def __invert__(self) -> "Tally":
        """The same games as the opponent sees them."""
        ll, ld, middle, wd, ww = self.pairs
        return Tally(~self.as_second, ~self.as_first, (ww, wd, middle, ld, ll))


def count(results: Iterable[GameResult]) -> dict[tuple[str, str], Tally]:
    """The tally of every ordered pair of agents that met: ``count(games)["a", "b"]`` is a's.

    Unfinished games count for nothing, and neither do games of an agent against itself.
    """
    raise NotImplementedError
