"""The continuations from a position in the games of a store."""

from functools import cache
from typing import NamedTuple

from enraya.arena.store.store import Store
from enraya.errors import EnrayaError
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.rules import parse_rules

_LINES = """
SELECT tournament, substr(moves, 1, ?), winner, count(*) FROM games WHERE plies >= ?
GROUP BY 1, 2, 3
"""


class Continuation(NamedTuple):
    """A move played in a position in stored games, and the results of these games."""

    move: str
    games: int
    first: int
    """The number of games that the first player won."""
    draws: int
    second: int
    """The number of games that the second player won."""


def continuations(store: Store, position: Position) -> list[Continuation]:
    """The moves played in a position in stored games, in the order of its legal moves.

    Games that reach the position by transposition are included. An unfinished game counts only in
    ``games``, not as a result.
    """
    counts: dict[str, list[int]] = {
        format_move(move): [0, 0, 0, 0] for move in position.legal_moves
    }
    columns = sorted(position.moves)

    @cache
    def leads_here(moves: str) -> bool:
        try:
            return sorted(moves) == columns and Position.parse(moves, position.rules) == position
        except EnrayaError:  # of a damaged game
            return False

    numbers = {
        one.id for one in store.tournaments() if parse_rules(one.settings.rules) == position.rules
    }
    length = position.plies + 1
    for tournament, line, winner, games in store.query(_LINES, length, length):
        if tournament not in numbers or not isinstance(line, str) or line[-1:] not in counts:
            continue
        if leads_here(line[:-1]):
            found = counts[line[-1]]
            found[0] += games
            if winner in (0, 1, 2):
                found[{1: 1, 0: 2, 2: 3}[winner]] += games
    return [Continuation(move, *found) for move, found in counts.items() if found[0]]
