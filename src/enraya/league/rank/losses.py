"""Where a version loses its points, and where it gave them away.

A loss is two half points, a draw one. Each was given away by the last move of the player after
which it was out of reach; only the perfect player can tell which move that was.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from enraya.arena.statistics.tally import POINTS
from enraya.game.record import Termination
from enraya.league.rank.ranking import RANKING
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore

Where = Literal["early", "middle", "late", "fault", "never", "open"]
PHASES: tuple[Where, ...] = ("early", "middle", "late")
"""The phases of a game, by thirds of the board that are filled."""
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
        start: how many moves the opening has.
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


class GivenGame(NamedTuple):
    """Half a point given away in a game."""

    game: int
    opponent: str
    where: Where
    ply: int


def points_given_away(
    games: Sequence[OwnGame], marks: Mapping[int, str], cells: int
) -> list[GivenGame]:
    """Where a version gave points away in the games that the perfect player has judged.

    Args:
        games: that it did not win.
        marks: what each was worth, see `given_away`; games without are left out.
        cells: of the board.
    """
    return [
        GivenGame(game.id, game.opponent, one.where, one.ply)
        for game in games
        if (text := marks.get(game.id)) is not None
        for one in given_away(
            text, game.opening, game.player, game.lost, cells,
            is_fault=bool(game.fault),
        )
    ]  # fmt: skip


def to_judge(games: Sequence[OwnGame]) -> list[OwnGame]:
    """The latest games that a version did not win, the newest first."""
    return [game for game in reversed(games) if game.lost][:MOST_JUDGED]
