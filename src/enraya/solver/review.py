"""A whole game under the eyes of the perfect player."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.solver.analysis import Analysis, analyse
from enraya.solver.score import value_of
from enraya.solver.solver import Solver


class Label(StrEnum):
    """What a move did to the outcome under perfect play."""

    BEST = "best"
    SLOWER = "slower"
    """The value was kept, but the win comes later or the loss sooner."""
    MISTAKE = "mistake"
    """A win became a draw, or a draw a loss."""
    BLUNDER = "blunder"
    """A win became a loss."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move with what it cost; scores are from the view of the player who made it."""

    ply: int
    """Counted from 1."""
    player: int
    column: int
    score_before: int
    """Of the best move."""
    score_after: int
    """Of the move played."""
    label: Label
    better: tuple[int, ...]
    """The best columns, when the move was not one of them."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well one player played; None where he made no move."""

    moves: int
    kept_value: float | None
    """The share of moves that kept win, draw or loss as it was."""
    best: float | None
    """The share of moves that were best."""


@dataclass(frozen=True, slots=True)
class Review:
    """All moves of a game, labelled."""

    moves: tuple[ReviewedMove, ...]

    def accuracy(self, player: int) -> Accuracy:
        """How well player 1 or 2 played."""
        own = [move for move in self.moves if move.player == player]
        if not own:
            return Accuracy(0, None, None)
        kept = sum(move.label in (Label.BEST, Label.SLOWER) for move in own)
        best = sum(move.label is Label.BEST for move in own)
        return Accuracy(len(own), kept / len(own), best / len(own))


def label_move(before: int, after: int) -> Label:
    """The label of a move that scores ``after`` where the best one scores ``before``."""
    if after == before:
        return Label.BEST
    lost = value_of(before) - value_of(after)
    return (Label.SLOWER, Label.MISTAKE, Label.BLUNDER)[lost]


def review(solver: Solver, game: Position) -> Review:
    """Labels every move of the game that led to a position.

    Later positions are solved first: what is learnt there helps with the earlier ones.

    Raises:
        InvalidSetting: for rule sets that cannot be solved.
    """
    return Review(tuple(reversed(list(review_backwards(solver, game)))))


def review_backwards(solver: Solver, game: Position) -> Iterator[ReviewedMove]:
    """The reviewed moves as they are solved, the last move first."""
    if game.rules.has_bombs:
        raise InvalidSetting(f"games of {game.rules.name!r} cannot be solved; review a classic one")
    for ply in range(len(game.moves), 0, -1):
        before = Position.parse(game.moves[: ply - 1], game.rules)
        played = Position.parse(game.moves[:ply], game.rules).last_cell
        assert played is not None
        yield _review_move(analyse(solver, before), played.column)


def _review_move(analysis: Analysis, column: int) -> ReviewedMove:
    after = analysis.scores[column - 1]
    assert after is not None
    label = label_move(analysis.score, after)
    return ReviewedMove(
        ply=analysis.position.plies + 1,
        player=analysis.position.mover,
        column=column,
        score_before=analysis.score,
        score_after=after,
        label=label,
        better=() if label is Label.BEST else analysis.best,
    )
