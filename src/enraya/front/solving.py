"""Questions to the perfect player in one line: `solve`, `analyse`, `review`."""

import os
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from enraya.front.inputs import duration, position_of
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.platform import cores
from enraya.rules import RuleSet
from enraya.solver import Analysis, Review, Solution, Solver
from enraya.solver import analyse as analyse_position
from enraya.solver import review as review_game
from enraya.solver.solved import SolvedPositions

if TYPE_CHECKING:
    from enraya.front.game_results import Game


@cache
def _solver() -> Solver:
    """The solver that questions share by default; it uses every core."""
    solved = None if os.environ.get("ENRAYA_NO_CACHE") else SolvedPositions()
    return Solver(threads=cores(), solved=solved)


def _ready(solver: Solver | None, position: Position, seconds: float | None) -> Solver:
    """The given solver or the shared one, loaded already if there is a time limit."""
    chosen = solver or _solver()
    if seconds is not None:
        duration(seconds)
        chosen.prepare(position.rules)
    return chosen


def solve(
    position: Position | str,
    rules: RuleSet | str | None = None,
    *,
    seconds: float | None = None,
    solver: Solver | None = None,
) -> Solution:
    """The exact score of a position under perfect play, for the player to move.

    Args:
        position: moves such as ``4453``, or a position.
        rules: the rules of the moves; classic on 7×6 by default.
        seconds: the time after which to stop, with the bounds proved so far.
        solver: the solver to ask instead of the shared one.

    >>> import enraya
    >>> solution = enraya.solve("4455")
    >>> solution.score, solution.score.words
    (18, 'win in 3')

    Raises:
        EnrayaError: when the position is not legal, over, or of a bomb game.
    """
    asked = position_of(position, rules)
    ready = _ready(solver, asked, seconds)
    limit = None if seconds is None else Limit(seconds=seconds)
    return ready.solve(asked, limit=limit)


def analyse(
    position: Position | str,
    rules: RuleSet | str | None = None,
    *,
    line: bool = False,
    seconds: float | None = None,
    solver: Solver | None = None,
) -> Analysis:
    """The exact score of every column, and the best line of play if wanted.

    Args:
        position: moves such as ``4453``, or a position.
        rules: the rules of the moves; classic on 7×6 by default.
        line: whether to find one perfect continuation to the end.
        seconds: the time after which to stop, with the scores found so far and an estimate of the
            others.
        solver: the solver to ask instead of the shared one.

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
        return analyse_position(ready, asked, with_line=line)
    from enraya.agents.players.estimating import Estimator  # other questions need no search

    estimator = Estimator(ready)
    estimator.prepare()
    return estimator.analyse(asked, seconds, with_line=line)


def review(
    game: "Position | str | Game",
    rules: RuleSet | str | None = None,
    *,
    seconds: float | None = None,
    solver: Solver | None = None,
) -> Review:
    """A label for every move of a game, with what the move cost and which ones were better.

    Args:
        game: its moves, its last position, or a game that `play` or `match` returned.
        rules: the rules of the moves; classic on 7×6 by default.
        seconds: the time after which to stop; the earlier moves then have no label.
        solver: the solver to ask instead of the shared one.

    >>> import enraya
    >>> [move["label"] for move in enraya.review("445522").rows]
    ['best', 'best', 'blunder', 'blunder', 'blunder', 'blunder']

    Raises:
        EnrayaError: when the moves are not legal, or of a bomb game.
    """
    asked = position_of(game, rules)
    ready = _ready(solver, asked, seconds)
    deadline = None if seconds is None else perf_counter() + seconds
    return review_game(ready, asked, deadline=deadline)
