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
from enraya.web.league.access import HallOf, TeamOf
from enraya.web.server.problems import problems

router = APIRouter(prefix="/api/league/team", tags=["a team"])
SHOWN_MOVES = 5
"""Of those that gave points away, in each cell."""


class Loss(BaseModel):
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


class GivenAway(BaseModel):
    """Where points were given away, as the perfect player sees it."""

    games: int = Field(description="The latest that the version did not win.")
    judged: int = Field(description="How many of them are judged by now.")
    cells: list[GivenCell]


@router.get("/losses", responses=problems(401, 503))
async def losses(hall: HallOf, team: TeamOf) -> list[Loss]:
    """Where the version that plays for the team loses its points."""
    games = await hall.read_once(f"games {team}", own_games, team)
    return [Loss(**one._asdict()) for one in points_lost(games)]


@router.get("/given-away", responses=problems(401, 503))
async def given_away(hall: HallOf, team: TeamOf) -> GivenAway:
    """In which phase of the game, and against whom, the version that plays gives points away.

    The perfect player judges the latest games that it did not win, some each time somebody asks.
    """
    games = to_judge(await hall.read_once(f"games {team}", own_games, team))
    settings = await hall.stored(hall.recent, "settings", lambda: hall.store.settings)
    if settings.rule_set.name != "classic":
        return GivenAway(games=0, judged=0, cells=[])
    marks = await hall.turns.of(team, games, settings.rules)
    cells: dict[tuple[str, Where], list[GivenGame]] = {}
    for one in points_given_away(games, marks, settings.rule_set.cells):
        cells.setdefault((one.opponent, one.where), []).append(one)
    return GivenAway(
        games=len(games),
        judged=len(marks),
        cells=[GivenCell.of(*key, found) for key, found in cells.items()],
    )
