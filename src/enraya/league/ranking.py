"""The ranking of a league, made by the worker so that nobody who looks at it has to wait."""

from typing import Any

from enraya.league.ladder.ratings import ladder_table
from enraya.league.ladder.reading import read_results
from enraya.league.store.store import LeagueStore

RANKING = "ranking"


def publish_ranking(store: LeagueStore) -> None:
    """Makes the ranking of everybody who plays, and keeps it."""
    store.publish(RANKING, ranking_rows(store))


def ranking_rows(store: LeagueStore) -> list[dict[str, Any]]:
    """Everybody who plays, the strongest first; by numbers of teams, not by names."""
    numbers: dict[int | None, int] = {one.id: one.number for one in store.versions.all()}
    return [
        {
            "team": row.player.team, "player": row.player.name,
            "version": numbers.get(row.player.version),
            "elo": row.rating.elo, "low": row.rating.low, "high": row.rating.high,
            "games": row.games, "points": row.points,
        }
        for row in ladder_table(store.players.all(), read_results(store))
    ]  # fmt: skip
