"""The review of a whole game: how each move compares with perfect play."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, ClassVar

from enraya.errors import InvalidSetting
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.game.text_drawing import disc_name
from enraya.result import DRAW, LOSS, WIN, Result, Rows, styled
from enraya.solver.analysis import Analysis, analyse
from enraya.solver.score import Score, in_words, value_of
from enraya.solver.solver import Solver
from enraya.texts import ENGLISH, Sentence

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType


class Label(StrEnum):
    """What a move did to the outcome under perfect play."""

    BEST = "best"
    SLOWER = "slower"
    """A win remains a win but takes longer."""
    SOONER = "sooner"
    """A loss remains a loss but comes sooner."""
    MISTAKE = "mistake"
    """A win became a draw, or a draw a loss."""
    BLUNDER = "blunder"
    """A win became a loss."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move and what it cost; scores are for the player who made it."""

    ply: int
    """The number of the move, counted from 1."""
    player: int
    column: int
    score_before: Score | None
    """The score of the best move; None if it is not known."""
    score_after: Score | None
    """The score of the move played; None if it is not known."""
    label: Label | None
    """The move's label; None if one of the scores is not known."""
    better: tuple[int, ...]
    """The columns of the best moves if the move was not one of them, else empty."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well a player played; the shares are None if none of their moves is labelled."""

    moves: int
    """How many of the player's moves are labelled."""
    kept_value: float | None
    """The share of moves that did not turn a win into a draw or loss, or a draw into a loss."""
    best: float | None
    """The share of moves that were best."""


_LABEL_STYLES = {
    Label.BEST: WIN,
    Label.SLOWER: DRAW,
    Label.SOONER: DRAW,
    Label.MISTAKE: LOSS,
    Label.BLUNDER: f"bold {LOSS}",
}


@dataclass(frozen=True, slots=True, repr=False)
class Review(Result):
    """All moves of a game, labelled as far as they are solved.

    >>> found = review(Solver(table_mb=8), Position.parse("445522"))
    >>> [str(move.label) for move in found.moves]
    ['best', 'best', 'blunder', 'blunder', 'blunder', 'blunder']
    """

    formats: ClassVar[Mapping[str, str]] = {"best_score": "+d", "score": "+d"}
    position: Position
    """The last position of the game."""
    moves: tuple[ReviewedMove, ...]

    @property
    def is_exact(self) -> bool:
        """Whether every move is labelled; always true if there was no deadline."""
        return all(move.label is not None for move in self.moves)

    def accuracy(self, player: int) -> Accuracy:
        """How well a player, 1 or 2, played."""
        labels = [m.label for m in self.moves if m.player == player and m.label is not None]
        if not labels:
            return Accuracy(0, None, None)
        kept = sum(label not in (Label.MISTAKE, Label.BLUNDER) for label in labels)
        best = sum(label is Label.BEST for label in labels)
        return Accuracy(len(labels), kept / len(labels), best / len(labels))

    @property
    def rows(self) -> Rows:
        """A row for each move."""
        return [
            {
                "move": move.ply,
                "player": move.player,
                "column": format_move(move.column),
                "best_score": move.score_before,
                "score": move.score_after,
                "label": None if move.label is None else move.label.value,
                "better": tuple(map(format_move, move.better)),
            }
            for move in self.moves
        ]

    @property
    def remarks(self) -> list[str]:
        """A sentence on how well each player played, if any of their moves is labelled."""
        words = []
        for player in (1, 2):
            accuracy = self.accuracy(player)
            if accuracy.best is not None:
                share, moves = f"{accuracy.best:.0%}", accuracy.moves
                words.append(f"player {player}: {share} of {moves} moves were best")
        return words

    @property
    def accuracies(self) -> list[str]:
        """A line for each player: how often they kept the value, and chose a best move."""
        return [
            f"{disc_name(player)}: {_percent(one.kept_value)} of {one.moves} moves "
            f"kept the value, {_percent(one.best)} were best"
            for player in (1, 2)
            for one in (self.accuracy(player),)
        ]

    def __rich_console__(
        self, console: "Console", options: "ConsoleOptions"
    ) -> "Iterator[RenderableType]":
        """The moves with their labels in colours, and how well both played."""
        from rich.table import Table
        from rich.text import Text

        table = Table("move", "player", "column", "best play", "after the move", "label", "better")
        for move in self.moves:
            label = Text()
            if move.label is not None:
                label = Text(ENGLISH(f"label.{move.label}"), _LABEL_STYLES[move.label])
            table.add_row(
                str(move.ply),
                disc_name(move.player),
                format_move(move.column),
                styled(in_words(move.score_before), move.score_before),
                styled(in_words(move.score_after), move.score_after),
                label,
                " ".join(map(format_move, move.better)),
            )
        yield table
        yield from self.accuracies

    def to_object(self) -> dict[str, object]:
        """The review as plain values, in the order in which ``--json`` prints them."""
        return {
            "moves": self.position.moves,
            "review": [asdict(move) for move in self.moves],
            "accuracy": [{"player": n, **asdict(self.accuracy(n))} for n in (1, 2)],
        }


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def label_move(before: int, after: int) -> Label:
    """The label of a move that scores ``after`` when the best move scores ``before``."""
    if after == before:
        return Label.BEST
    lost = value_of(before) - value_of(after)
    kept = Label.SLOWER if before > 0 else Label.SOONER
    return (kept, Label.MISTAKE, Label.BLUNDER)[lost]


def review(solver: Solver, game: Position, *, deadline: float | None = None) -> Review:
    """The review of the game that led to a position; moves are labelled until the deadline.

    Later positions are solved first, because the table they fill speeds up the earlier ones.

    Raises:
        InvalidSetting: for rule sets that cannot be solved.
    """
    return Review(game, tuple(review_backwards(solver, game, deadline=deadline))[::-1])


def review_backwards(
    solver: Solver, game: Position, *, deadline: float | None = None
) -> Iterator[ReviewedMove]:
    """The reviewed moves as they are solved, the last move first."""
    for before, column in moves_backwards(game):
        yield review_move(analyse(solver, before, deadline=deadline), column)


def moves_backwards(game: Position) -> Iterator[tuple[Position, int]]:
    """Every move of a game, from the last to the first: the position before it, and its column.

    Raises:
        InvalidSetting: for rule sets that cannot be solved.
    """
    if game.rules.has_bombs:
        raise InvalidSetting(Sentence("problem.no_review", rules=repr(game.rules.name)))
    for ply in range(len(game.moves), 0, -1):
        before = Position.parse(game.moves[: ply - 1], game.rules)
        played = Position.parse(game.moves[:ply], game.rules).last_cell
        assert played is not None
        yield before, played.column


def review_move(analysis: Analysis, column: int) -> ReviewedMove:
    """The review of a move, as far as the analysis of the position before it is solved."""
    before, after = analysis.score, analysis.scores[column - 1]
    label = None if before is None or after is None else label_move(before, after)
    return ReviewedMove(
        ply=analysis.position.plies + 1,
        player=analysis.position.mover,
        column=column,
        score_before=before,
        score_after=after,
        label=label,
        better=() if label in (None, Label.BEST) else analysis.best,
    )
