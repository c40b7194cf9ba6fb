"""What goes over the wire about scores: exact, bounded or estimated, of positions and games."""

from dataclasses import asdict, replace
from typing import Literal

from pydantic import BaseModel, Field

from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.solver import Analysis, Review
from enraya.solver.analysis import EstimatedMove
from enraya.solver.review import Label, ReviewedMove
from enraya.solver.score import plies_to_end, value_of

OUTCOMES: dict[int, Literal["win", "draw", "loss"]] = {1: "win", 0: "draw", -1: "loss"}
_SEEN_ENDS: dict[int | None, Literal["win", "loss"]] = {1: "win", -1: "loss"}


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


class MoveEstimate(BaseModel):
    """What a search of limited depth thinks of a move: a guess, not a proof."""

    value: float | None = Field(
        description="The heuristic's value; null where the search sees the end of the game."
    )
    outcome: Literal["win", "loss"] | None
    plies: int | None = Field(description="Moves to the end that it sees, this one included.")

    @staticmethod
    def of(move: EstimatedMove) -> "MoveEstimate":
        """The estimate of a move."""
        outcome = _SEEN_ENDS.get(move.outcome)
        return MoveEstimate(value=move.value, outcome=outcome, plies=move.plies)


class ColumnValue(Valuation):
    """The score of a move."""

    move: str
    is_best: bool = Field(description="Of equally bad moves only those that block are best.")
    lower: int = Field(description="The score is at least this.")
    upper: int = Field(description="The score is at most this.")
    estimate: MoveEstimate | None = Field(description="Null where the score is known.")

    @staticmethod
    def of_column(found: Analysis, column: int) -> "ColumnValue | None":
        """The value of a column, counted from 1; None where it is full."""
        bounds = found.bounds[column - 1]
        if bounds is None:
            return None
        value = Valuation.of(bounds.score, found.position)
        estimate = found.estimate and found.estimate.moves[column - 1]
        return ColumnValue(
            **value.model_dump(),
            move=format_move(column),
            is_best=column in found.clearest,
            lower=bounds.lower,
            upper=bounds.upper,
            estimate=MoveEstimate.of(estimate) if estimate and bounds.score is None else None,
        )


class PositionAnalysis(BaseModel):
    """Every move with its score."""

    moves: str
    rules: str
    exact: bool = Field(description="Whether all scores were found in time.")
    value: Valuation
    lower: int = Field(description="The score is at least this.")
    upper: int = Field(description="The score is at most this.")
    columns: list[ColumnValue | None] = Field(description="By column; null where it is full.")
    line: str | None = Field(description="One perfect continuation, when asked for and found.")
    depth: int | None = Field(
        description="How many moves ahead the estimates look; null without them."
    )
    expected: str | None = Field(description="The line that the estimates expect.")

    @staticmethod
    def of(found: Analysis) -> "PositionAnalysis":
        """What is known of a position."""
        estimate = found.estimate
        columns = range(1, found.position.rules.columns + 1)
        return PositionAnalysis(
            moves=found.position.moves,
            rules=found.position.rules.spec,
            exact=found.is_exact,
            value=Valuation.of(found.score, found.position),
            lower=found.whole.lower,
            upper=found.whole.upper,
            columns=[ColumnValue.of_column(found, column) for column in columns],
            line=found.line,
            depth=estimate.depth if estimate else None,
            expected=estimate.line if estimate else None,
        )


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
        """The review of a game whose first moves no player chose."""
        chosen = replace(found, moves=found.moves[opening:])
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
