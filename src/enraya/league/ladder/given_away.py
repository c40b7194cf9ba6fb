"""Where a player gave points away: the moves after which perfect play could not bring them back.

A loss is two half points, a draw one. Each was given away by the last move of the player after
which it was out of reach; only the perfect player can tell which move that was.
"""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

Where = Literal["early", "middle", "late", "fault", "never", "open"]
PHASES: tuple[Where, ...] = ("early", "middle", "late")
"""Of a game: thirds of the board that are filled."""
HALF = 0.5
MARKS = {-1: "-", 0: "=", 1: "+", None: "?"}
"""How the values of a game are written, position by position."""
_VALUES = {mark: value for value, mark in MARKS.items()}


class GivenAway(NamedTuple):
    """Half a point that a player did not get."""

    where: Where
    """The phase of the move; `fault` if the agent failed in a position that was worth it, `never`
    if it was never within reach, `open` if the solver had no time to say."""
    ply: int = 0
    """The number of the move, from 1; 0 if it was none."""


def given_away(
    marks: str, start: int, player: int, lost: float, cells: int, *, is_fault: bool
) -> Iterator[GivenAway]:
    """The half points that a player gave away in a game.

    Args:
        marks: what the game was worth to the first player before any move that was chosen and
            after each of them.
        start: how many moves nobody chose.
        player: 1 or 2.
        lost: how many points the player did not get.
        cells: of the board.
        is_fault: whether the game ended because the player failed.

    >>> list(given_away("===-", 4, 1, 1.0, 42, is_fault=False))
    [GivenAway(where='early', ply=7), GivenAway(where='never', ply=0)]
    """
    sign = 1 if player == 1 else -1
    values = [None if (value := _VALUES[mark]) is None else sign * value for mark in marks]
    for worth in (0, 1)[round(2 * (1 - lost)) :]:
        yield _last_move(values, start, worth, cells, is_fault=is_fault)


def _last_move(
    values: Sequence[int | None], start: int, worth: int, cells: int, *, is_fault: bool
) -> GivenAway:
    """The last move before which a game was worth this much, and after it no more."""
    last = values[-1]
    if is_fault and last is not None and last >= worth:
        return GivenAway("fault")
    for place in range(len(values) - 1, 0, -1):
        before, after = values[place - 1], values[place]
        if before is None or after is None:
            return GivenAway("open")
        if before >= worth > after:
            ply = start + place
            return GivenAway(PHASES[len(PHASES) * (ply - 1) // cells], ply)
    return GivenAway("never")
