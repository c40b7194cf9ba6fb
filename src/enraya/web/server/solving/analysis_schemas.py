"""API schemas of scores: exact, bounded or estimated, for positions and games."""

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
    """A score from the mover's point of view; fields are null where it is not known."""

    score: int | None
    outcome: Literal["win", "draw", "loss"] | None
    plies: int | None = Field(description="Moves to the end of the game with perfect play.")

    @staticmethod
    def of(score: int | None, position: Position) -> "Valuation":
        """The valuation of a position, or of a move in it, with this score."""
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
    plies: int | None = Field(
        description="Moves to the end that the search sees, this one included."
    )

    @staticmethod
    def of(move: EstimatedMove) -> "MoveEstimate":
        """An estimate as the API sends it."""
        outcome = _SEEN_ENDS.get(move.outcome)
        return MoveEstimate(value=move.value, outcome=outcome, plies=move.plies)


class ColumnValue(Valuation):
    """A move with its score, its bounds, and an estimate."""

    move: str
    is_best: bool = Field(
        description="Whether the move is best; of the moves in a lost position, only "
        "those that block."
    )
    lower: int = Field(description="A lower bound of the score.")
    upper: int = Field(description="An upper bound of the score.")
    estimate: MoveEstimate | None = Field(description="Null if the score is known.")

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
    """Every move of a position with its score."""

    moves: str
    rules: str
    exact: bool = Field(description="Whether all scores were found in time.")
    value: Valuation
    lower: int = Field(description="A lower bound of the score.")
    upper: int = Field(description="An upper bound of the score.")
    columns: list[ColumnValue | None] = Field(
        description="One entry per column; null for a full one."
    )
    line: str | None = Field(description="One perfect continuation, if requested and found.")
    depth: int | None = Field(
        description="How many moves ahead the estimates look; null if there are none."
    )
    expected: str | None = Field(
        description="The principal variation of the search that made the estimates."
    )

    @staticmethod
    def of(found: Analysis) -> "PositionAnalysis":
        """An analysis as the API sends it."""
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
    """A move of a game and what it cost, from the point of view of its player."""

    ply: int
    player: int
    move: str
    is_opening: bool = Field(description="Whether the move was given, not chosen by a player.")
    label: Label | None = Field(description="Null if the scores were not found in time.")
    before: Valuation = Field(description="The value of the best move.")
    after: Valuation = Field(description="The value of the move played.")
    better: list[str] = Field(description="The best moves, if this was not one of them.")


class SideAccuracy(BaseModel):
    """How well one player played, over the moves whose scores are known."""

    moves: int
    kept_value: float | None = Field(description="Share of moves that kept the win, draw or loss.")
    best: float | None = Field(description="Share of moves that were best.")


class GameReview(BaseModel):
    """A review of a whole game by the solver."""

    moves: list[MoveReview]
    accuracy: list[SideAccuracy] = Field(min_length=2, max_length=2)
    complete: bool = Field(description="Whether every move was solved in time.")

    @staticmethod
    def of(game: Position, found: Review, opening: int) -> "GameReview":
        """The review of a game; its first ``opening`` moves were given and affect no accuracy."""
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
