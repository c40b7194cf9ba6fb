"""`GET /solve?pos=`: the well-known request, for programs that already use it."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field, StringConstraints

from enraya.errors import NotSolved
from enraya.game.position import Position
from enraya.solver import Analysis
from enraya.stopping import Stop
from enraya.texts import Sentence
from enraya.web.laboratory import LaboratoryOf, VisitorOf
from enraya.web.problems import problems
from enraya.web.settings import MAX_SECONDS
from enraya.web.thinking.compilation import SOLVING
from enraya.web.thinking.solver_service import check_solvable

FULL = 100
"""What stands for a full column, in this answer only."""

router = APIRouter(tags=["solve"])


class Scores(BaseModel):
    """A position with the score of every column."""

    pos: str
    score: list[int] = Field(description=f"By column; {FULL} where the column is full.")


@router.get("/solve", responses=problems(409, 503))
async def solve(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    pos: Annotated[
        str, StringConstraints(max_length=64), Query(description="Columns.", examples=["475"])
    ] = "",
) -> Scores:
    """The exact score of every column of a 7×6 position."""
    place = Position.parse(pos)
    check_solvable(place)

    def work(stop: Stop) -> Analysis:
        return laboratory.solver_service.analyse(place, MAX_SECONDS, stop)

    found = laboratory.solver_service.known(place)
    if found is None:
        laboratory.compilation.check(SOLVING)
        found = await laboratory.slow.ask(request, visitor, work)
    if not found.is_exact:
        raise NotSolved(Sentence("problem.not_solved", moves=repr(pos), seconds=MAX_SECONDS))
    scores = [FULL if score is None else score for score in found.scores]
    return Scores(pos=pos, score=scores)
