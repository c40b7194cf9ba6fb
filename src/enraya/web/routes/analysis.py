"""The perfect player's view: positions, threats, and whole games."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from functools import partial
from itertools import count
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from enraya.agents.estimating import step_seconds
from enraya.game.position import Position
from enraya.game.threats import find_threats
from enraya.solver import Analysis, Review
from enraya.solver.review import Label, ReviewedMove
from enraya.stopping import Stop
from enraya.web.analysis_schemas import PositionAnalysis, Valuation
from enraya.web.laboratory import Laboratory, LaboratoryOf, VisitorOf
from enraya.web.problems import Refusal, documented, problems
from enraya.web.schemas import CellPlace, MovesText, PositionState, RulesText, Seconds
from enraya.web.settings import MAX_MOVES
from enraya.web.thinking.compilation import MOVING, SOLVING
from enraya.web.thinking.solver_service import check_solvable
from enraya.web.visitors.streams import LimitedStream
from enraya.web.visitors.visitor import Visitor

router = APIRouter(prefix="/api", tags=["analysis"])
ESTIMATE_SHARE = 0.1
"""The part of the time that is kept for an estimate of what is not solved."""
LONGEST_ANALYSIS = 120.0
"""Seconds of thinking after which a live analysis ends."""
Moves = Annotated[MovesText, Query()]
Rules = Annotated[RulesText, Query()]
Time = Annotated[Seconds, Query()]


class ThreatInfo(BaseModel):
    """A cell where a player would complete four."""

    player: int
    cell: CellPlace
    parity: Literal["odd", "even"]
    use: Literal["now", "stacked", "strong", "weak", "useless"]


class MoveReview(BaseModel):
    """A move of a game with what it cost, as the player who made it sees it."""

    ply: int
    player: int
    move: str
    is_opening: bool = Field(description="Whether it was given, and not a player's choice.")
    label: Label | None = Field(description="Null where the scores were not found in time.")
    before: Valuation = Field(description="Of the best move.")
    after: Valuation = Field(description="Of the move played.")
    better: list[str] = Field(description="The best moves, when this was not one of them.")


class SideAccuracy(BaseModel):
    """How well a player played, over the moves whose scores are known."""

    moves: int
    kept_value: float | None = Field(description="Share of moves that kept win, draw or loss.")
    best: float | None = Field(description="Share of moves that were best.")


class GameReview(BaseModel):
    """A whole game as the perfect player sees it."""

    moves: list[MoveReview]
    accuracy: list[SideAccuracy] = Field(min_length=2, max_length=2)
    complete: bool = Field(description="Whether every move was solved in time.")

    @staticmethod
    def of(game: Position, found: Review, opening: int) -> "GameReview":
        """The review of a game whose first moves nobody is to blame for."""
        chosen = Review(found.moves[opening:])
        return GameReview(
            moves=[_reviewed(game, move, move.ply <= opening) for move in found.moves],
            accuracy=[SideAccuracy(**asdict(chosen.accuracy(player))) for player in (1, 2)],
            complete=found.is_exact,
        )


@router.get("/position", responses=problems())
async def position(moves: Moves = "", rules: Rules = "classic") -> PositionState:
    """The state after some moves."""
    return PositionState.of(Position.parse(moves, rules))


@router.get("/analysis", responses=problems(409, 503))
async def analysis(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    moves: Moves = "",
    rules: Rules = "classic",
    line: Annotated[bool, Query(description="Whether to look for the best line too.")] = False,
    seconds: Time = 10.0,
) -> PositionAnalysis:
    """The score of every move in a position, exact where the time allows."""
    place = Position.parse(moves, rules)
    check_solvable(place)
    known = laboratory.solver_service.known(place)
    if known is not None and not line:
        return PositionAnalysis.of(known)

    service, compilation = laboratory.solver_service, laboratory.compilation

    def work(stop: Stop) -> Analysis:
        estimating = ESTIMATE_SHARE * seconds
        found = service.analyse(place, seconds - estimating, stop, with_line=line)
        if found.is_exact or not compilation.has(MOVING):
            return found
        return service.estimate(found, estimating, stop)

    compilation.check(SOLVING)
    return PositionAnalysis.of(await laboratory.slow.ask(request, visitor, work))


@router.get(
    "/analysis/events",
    response_class=StreamingResponse,
    responses=documented("text/event-stream", 409, 503),
)
async def follow(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    moves: Moves = "",
    rules: Rules = "classic",
) -> StreamingResponse:
    """The same as server-sent events: what is known at once, then better until it is exact.

    It ends with exact scores, after two minutes of thinking, or when the client leaves.
    """
    place = Position.parse(moves, rules)
    check_solvable(place)
    found = laboratory.solver_service.known(place)
    service, compilation = laboratory.solver_service, laboratory.compilation

    def work(stop: Stop) -> Analysis:
        begin = service.begin if compilation.has(MOVING) else service.analyse
        return begin(place, step_seconds(0), stop)

    if found is None:
        compilation.check(SOLVING)
        found = await laboratory.slow.ask(request, visitor, work)
    return LimitedStream(_steps(request, laboratory, visitor, found), laboratory.streams, visitor)


async def _steps(
    request: Request, laboratory: Laboratory, visitor: Visitor, found: Analysis
) -> AsyncIterator[str]:
    """An analysis that becomes better; others wait for one step at most, as for any question."""
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
async def threats(moves: Moves = "", rules: Rules = "classic") -> list[ThreatInfo]:
    """The cells where a player would complete four, and what they are worth."""
    return [
        ThreatInfo(
            player=threat.player,
            cell=CellPlace.of(threat.cell),
            parity="odd" if threat.is_odd else "even",
            use=threat.use.value,
        )
        for threat in find_threats(Position.parse(moves, rules))
    ]


@router.get("/review", responses=problems(409, 503))
async def review(
    request: Request,
    laboratory: LaboratoryOf,
    visitor: VisitorOf,
    moves: Moves,
    rules: Rules = "classic",
    opening: Annotated[
        int, Query(ge=0, le=MAX_MOVES, description="How many moves nobody is to blame for.")
    ] = 0,
    seconds: Time = 30.0,
) -> GameReview:
    """Every move of a game, labelled: best, slower, sooner, mistake or blunder."""
    game = Position.parse(moves, rules)
    check_solvable(Position.start(game.rules))

    def work(stop: Stop) -> Review:
        return laboratory.solver_service.review(game, seconds, stop)

    laboratory.compilation.check(SOLVING)
    return GameReview.of(game, await laboratory.slow.ask(request, visitor, work), opening)


def _reviewed(game: Position, move: ReviewedMove, is_opening: bool) -> MoveReview:
    before = Position.parse(game.moves[: move.ply - 1], game.rules)
    return MoveReview(
        ply=move.ply,
        player=move.player,
        move=game.moves[move.ply - 1],
        is_opening=is_opening,
        label=move.label,
        before=Valuation.of(move.score_before, before),
        after=Valuation.of(move.score_after, before),
        better=[before.play(column).moves[-1] for column in move.better],
    )
