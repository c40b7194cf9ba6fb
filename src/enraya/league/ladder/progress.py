"""How a team has done: its rating over time."""

from collections.abc import Iterator
from typing import NamedTuple

from enraya.arena.statistics.rating import Rating
from enraya.league.ladder.ratings import find_anchors, rate_players
from enraya.league.ladder.reading import PairMaker, read_games
from enraya.league.ladder.results import PAIR_GAMES, LadderResults, PlayedPair
from enraya.league.store.store import LeagueStore

MOST_POINTS = 24
"""Of a curve."""


class CurvePoint(NamedTuple):
    """The rating of a team after some of its games, as it was known then."""

    games: int
    """That the team had played."""
    version: int
    """The id of the version that played."""
    rating: Rating


def rating_curve(store: LeagueStore, team: int) -> list[CurvePoint]:
    """The ratings of a team's versions one after the other.

    Each is made from the games that were over by then, of everybody, so that a curve never changes
    behind one's back; only the ratings of the baselines are those of today.
    """
    players = store.players.all()
    own = {player.place: player for player in players if player.team == team}
    maker = PairMaker(store.settings)
    played = [pair for game in read_games(store)
              if isinstance(pair := maker.add(game, players), PlayedPair)]  # fmt: skip
    anchors = find_anchors(players, LadderResults(played))
    places = [at for at, pair in enumerate(played) if own.keys() & {pair.pair.one, pair.pair.other}]
    results, at, found = LadderResults(), 0, []
    for count in _steps(len(places)):
        last = played[places[count - 1]].pair
        for pair in played[at : places[count - 1] + 1]:
            results.add(pair)
        at = places[count - 1] + 1
        player = own[last.one] if last.one in own else own[last.other]
        rating = rate_players(players, results, anchors).rating(player.place)
        assert player.version is not None
        found.append(CurvePoint(PAIR_GAMES * count, player.version, rating))
    return found


def _steps(pairs: int) -> Iterator[int]:
    """Numbers of pairs at about equal distances, the last one included.

    >>> list(_steps(0)), list(_steps(3)), list(_steps(60))[:4], list(_steps(60))[-1]
    ([], [1, 2, 3], [2, 5, 8, 10], 60)
    """
    most = min(pairs, MOST_POINTS)
    for step in range(1, most + 1):
        yield round(step * pairs / most)
