"""Routes for analysis: positions, threats, and reviews of whole games."""

from collections.abc import AsyncIterator
from functools import partial
from itertools import count
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field, StringConstraints

from enraya.agents.players.estimating import step_seconds
from enraya.errors import NotSolved
from enraya.game.position import Position
from enraya.game.threats import find_threats
from enraya.solver import Analysis
from enraya.stopping import Stop
from enraya.texts import Sentence
from enraya.web.laboratory.laboratory import Laboratory, LaboratoryOf, VisitorOf
from enraya.web.laboratory.routes.schemas import Seconds
from enraya.web.laboratory.thinking.compilation import MOVING, SOLVING
from enraya.web.server.limits import LimitedStream
from enraya.web.server.problems import Refusal, documented, problems
from enraya.web.server.schemas import CellPlace, MovesText, PositionState, RulesText
from enraya.web.server.settings import MAX_MOVES, MAX_SECONDS
from enraya.web.server.solving.analysis_schemas import GameReview, PositionAnalysis
from enraya.web.server.solving.solver_service import check_solvable
from enraya.web.server.visitor import Visitor

router = APIRouter(prefix="/api", tags=["analysis"])
well_known = APIRouter(tags=["solve"])
"""`GET /solve?pos=`: the request of a well-known solver, for programs written for it."""
FULL = 100
"""The score that `/solve` gives for a full column."""
ESTIMATE_SHARE = 0.1
"""The share of the time that is kept to estimate moves that are not solved."""
LONGEST_ANALYSIS = 120.0
"""After how many seconds of thinking a live analysis ends."""
Moves = Annotated[MovesText, Query()]
Rules = Annotated[RulesText, Query()]
Time = Annotated[Seconds, Query()]


class ThreatInfo(BaseModel):
    """A threat: an empty cell where a player would complete four."""

    player: int
    cell: CellPlace
    parity: Literal["odd", "even"]
    use: Literal["now", "stacked", "strong", "weak", "useless"]


async def position_given(moves: Moves = "", rules: Rules = "classic") -> Position:
    """The position that a query describes."""
    return Position.parse(moves, rules)


PositionOf = Annotated[Position, Depends(position_given)]


@router.get("/position", responses=problems())
async def position(place: PositionOf) -> PositionState:
    """The position after some moves."""
    return PositionState.of(place)


@router.get("/analysis", responses=problems(409, 503))
async def analysis(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    moves: Moves = "",
    rules: Rules = "classic",
    line: Annotated[bool, Query(description="Whether to find the best line, too.")] = False,
    seconds: Time = 10.0,
) -> PositionAnalysis:
    """The score of every move in a position, exact where the time allows."""
    place = Position.parse(moves, rules)
    check_solvable(place)
    service, compilation = laboratory.solver_service, laboratory.compilation

    def work(stop: Stop) -> Analysis:
        estimating = ESTIMATE_SHARE * seconds
        found = service.analyse(place, seconds - estimating, stop, with_line=line)
        if found.is_exact or not compilation.has(MOVING):
            return found
        return service.estimate(found, estimating, stop)

    known = None if line else service.known(place)
    if known is None:
        compilation.check(SOLVING)
        known = await laboratory.slow.ask(request, visitor, work)
    return PositionAnalysis.of(known)


@router.get(
    "/analysis/events",
    response_class=StreamingResponse,
    responses=documented("text/event-stream", 409, 503),
)
async def follow(
    request: Request, laboratory: LaboratoryOf, visitor: VisitorOf, place: PositionOf
) -> StreamingResponse:
    """An analysis as server-sent events: what is known at once, then better until it is exact.

    The stream ends with exact scores, after two minutes of thinking, or when the client
    disconnects.
    """
    check_solvable(place)
    service, compilation = laboratory.solver_service, laboratory.compilation
    found = service.known(place)
    if found is None:
        compilation.check(SOLVING)
        begin = service.begin if compilation.has(MOVING) else service.analyse
        work = partial(begin, place, step_seconds(0))
        found = await laboratory.slow.ask(request, visitor, work)
    return LimitedStream(_steps(request, laboratory, visitor, found), laboratory.streams, visitor)


async def _steps(
    request: Request, laboratory: Laboratory, visitor: Visitor, found: Analysis
) -> AsyncIterator[str]:
    """The events of an analysis that improves; other requests wait for one step at most."""
    yield _event(found)
    for step in count(1):
        if found.is_exact or found.seconds > LONGEST_ANALYSIS or laboratory.closing.is_set():
            return
        proves = step % 2 == 1 or not laboratory.compilation.has(MOVING)
        refine = laboratory.solver_service.refine
        work = partial(refine, found, step_seconds(step), proves=proves)
        try:
            found = await laboratory.slow.ask(request, visitor, work)
        except Refusal:  # the client has gone, or there is too much to do
            return
        yield _event(found)


def _event(found: Analysis) -> str:
    return f"data: {PositionAnalysis.of(found).model_dump_json()}\n\n"


@router.get("/threats", responses=problems())
async def threats(place: PositionOf) -> list[ThreatInfo]:
    """The threats of both players, and how useful each is."""
    return [
        ThreatInfo(
            player=threat.player,
            cell=CellPlace.of(threat.cell),
            parity="odd" if threat.is_odd else "even",
            use=threat.use.value,
        )
        for threat in find_threats(place)
    ]


@router.get("/review", responses=problems(409, 503))
async def review(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    moves: Moves,
    rules: Rules = "classic",
    opening: Annotated[
        int,
        Query(
            ge=0,
            le=MAX_MOVES,
            description="How many moves at the start were given and are not judged.",
        ),
    ] = 0,
    seconds: Time = 30.0,
) -> GameReview:
    """Every move of a game, labelled: best, slower, sooner, mistake or blunder."""
    game = Position.parse(moves, rules)
    check_solvable(Position.start(game.rules))
    laboratory.compilation.check(SOLVING)
    work = partial(laboratory.solver_service.review, game, seconds)
    return GameReview.of(game, await laboratory.slow.ask(request, visitor, work), opening)


class Scores(BaseModel):
    """A position with the score of every column."""

    pos: str
    score: list[int] = Field(description=f"The score of each column; {FULL} for a full one.")


@well_known.get("/solve", responses=problems(409, 503))
async def solve(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    pos: Annotated[
        str,
        StringConstraints(max_length=64),
        Query(description="The columns played.", examples=["475"]),
    ] = "",
) -> Scores:
    """The exact score of every column of a 7×6 position."""
    place, service = Position.parse(pos), laboratory.solver_service
    check_solvable(place)
    found = service.known(place)
    if found is None:
        laboratory.compilation.check(SOLVING)
        work = partial(service.analyse, place, MAX_SECONDS)
        found = await laboratory.slow.ask(request, visitor, work)
    if not found.is_exact:
        raise NotSolved(Sentence("problem.not_solved", moves=repr(pos), seconds=MAX_SECONDS))
    scores = [FULL if score is None else score for score in found.scores]
    return Scores(pos=pos, score=scores)
