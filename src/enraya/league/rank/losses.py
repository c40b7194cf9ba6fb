"""Where a version loses its points, and where it gave them away.

A loss is two half points, a draw one. Each was given away by the last move of the player after
which it was out of reach; only the perfect player can tell which move that was.
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
"""The phases of a game, by thirds of the board that are filled."""
MARKS = {-1: "-", 0: "=", 1: "+", None: "?"}
"""How the values of a game are written, position by position."""
_VALUES = {mark: value for value, mark in MARKS.items()}


MOST_JUDGED = 60
"""How many of the latest games that a version did not win are judged."""
_GAMES = """
SELECT id, first, second, winner, termination, opening, moves FROM games WHERE tournament = ?
AND (first = ? OR second = ?) AND id NOT IN (SELECT game FROM excluded) ORDER BY id
"""
_BY_THE_RULES = (Termination.LINE, Termination.FULL, Termination.BLOCKED)


class OwnGame(NamedTuple):
    """A game of the version that plays for a team."""

    id: int
    opponent: str
    """What kind: a baseline by its name, or `stronger` or `weaker` teams."""
    player: int
    """The side of the version, 1 or 2."""
    lost: float
    """Points: a loss is one, a draw half of one."""
    fault: str
    """How the version failed, if that ended the game."""
    opening: int
    """How many moves the opening has."""
    moves: str


def own_games(store: LeagueStore, team: int) -> list[OwnGame]:
    """The games that count of the version that plays for a team, the oldest first."""
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
    """What a version gave away in some of its games."""

    group: str
    """`opponent`, `side` or `fault`; those of a group are all games, but of `fault`."""
    what: str
    """A baseline, `stronger` or `weaker` teams; `first` or `second`; how it failed."""
    games: int
    lost: float


def points_lost(games: Sequence[OwnGame]) -> list[Loss]:
    """The points that a version loses, by opponent, by side and by fault."""
    found: dict[tuple[str, str], list[float]] = {}
    for game in games:
        keys = [("opponent", game.opponent), ("side", "first" if game.player == 1 else "second")]
        if game.fault:
            keys.append(("fault", game.fault))
        for key in keys:
            found.setdefault(key, []).append(game.lost)
    return [Loss(*key, len(all_lost), sum(all_lost)) for key, all_lost in found.items()]


class GivenAway(NamedTuple):
    """Half a point that a version did not get in a game."""

    game: OwnGame
    where: Where
    """The phase of the move; `fault` if the agent failed in a position that was worth it, `never`
    if it was never within reach, `open` if the solver had no time to say."""
    ply: int = 0
    """The number of the move, from 1; 0 if it was none."""


def points_given_away(
    games: Iterable[OwnGame], marks: Mapping[int, str], cells: int
) -> list[GivenAway]:
    """The half points that a version gave away in the games that the perfect player has judged.

    Args:
        games: that it did not win.
        marks: what each was worth to the first player, before any move that was chosen and after
            each of them; games without are left out.
        cells: of the board.

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
    """The last move before which a game was worth this much, and after it no more."""
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
    """The latest games that a version did not win, the newest first."""
    return [game for game in reversed(games) if game.lost][:MOST_JUDGED]
