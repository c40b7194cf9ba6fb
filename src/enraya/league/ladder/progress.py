"""How a team has done: its rating over time, and where it loses points."""

from collections.abc import Iterator
from typing import NamedTuple

from enraya.arena.statistics.rating import Rating
from enraya.arena.statistics.result import POINTS
from enraya.game.record import Termination
from enraya.league.ladder.ratings import find_anchors, rate_players
from enraya.league.ladder.reading import PairMaker, read_games
from enraya.league.ladder.results import PAIR_GAMES, LadderResults, PlayedPair
from enraya.league.ranking import RANKING
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore

MOST_POINTS = 24
"""Of a curve."""
PHASES = ("early", "middle", "late")
"""Of a game: thirds of the board that are filled when it ends."""
_GAMES = """
SELECT first, second, winner, plies, termination FROM games WHERE tournament = ?
AND (first = ? OR second = ?) AND id NOT IN (SELECT game FROM excluded)
"""
_BY_THE_RULES = (Termination.LINE, Termination.FULL, Termination.BLOCKED)


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
    """Numbers of pairs at about equal distances, the last one included."""
    most = min(pairs, MOST_POINTS)
    for step in range(1, most + 1):
        yield round(step * pairs / most)


class Loss(NamedTuple):
    """What a version gave away in some of its games."""

    group: str
    """`opponent`, `side`, `phase` or `fault`; those of a group are all games, but of `fault`."""
    what: str
    """A baseline, `stronger` or `weaker` teams; `first` or `second`; a phase; how it failed."""
    games: int
    lost: float
    """Points: a loss is one, a draw half of one."""


def points_lost(store: LeagueStore, team: int) -> list[Loss]:
    """Where the version that plays for a team loses its points, as far as games tell."""
    players = store.players.all()
    mine = [one.place for one in players if one.team == team and one.is_active]
    if not mine:
        return []
    (place,), cells = mine, store.settings.rule_set.cells
    elos = {row["player"]: row["elo"] for row in store.published(RANKING) or []}
    found: dict[tuple[str, str], list[float]] = {}
    for first, second, winner, plies, end in store.database.query(_GAMES, LADDER, place, place):
        other = players[second if first == place else first]
        lost = 1 - POINTS[winner or 0] if first == place else POINTS[winner or 0]
        is_stronger = elos.get(other.name, 0.0) > elos.get(players[place].name, 0.0)
        teams = "stronger" if is_stronger else "weaker"
        phase = PHASES[min(len(PHASES) * plies // cells, len(PHASES) - 1)]
        keys = [
            ("opponent", other.name if other.is_baseline else teams),
            ("side", "first" if first == place else "second"),
            ("phase", phase),
        ]
        if lost == 1 and end not in _BY_THE_RULES:
            keys.append(("fault", end))
        for key in keys:
            found.setdefault(key, []).append(lost)
    return [Loss(*key, len(all_lost), sum(all_lost)) for key, all_lost in found.items()]
