"""Where a team loses its points: against whom, on which side, and in which phase of the game."""

from collections.abc import Sequence

from fastapi import APIRouter
from pydantic import BaseModel, Field

from enraya.league.rank.losses import (
    HALF,
    GivenGame,
    Where,
    own_games,
    points_given_away,
    points_lost,
    to_judge,
)
from enraya.web.league.access import ServerOf, TeamOf
from enraya.web.server.problems import problems

router = APIRouter(prefix="/api/league/team", tags=["a team"])
SHOWN_MOVES = 5
"""Of those that gave points away, in each cell."""


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
    def of(opponent: str, where: Where, found: Sequence[GivenGame]) -> "GivenCell":
        """The sum of some half points, the latest first."""
        moves = dict.fromkeys((one.game, one.ply) for one in found)  # one may cost a whole point
        latest = [TurningMove(game=game, ply=ply) for game, ply in list(moves)[:SHOWN_MOVES]]
        return GivenCell(opponent=opponent, where=where, points=HALF * len(found), moves=latest)


class GivenAwayTable(BaseModel):
    """Where points were given away, as the perfect player sees it."""

    games: int = Field(description="The latest that the version did not win.")
    judged: int = Field(description="How many of them are judged by now.")
    cells: list[GivenCell]


@router.get("/losses", responses=problems(401, 503))
async def losses(server: ServerOf, team: TeamOf) -> list[LossRow]:
    """Where the version that plays for the team loses its points."""
    games = await server.read_once(f"games {team}", own_games, team)
    return [LossRow(**one._asdict()) for one in points_lost(games)]


@router.get("/given-away", responses=problems(401, 503))
async def given_away(server: ServerOf, team: TeamOf) -> GivenAwayTable:
    """In which phase of the game, and against whom, the version that plays gives points away.

    The perfect player judges the latest games that it did not win, some each time somebody asks.
    """
    games = to_judge(await server.read_once(f"games {team}", own_games, team))
    settings = await server.stored(server.recent, "settings", lambda: server.store.settings)
    if settings.rule_set.name != "classic":
        return GivenAwayTable(games=0, judged=0, cells=[])
    marks = await server.judged_games.of(team, games, settings.rules)
    cells: dict[tuple[str, Where], list[GivenGame]] = {}
    for one in points_given_away(games, marks, settings.rule_set.cells):
        cells.setdefault((one.opponent, one.where), []).append(one)
    return GivenAwayTable(
        games=len(games),
        judged=len(marks),
        cells=[GivenCell.of(*key, found) for key, found in cells.items()],
    )
