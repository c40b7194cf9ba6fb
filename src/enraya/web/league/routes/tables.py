"""Tables and curves that follow from the games of the ladder."""

from fastapi import APIRouter
from pydantic import BaseModel, Field

from enraya.league.rank.ranking import rating_curve
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.web.league.access import Asker, AskerOf, ServerOf, TeamOf
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.public import shown_ranking
from enraya.web.league.schemas import RankingRow
from enraya.web.server.problems import problems

router = APIRouter(prefix="/api/league", tags=["league"])
own = APIRouter(prefix="/api/league/team", tags=["a team"])
MOST_PLAYERS = 40
"""Of a cross table."""
_MEETINGS = """
SELECT first, second, winner, count(*) FROM games WHERE tournament = ?
AND id NOT IN (SELECT game FROM excluded) GROUP BY first, second, winner
"""


class CrossCell(BaseModel):
    """What a player scored against another."""

    wins: int
    draws: int
    losses: int


class CrossTable(BaseModel):
    """Who met whom, in the order of the ranking."""

    players: list[RankingRow]
    cells: list[list[CrossCell | None]] = Field(description="Null where two have not met.")


class RatingPoint(BaseModel):
    """A team's rating after some games, as it was known then."""

    games: int
    version: int = Field(description="The number of the version that played.")
    elo: float
    low: float
    high: float


@router.get("/cross-table", responses=problems(503))
async def cross_table(server: ServerOf, asker: AskerOf) -> CrossTable:
    """Wins, draws and losses of each against each, of as many as the ranking shows."""
    return await server.stored(_cross_table, server, asker)


def _cross_table(server: LeagueServer, asker: Asker) -> CrossTable:
    meetings = server.recent(
        "meetings", lambda: list(server.store.database.query(_MEETINGS, LADDER))
    )
    place_of = {player.name: player.place for player in server.store.players.all()}
    everybody = server.ranking()
    rows = shown_ranking(server, asker, everybody)[:MOST_PLAYERS]
    places = [place_of[everybody[row.place - 1]["player"]] for row in rows]
    found: dict[tuple[int, int], CrossCell] = {}
    for first, second, winner, count in meetings:
        for pair, own_win in (((first, second), 1), ((second, first), 2)):
            cell = found.setdefault(pair, CrossCell(wins=0, draws=0, losses=0))
            cell.draws += 0 if winner else count
            cell.wins += count if winner == own_win else 0
            cell.losses += count if winner and winner != own_win else 0
    cells = [[found.get((one, other)) for other in places] for one in places]
    return CrossTable(players=rows, cells=cells)


@own.get("/curve", responses=problems(401, 503))
async def curve(server: ServerOf, team: TeamOf) -> list[RatingPoint]:
    """The ratings of the team's versions over its games, each with its interval then."""
    return await server.read_once(f"curve {team}", _curve, team)


def _curve(store: LeagueStore, team: int) -> list[RatingPoint]:
    numbers = store.versions.numbers()
    return [
        RatingPoint(games=games, version=numbers[version], elo=rating.elo, low=rating.low,
                   high=rating.high)
        for games, version, rating in rating_curve(store, team)
    ]  # fmt: skip
