"""The ranking of a league, made by the worker so that nobody who looks at it has to wait."""

from typing import Any

from enraya.arena.statistics.tally import count, total_of
from enraya.league.ladder.ratings import ladder_table
from enraya.league.ladder.reading import read_results
from enraya.league.store.store import LeagueStore

RANKING = "ranking"


def publish_ranking(store: LeagueStore) -> None:
    """Makes the ranking of everybody who plays, and keeps it."""
    store.publish(RANKING, ranking_rows(store))


def ranking_rows(store: LeagueStore) -> list[dict[str, Any]]:
    """Everybody who plays, the strongest first; by numbers of teams, not by names."""
    tallies = count(store.ladder_results())
    rows = []
    for row in ladder_table(store.players.all(), read_results(store)):
        player, rating = row.player, row.rating
        total = total_of(player.name, tallies).total
        rows.append({
            "team": player.team, "version": player.version, "player": player.name,
            "elo": rating.elo, "low": rating.low, "high": rating.high,
            "unbounded": rating.unbounded,
            "games": total.games, "wins": total.wins, "draws": total.draws, "losses": total.losses,
        })  # fmt: skip
    return rows
