"""The ranking of a league, made by the worker so that nobody who looks at it has to wait."""

from typing import Any

from enraya.arena.statistics.standings import standings
from enraya.league.store.store import LeagueStore

RANKING = "ranking"


def publish_ranking(store: LeagueStore) -> None:
    """Makes the ranking of everybody who plays, and keeps it."""
    store.publish(RANKING, ranking_rows(store))


def ranking_rows(store: LeagueStore) -> list[dict[str, Any]]:
    """Everybody who plays, the strongest first; by numbers of teams, not by names."""
    active = {player.name: player for player in store.players.all() if player.is_active}
    results = [game for game in store.ladder_results() if {game.first, game.second} <= set(active)]
    rows = []
    for row in standings(results, list(active)):
        player, total = active[row.agent], row.tally.total
        rows.append({
            "team": player.team, "version": player.version, "player": player.name,
            "elo": row.rating.elo, "low": row.rating.low, "high": row.rating.high,
            "games": total.games, "wins": total.wins, "draws": total.draws, "losses": total.losses,
        })  # fmt: skip
    return rows
