"""The perfect player's view: positions, threats, and whole games."""

from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from enraya.game.position import Position
from enraya.game.threats import find_threats
from enraya.solver import Analysis, Bounds, Review
from enraya.solver.review import Label, ReviewedMove
from enraya.solver.score import plies_to_end, value_of
from enraya.stopping import Stop
from enraya.web.laboratory import LaboratoryOf, VisitorOf
from enraya.web.problems import problems
from enraya.web.schemas import CellPlace, MovesText, PositionState, RulesText, Seconds
from enraya.web.settings import MAX_MOVES
from enraya.web.thinking.compilation import SOLVING
from enraya.web.thinking.solver_service import check_solvable

router = APIRouter(prefix="/api", tags=["analysis"])
OUTCOMES: dict[int, Literal["win", "draw", "loss"]] = {1: "win", 0: "draw", -1: "loss"}
Moves = Annotated[MovesText, Query()]
Rules = Annotated[RulesText, Query()]
Time = Annotated[Seconds, Query()]


class Valuation(BaseModel):
    """A score of the solver, as the player to move sees it; null where not known."""

    score: int | None
    outcome: Literal["win", "draw", "loss"] | None
    plies: int | None = Field(description="Moves to the end of the game with perfect play.")

    @staticmethod
    def of(score: int | None, position: Position) -> "Valuation":
        """The valuation of a position, or of a move in it, by its score."""
        if score is None:
            return Valuation(score=None, outcome=None, plies=None)
        plies = plies_to_end(score, position.plies, position.rules.cells)
        return Valuation(score=score, outcome=OUTCOMES[value_of(score)], plies=plies)


class ColumnValue(Valuation):
    """The score of a move."""

    move: str
    is_best: bool = Field(description="Of equally bad moves only those that block are best.")
    lower: int = Field(description="The score is at least this.")
    upper: int = Field(description="The score is at most this.")


class PositionAnalysis(BaseModel):
    """Every move with its score."""

    moves: str
    rules: str
    exact: bool = Field(description="Whether all scores were found in time.")
    value: Valuation
    columns: list[ColumnValue | None] = Field(description="By column; null where it is full.")
    line: str | None = Field(description="One perfect continuation, when asked for and found.")


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
        return _analysis(known)

    def work(stop: Stop) -> Analysis:
        return laboratory.solver_service.analyse(place, seconds, stop, with_line=line)

    laboratory.compilation.check(SOLVING)
    return _analysis(await laboratory.slow.ask(request, visitor, work))


def _analysis(found: Analysis) -> PositionAnalysis:
    place, best = found.position, found.clearest
    columns = [
        _column(place, column, bounds, column in best)
        for column, bounds in enumerate(found.bounds, start=1)
    ]
    return PositionAnalysis(
        moves=place.moves,
        rules=place.rules.spec,
        exact=found.is_exact,
        value=Valuation.of(found.score, place),
        columns=columns,
        line=found.line,
    )


def _column(
    place: Position, column: int, bounds: Bounds | None, is_best: bool
) -> ColumnValue | None:
    if bounds is None:
        return None
    value = Valuation.of(bounds.score, place)
    name = place.play(column).moves[-1]
    return ColumnValue(
        **value.model_dump(), move=name, is_best=is_best, lower=bounds.lower, upper=bounds.upper
    )


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
    found = await laboratory.slow.ask(request, visitor, work)
    chosen = Review(found.moves[opening:])
    return GameReview(
        moves=[_reviewed(game, move, move.ply <= opening) for move in found.moves],
        accuracy=[SideAccuracy(**asdict(chosen.accuracy(player))) for player in (1, 2)],
        complete=found.is_exact,
    )


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
