"""Routes to find positions: set up stone by stone, or by how stored games continued."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field, StringConstraints

from enraya.errors import InvalidSetting
from enraya.game.setup import parse_stacks, position_of
from enraya.rules import parse_rules
from enraya.rules.classic import MAX_CELLS
from enraya.texts import Sentence
from enraya.web.laboratory.laboratory import LaboratoryOf, VisitorOf
from enraya.web.laboratory.routes.analysis import PositionOf
from enraya.web.server.problems import problems
from enraya.web.server.schemas import RulesText, TextObject

router = APIRouter(prefix="/api", tags=["explorer"])


class SetUpResult(BaseModel):
    """The result of setting up stones: moves that lead to them, or why there are none."""

    moves: str | None
    problem: TextObject | None = Field(description="Null if there are moves.")


class ContinuationRow(BaseModel):
    """A move that was made in a position in stored games, and how those games ended."""

    move: str
    games: int
    first: int = Field(description="How many of them the first player won.")
    draws: int
    second: int


@router.get("/continuations", responses=problems(503))
async def find_continuations(
    request: Request, laboratory: LaboratoryOf, visitor: VisitorOf, place: PositionOf
) -> list[ContinuationRow]:
    """How tournament games stored here continued from a position, whatever moves led to it."""
    find = laboratory.tournaments.continuations
    found = await laboratory.reading.ask(request, visitor, lambda _: find(place))
    return [ContinuationRow(**one._asdict()) for one in found]


@router.get("/setup", responses=problems(503))
async def set_up(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    stacks: Annotated[
        str,
        StringConstraints(max_length=2 * MAX_CELLS),
        Query(
            description="The stones of each column from the bottom, `1` or `2`; a comma "
            "between columns.",
            examples=[",,2,12,1,,"],
        ),
    ],
    rules: Annotated[RulesText, Query()] = "classic",
) -> SetUpResult:
    """Moves that lead to a position, so that it can be analysed, played and linked."""
    board = parse_rules(rules)
    wanted = parse_stacks(stacks, board)
    try:
        found = await laboratory.reading.ask(request, visitor, lambda _: position_of(wanted, board))
    except InvalidSetting as error:
        if not isinstance(error.sentence, Sentence):
            raise
        return SetUpResult(moves=None, problem=TextObject(**error.sentence.to_object()))
    return SetUpResult(moves=found.moves, problem=None)
