"""What the games of the ladder say: who beat whom, ratings over time, and where points are lost."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict

from fastapi import APIRouter
from pydantic import BaseModel, Field

from enraya.arena.statistics.tally import ResultCounts
from enraya.league.rank.losses import (
    GivenAway,
    OwnGame,
    Where,
    own_games,
    points_given_away,
    points_lost,
    to_judge,
)
from enraya.league.rank.ranking import rating_curve
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.web.league.access import AskerOf, ServerOf, TeamOf, team_router
from enraya.web.league.league_server import LeagueServer
from enraya.web.league.routes.public import shown_ranking
from enraya.web.league.schemas import RankingRow
from enraya.web.server.application import in_store
from enraya.web.server.problems import problems

router = APIRouter(prefix="/api/league", tags=["league"], responses=problems(503))
own = team_router("/team")
MOST_PLAYERS = 40
"""How many players a cross table shows."""
_MEETINGS = """
SELECT first, second, winner, count(*) FROM games WHERE tournament = ?
AND id NOT IN (SELECT game FROM excluded) GROUP BY first, second, winner
"""
SHOWN_MOVES = 5
"""How many of the moves that gave points away a cell names."""


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


@router.get("/cross-table")
@in_store
def cross_table(server: ServerOf, asker: AskerOf) -> CrossTable:
    """Wins, draws and losses of each against each, of as many as the ranking shows."""
    meetings = server.recent(
        "meetings", lambda: list(server.store.database.query(_MEETINGS, LADDER))
    )
    place_of = {player.name: player.place for player in server.store.players.all()}
    ranked = server.ranking()
    rows = shown_ranking(server, asker, ranked)[:MOST_PLAYERS]
    places = [place_of[ranked[row.place - 1]["player"]] for row in rows]
    found: defaultdict[tuple[int, int], ResultCounts] = defaultdict(ResultCounts)
    for first, second, winner, count in meetings:
        counts = ResultCounts(count * (winner == 1), count * (not winner), count * (winner == 2))
        found[first, second] += counts
        found[second, first] += ~counts
    cells = {pair: CrossCell(**asdict(counts)) for pair, counts in found.items()}
    return CrossTable(
        players=rows, cells=[[cells.get((one, other)) for other in places] for one in places]
    )


@own.get("/curve")
async def curve(server: ServerOf, team: TeamOf) -> list[RatingPoint]:
    """The ratings of the team's versions over its games, each with its interval then."""

    def look(store: LeagueStore) -> list[RatingPoint]:
        numbers = store.versions.numbers()
        return [
            RatingPoint(games=games, version=numbers[version], elo=rating.elo, low=rating.low,
                       high=rating.high)
            for games, version, rating in rating_curve(store, team)
        ]  # fmt: skip

    return await server.read_once(f"curve {team}", look)


class LossRow(BaseModel):
    """The points that the version that plays has given away in some of its games."""

    group: str = Field(description="opponent, side or fault.")
    what: str
    games: int
    lost: float


class TurningMove(BaseModel):
    """A move that gave points away."""

    game: int
    ply: int = Field(description="Its number, from 1; 0 if it was none.")


class GivenCell(BaseModel):
    """What the version gave away against some opponents, at some time of the game."""

    opponent: str = Field(description="A baseline, or stronger or weaker teams.")
    where: Where = Field(
        description="A third of the board; `fault`: it failed; `never`: perfect play would not "
        "have brought more; `open`: not solved in time."
    )
    points: float
    moves: list[TurningMove] = Field(description="The latest of them.")

    @staticmethod
    def of(opponent: str, where: Where, found: Sequence[GivenAway]) -> "GivenCell":
        """The sum of some half points, the latest first."""
        moves = dict.fromkeys((one.game.id, one.ply) for one in found)  # one may cost a whole point
        latest = [TurningMove(game=game, ply=ply) for game, ply in list(moves)[:SHOWN_MOVES]]
        return GivenCell(opponent=opponent, where=where, points=len(found) / 2, moves=latest)


class GivenTable(BaseModel):
    """Where points were given away, as the perfect player sees it."""

    games: int = Field(description="The latest that the version did not win.")
    judged: int = Field(description="How many of them are judged by now.")
    cells: list[GivenCell]


async def _own_games(server: LeagueServer, team: int) -> list[OwnGame]:
    """The games of the version that plays for a team, as they were a moment ago."""
    return await server.read_once(f"games {team}", lambda store: own_games(store, team))


@own.get("/losses")
async def losses(server: ServerOf, team: TeamOf) -> list[LossRow]:
    """Where the version that plays for the team loses its points."""
    games = await _own_games(server, team)
    return [LossRow(**one._asdict()) for one in points_lost(games)]


@own.get("/given-away")
async def given_away(server: ServerOf, team: TeamOf) -> GivenTable:
    """Where the version that plays gives points away: in which phase of the game, against whom.

    The perfect player judges the latest games that it did not win, some at each request.
    """
    games = to_judge(await _own_games(server, team))
    settings = await server.storing.run(lambda: server.league_settings)
    if settings.rule_set.name != "classic":
        return GivenTable(games=0, judged=0, cells=[])
    marks = await server.judged_games.of(team, games, settings.rules)
    cells: dict[tuple[str, Where], list[GivenAway]] = {}
    for one in points_given_away(games, marks, settings.rule_set.cells):
        cells.setdefault((one.game.opponent, one.where), []).append(one)
    return GivenTable(
        games=len(games),
        judged=len(marks),
        cells=[GivenCell.of(*key, found) for key, found in cells.items()],
    )
