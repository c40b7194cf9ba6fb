"""The ranking of a league, and how the rating of a team has changed over time.

The worker computes the ranking, so that visitors never wait for it.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from enraya.arena.statistics.rating import Rating
from enraya.league.rank.ratings import find_anchors, rate_players
from enraya.league.rank.results import PAIR_GAMES, LadderResults, read_results
from enraya.league.store.store import LeagueStore

RANKING = "ranking"
"""The name under which the store keeps the latest ranking."""
MOST_POINTS = 24
"""How many points a rating curve has at most."""


def publish_ranking(store: LeagueStore, results: LadderResults) -> None:
    """Computes the ranking from these results and stores it for all readers."""
    store.publish(RANKING, ranking_rows(store, results))


def ranking_rows(store: LeagueStore, results: LadderResults) -> list[dict[str, Any]]:
    """A row for each active player, the strongest first; teams are given by number, not by name."""
    players, numbers = store.players.all(), store.versions.numbers()
    rated, rows = rate_players(players, results), []
    for player in players:
        if not player.is_active:
            continue
        rating, points = rated.ratings[player.place], results.points[player.place]
        games = points.sum() + results.points[:, player.place].sum()
        rows.append({
            "team": player.team, "player": player.name,
            "version": numbers.get(player.version_id),
            "elo": rating.elo, "low": rating.low, "high": rating.high,
            "games": int(games), "points": float(points.sum()),
        })  # fmt: skip
    return sorted(rows, key=lambda row: -row["elo"])


class CurvePoint(NamedTuple):
    """The rating of a team after some of its games, computed from the games played by then."""

    games: int
    """How many games all versions of the team had played by then."""
    version_id: int
    rating: Rating


def rating_curve(store: LeagueStore, team: int) -> list[CurvePoint]:
    """The rating of a team over its games, at `MOST_POINTS` moments at most, the oldest first.

    Each rating is computed from all games finished by then, so that later games do not change it;
    only the ratings of the baselines are today's. It is the rating of the version that had played
    the last of these games.
    """
    players = store.players.all()
    own = {player.place: player for player in players if player.team == team}
    today = read_results(store)
    played, anchors = today.played, find_anchors(players, today)
    places = [at for at, pair in enumerate(played) if own.keys() & {pair.pair.one, pair.pair.other}]
    results, at, found = LadderResults(), 0, []
    for count in _steps(len(places)):
        last = played[places[count - 1]].pair
        for pair in played[at : places[count - 1] + 1]:
            results.add(pair)
        at = places[count - 1] + 1
        player = own[last.one] if last.one in own else own[last.other]
        rating = rate_players(players, results, anchors).ratings[player.place]
        assert player.version_id is not None
        found.append(CurvePoint(PAIR_GAMES * count, player.version_id, rating))
    return found


def _steps(pairs: int) -> Iterator[int]:
    """Counts of pairs at about equal distances, up to and including ``pairs``.

    >>> list(_steps(0)), list(_steps(3)), list(_steps(60))[:4], list(_steps(60))[-1]
    ([], [1, 2, 3], [2, 5, 8, 10], 60)
    """
    most = min(pairs, MOST_POINTS)
    for step in range(1, most + 1):
        yield round(step * pairs / most)
