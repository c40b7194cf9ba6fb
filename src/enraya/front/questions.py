"""The perfect player, asked in one line: `solve`, `analyse`, `review`."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar

from enraya.front.numbers import duration
from enraya.front.result import Result, Rows, position_of
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.platform import cores
from enraya.rules import RuleSet
from enraya.solver import Analysis, Review, Solution, Solver
from enraya.solver import analyse as analyse_position
from enraya.solver import review as review_game
from enraya.solver.analysis import Estimate
from enraya.solver.score import describe_score
from enraya.solver.solved import SolvedPositions

if TYPE_CHECKING:
    from enraya.front.played import Game


@dataclass(frozen=True, slots=True, repr=False)
class Solved(Result):
    """The exact score of a position, or what is proved of it."""

    formats: ClassVar[Mapping[str, str]] = {"score": "+d", "nodes": ",", "seconds": ".3f"}
    position: Position
    solution: Solution

    @property
    def score(self) -> int | None:
        """+n: the player to move wins with their n-th last stone; 0: draw; None: not solved."""
        return self.solution.score

    @property
    def value(self) -> int | None:
        """1, 0 or -1 for a win, draw or loss of the player to move; None when not known."""
        return self.solution.value

    @property
    def bounds(self) -> tuple[int, int]:
        """What the score is at least and at most."""
        return self.solution.lower, self.solution.upper

    @property
    def plies_to_end(self) -> int | None:
        """How many more moves perfect play takes; the cells left when it is a draw."""
        return self.solution.plies_to_end

    @property
    def drawn(self) -> Position:
        """The position."""
        return self.position

    @property
    def rows(self) -> Rows:
        """One row."""
        position = self.position
        words = describe_score(self.score, position.plies, position.rules.cells)
        nodes, seconds = self.solution.nodes, self.solution.seconds
        known = {"moves": position.moves, "score": self.score, "perfect_play": words}
        return [{**known, "nodes": nodes, "seconds": seconds}]

    def to_object(self) -> dict[str, Any]:
        """Everything as plain values."""
        position = self.position
        return {
            "moves": position.moves,
            "rules": position.rules.spec,
            "score": self.score,
            "bounds": list(self.bounds),
            "plies_to_end": self.plies_to_end,
            "nodes": self.solution.nodes,
            "seconds": round(self.solution.seconds, 6),
        }


@dataclass(frozen=True, slots=True, repr=False)
class Analysed(Result):
    """The exact score of every column."""

    formats: ClassVar[Mapping[str, str]] = {"score": "+d"}
    analysis: Analysis

    @property
    def position(self) -> Position:
        """What was analysed."""
        return self.analysis.position

    @property
    def scores(self) -> tuple[int | None, ...]:
        """The exact score of each column; None where it is full or not known."""
        return self.analysis.scores

    @property
    def score(self) -> int | None:
        """The score of the position, that of its best move; None when it is not known."""
        return self.analysis.score

    @property
    def best(self) -> tuple[int, ...]:
        """The columns of the best moves."""
        return self.analysis.best

    @property
    def line(self) -> str | None:
        """The moves of one perfect continuation to the end, if it was asked for."""
        return self.analysis.line

    @property
    def estimate(self) -> Estimate | None:
        """What a search thinks of it, where the seconds were too few to solve it."""
        return self.analysis.estimate

    @property
    def drawn(self) -> Position:
        """The position."""
        return self.position

    @property
    def rows(self) -> Rows:
        """One row for each column of the board; with an estimate if something is not solved."""
        plies, cells = self.position.plies, self.position.rules.cells
        return [
            {
                "column": format_move(column),
                "score": None if bounds is None else bounds.score,
                "perfect_play": "full"
                if bounds is None
                else describe_score(bounds.score, plies, cells),
                "best": column in self.best,
                **self._guess(column),
            }
            for column, bounds in enumerate(self.analysis.bounds, start=1)
        ]

    def _guess(self, column: int) -> dict[str, str]:
        if self.estimate is None:
            return {}
        guess, is_known = self.estimate.moves[column - 1], self.scores[column - 1] is not None
        return {"estimate": "" if guess is None or is_known else str(guess)}

    @property
    def remarks(self) -> list[str]:
        """The best line, if it was asked for, or how far the estimate looks."""
        line = [f"best line: {self.line}"] if self.line else []
        return [*line, *([str(self.estimate)] if self.estimate else [])]

    def to_object(self) -> dict[str, Any]:
        """Everything as plain values."""
        return self.analysis.to_object()


@dataclass(frozen=True, slots=True, repr=False)
class Reviewed(Result):
    """A whole game with its mistakes."""

    formats: ClassVar[Mapping[str, str]] = {"best_score": "+d", "score": "+d"}
    position: Position
    """How the game ended."""
    review: Review

    @property
    def rows(self) -> Rows:
        """One row for each move."""
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
            for move in self.review.moves
        ]

    @property
    def remarks(self) -> list[str]:
        """How well both played."""
        words = []
        for player in (1, 2):
            accuracy = self.review.accuracy(player)
            if accuracy.best is not None:
                share, moves = f"{accuracy.best:.0%}", accuracy.moves
                words.append(f"player {player}: {share} of {moves} moves were best")
        return words

    def to_object(self) -> dict[str, Any]:
        """Everything as plain values."""
        return self.review.to_object(self.position)


@cache
def _solver() -> Solver:
    """The solver that all questions share, on every core."""
    solved = None if os.environ.get("ENRAYA_NO_CACHE") else SolvedPositions()
    return Solver(threads=cores(), solved=solved)


def _ready(solver: Solver | None, position: Position, seconds: float | None) -> Solver:
    """The solver to ask; loading it does not count against a limit."""
    chosen = solver or _solver()
    if seconds is not None:
        duration("seconds", seconds)
        chosen.prepare(position.rules)
    return chosen


def solve(
    position: Position | str,
    rules: RuleSet | str | None = None,
    *,
    seconds: float | None = None,
    solver: Solver | None = None,
) -> Solved:
    """The exact score of a position under perfect play, for the player to move.

    Args:
        position: moves such as ``4453``, or a position.
        rules: of the moves; classic on 7×6 by default.
        seconds: after which to stop, with the bounds proved so far.
        solver: the one to ask, in place of the one that all questions share.

    >>> import enraya
    >>> enraya.solve("4455").score
    18

    Raises:
        EnrayaError: when the position is not legal, over, or of a bomb game.
    """
    asked = position_of(position, rules)
    ready = _ready(solver, asked, seconds)
    limit = None if seconds is None else Limit(seconds=seconds)
    return Solved(asked, ready.solve(asked, limit=limit))


def analyse(
    position: Position | str,
    rules: RuleSet | str | None = None,
    *,
    line: bool = False,
    seconds: float | None = None,
    solver: Solver | None = None,
) -> Analysed:
    """The exact score of every column, and the best line of play if wanted.

    Args:
        position: moves such as ``4453``, or a position.
        rules: of the moves; classic on 7×6 by default.
        line: whether to find one perfect continuation to the end.
        seconds: after which to stop, with the scores found so far and an estimate of the others.
        solver: the one to ask, in place of the one that all questions share.

    >>> import enraya
    >>> enraya.analyse("4455").best
    (3, 6)
    >>> print(enraya.analyse("4455"))  # doctest: +ELLIPSIS
     .  .  .  .  .  .  .
    ...
    column  score  perfect play  best
    ---------------------------------
         1     -4  loss in 32
         2     -3  loss in 34
         3    +18  win in 3      best
    ...

    Raises:
        EnrayaError: when the position is not legal, over, or of a bomb game.
    """
    asked = position_of(position, rules)
    ready = _ready(solver, asked, seconds)
    if seconds is None:
        return Analysed(analyse_position(ready, asked, with_line=line))
    from enraya.agents.players.estimating import Estimator  # other questions need no search

    estimator = Estimator(ready)
    estimator.prepare()
    return Analysed(estimator.analyse(asked, seconds, with_line=line))


def review(
    game: "Position | str | Game",
    rules: RuleSet | str | None = None,
    *,
    seconds: float | None = None,
    solver: Solver | None = None,
) -> Reviewed:
    """Every move of a game with what it cost, and the better ones.

    Args:
        game: its moves, its last position, or a game that `play` or `match` returned.
        rules: of the moves; classic on 7×6 by default.
        seconds: after which to stop; the earlier moves then have no label.
        solver: the one to ask, in place of the one that all questions share.

    >>> import enraya
    >>> [move["label"] for move in enraya.review("445522").rows]
    ['best', 'best', 'blunder', 'blunder', 'blunder', 'blunder']

    Raises:
        EnrayaError: when the moves are not legal, or of a bomb game.
    """
    asked = position_of(game, rules)
    ready = _ready(solver, asked, seconds)
    return Reviewed(asked, review_game(ready, asked, deadline=_deadline(seconds)))


def _deadline(seconds: float | None) -> float | None:
    return None if seconds is None else perf_counter() + seconds
