"""The games in which a version loses points, and the moves with which it gave them away.

A loss costs two half points, a draw one. The move that gave a half point away is the last one
before which perfect play would still have got it, and after which it would not; only the perfect
player can tell which move that was.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from enraya.arena.statistics.tally import POINTS
from enraya.game.record import Termination
from enraya.league.rank.ranking import RANKING
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore

Where = Literal["early", "middle", "late", "fault", "never", "open"]
PHASES: tuple[Where, ...] = ("early", "middle", "late")
"""The phases of a game: as the first, second and last third of the board is filled."""
MARKS = {-1: "-", 0: "=", 1: "+", None: "?"}
"""The mark for each value of a position to the first player: loss, draw, win, not solved."""
_VALUES = {mark: value for value, mark in MARKS.items()}


MOST_JUDGED = 60
"""How many games that a version did not win are judged, the latest ones."""
_GAMES = """
SELECT id, first, second, winner, termination, opening, moves FROM games WHERE tournament = ?
AND (first = ? OR second = ?) AND id NOT IN (SELECT game FROM excluded) ORDER BY id
"""
_BY_THE_RULES = (Termination.LINE, Termination.FULL, Termination.BLOCKED)


class OwnGame(NamedTuple):
    """A ladder game of a team's active version, from its point of view."""

    id: int
    opponent: str
    """The opponent: the name of a baseline, or `stronger` or `weaker` for a team's version."""
    player: int
    """Which player the version was, 1 or 2."""
    lost: float
    """The points lost: 1 for a loss, 0.5 for a draw, 0 for a win."""
    fault: str
    """The version's fault, if that ended the game; else empty."""
    opening: int
    """How many moves the opening has."""
    moves: str


def own_games(store: LeagueStore, team: int) -> list[OwnGame]:
    """The ladder games of a team's active version, without excluded ones, the oldest first."""
    players = store.players.all()
    mine = [one.place for one in players if one.team == team and one.is_active]
    if not mine:
        return []
    (place,), ladder = mine, store.ladder
    elos = {row["player"]: row["elo"] for row in store.published(RANKING) or []}
    found = []
    for row in store.database.query(_GAMES, LADDER, place, place):
        number, first, second, winner, end, opening, moves = row
        other = players[second if first == place else first]
        lost = 1 - POINTS[winner or 0] if first == place else POINTS[winner or 0]
        is_stronger = elos.get(other.name, 0.0) > elos.get(players[place].name, 0.0)
        kind = other.name if other.is_baseline else "stronger" if is_stronger else "weaker"
        fault = end if lost == 1 and end not in _BY_THE_RULES else ""
        player, plies = 1 if first == place else 2, len(ladder.opening(opening))
        found.append(OwnGame(number, kind, player, lost, fault, plies, moves))
    return found


class Loss(NamedTuple):
    """The points that a version lost in some of its games."""

    group: str
    """`opponent`, `side` or `fault`: how the games are grouped. The groups by opponent and by side
    each cover all games, those by fault only the games that a fault ended."""
    what: str
    """Which group: a baseline, `stronger` or `weaker`; `first` or `second`; or the fault."""
    games: int
    lost: float


def points_lost(games: Sequence[OwnGame]) -> list[Loss]:
    """The points that a version lost, by opponent, by side and by fault."""
    found: dict[tuple[str, str], list[float]] = {}
    for game in games:
        keys = [("opponent", game.opponent), ("side", "first" if game.player == 1 else "second")]
        if game.fault:
            keys.append(("fault", game.fault))
        for key in keys:
            found.setdefault(key, []).append(game.lost)
    return [Loss(*key, len(all_lost), sum(all_lost)) for key, all_lost in found.items()]


class GivenAway(NamedTuple):
    """Half a point that a version failed to get in a game, and when it gave that away."""

    game: OwnGame
    where: Where
    """The phase of the move that gave it away; `fault` if the agent failed while the half point was
    still within reach, `never` if it was never within reach, `open` if the solver had not enough
    time to find out."""
    ply: int = 0
    """The number of that move, from 1; 0 if it was no move."""


def points_given_away(
    games: Iterable[OwnGame], marks: Mapping[int, str], cells: int
) -> list[GivenAway]:
    """The half points that a version gave away in the games that the perfect player has judged.

    Args:
        games: games that the version did not win.
        marks: by the number of each judged game, a string of `MARKS`: the values of the position
            after the opening and after each later move. Games without marks are left out.
        cells: how many cells the board has.

    >>> game = OwnGame(7, "random", player=1, lost=1.0, fault="", opening=4, moves="1234567")
    >>> [(one.where, one.ply) for one in points_given_away([game], {7: "===-"}, 42)]
    [('early', 7), ('never', 0)]
    """
    found = []
    for game in games:
        if game.id in marks:
            sign = 1 if game.player == 1 else -1
            known = [_VALUES[mark] for mark in marks[game.id]]
            values = [None if value is None else sign * value for value in known]
            lost = (0, 1)[round(2 * (1 - game.lost)) :]
            found += [_last_move(game, values, worth, cells) for worth in lost]
    return found


def _last_move(game: OwnGame, values: Sequence[int | None], worth: int, cells: int) -> GivenAway:
    """Where a version gave half a point away: the last move that took the value below ``worth``.

    Args:
        game: the game.
        values: the values of its positions to the version, from the end of the opening; None where
            not solved.
        worth: the least value with which the half point is within reach: 0 (draw) or 1 (win).
        cells: how many cells the board has.
    """
    last = values[-1]
    if game.fault and last is not None and last >= worth:
        return GivenAway(game, "fault")
    for place in range(len(values) - 1, 0, -1):
        before, after = values[place - 1], values[place]
        if before is None or after is None:
            return GivenAway(game, "open")
        if before >= worth > after:
            ply = game.opening + place
            return GivenAway(game, PHASES[len(PHASES) * (ply - 1) // cells], ply)
    return GivenAway(game, "never")


def to_judge(games: Sequence[OwnGame]) -> list[OwnGame]:
    """The latest `MOST_JUDGED` games that a version did not win, the newest first."""
    return [game for game in reversed(games) if game.lost][:MOST_JUDGED]
