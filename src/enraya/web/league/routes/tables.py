"""Tables about the ladder: who beat whom, ratings over time, and where points are lost."""

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
"""How many of the moves that gave points away each cell lists."""


class CrossCell(BaseModel):
    """A player's results against another player."""

    wins: int
    draws: int
    losses: int


class CrossTable(BaseModel):
    """The results of each player against each other player, in the order of the ranking."""

    players: list[RankingRow]
    cells: list[list[CrossCell | None]] = Field(
        description="A row for each player; null where two players have not met."
    )


class RatingPoint(BaseModel):
    """A team's rating after some of its games, computed from the games played by then."""

    games: int
    version: int = Field(description="The number of the version that played.")
    elo: float
    low: float
    high: float


@router.get("/cross-table")
@in_store
def cross_table(server: ServerOf, asker: AskerOf) -> CrossTable:
    """The results of every two players against each other, for the first 40 of the ranking."""
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
    """The rating of the team's versions over its games, with the interval at each point."""

    def look(store: LeagueStore) -> list[RatingPoint]:
        numbers = store.versions.numbers()
        return [
            RatingPoint(games=games, version=numbers[version], elo=rating.elo, low=rating.low,
                       high=rating.high)
            for games, version, rating in rating_curve(store, team)
        ]  # fmt: skip

    return await server.read_once(f"curve {team}", look)


class LossRow(BaseModel):
    """The points that the team's active version has lost in a group of its games."""

    group: str = Field(description="How games are grouped: opponent, side or fault.")
    what: str = Field(
        description="Which group: a baseline, stronger or weaker; first or second; or the fault."
    )
    games: int
    lost: float = Field(description="The points lost: 1 for a loss, 0.5 for a draw.")


class TurningMove(BaseModel):
    """A move that gave points away."""

    game: int
    ply: int = Field(description="The number of the move, from 1; 0 if no move gave them away.")


class GivenCell(BaseModel):
    """The points that the version gave away against one kind of opponent in one phase of games."""

    opponent: str = Field(description="A baseline, or stronger or weaker for teams.")
    where: Where = Field(
        description="The phase: `early`, `middle` or `late`, by thirds of the board; `fault`: the "
        "agent failed; `never`: perfect play would not have got more; `open`: not solved in time."
    )
    points: float
    moves: list[TurningMove] = Field(description="The latest moves that gave them away.")

    @staticmethod
    def of(opponent: str, where: Where, found: Sequence[GivenAway]) -> "GivenCell":
        """The cell for these half points, which must be ordered from the latest game back."""
        moves = dict.fromkeys((one.game.id, one.ply) for one in found)  # one may cost a whole point
        latest = [TurningMove(game=game, ply=ply) for game, ply in list(moves)[:SHOWN_MOVES]]
        return GivenCell(opponent=opponent, where=where, points=len(found) / 2, moves=latest)


class GivenTable(BaseModel):
    """Where the version gave points away, as the perfect player judges it."""

    games: int = Field(description="How many games are to be judged: the latest ones not won.")
    judged: int = Field(description="How many of these games are judged by now.")
    cells: list[GivenCell]


async def _own_games(server: LeagueServer, team: int) -> list[OwnGame]:
    """The games of a team's active version, at most `READ_SECONDS` old."""
    return await server.read_once(f"games {team}", lambda store: own_games(store, team))


@own.get("/losses")
async def losses(server: ServerOf, team: TeamOf) -> list[LossRow]:
    """The points that the team's active version loses, by opponent, by side and by fault."""
    games = await _own_games(server, team)
    return [LossRow(**one._asdict()) for one in points_lost(games)]


@own.get("/given-away")
async def given_away(server: ServerOf, team: TeamOf) -> GivenTable:
    """Where the team's active version gives points away: in which phase and against whom.

    The perfect player judges the latest games that the version did not win. A request starts that
    in the background, and later requests see more games judged.
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
