"""`enraya solve`, `analyse` and `review`: what the perfect player says."""

import os
import sys
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.cli.common.options import JsonOption, SolverOptions
from enraya.cli.common.positions import (
    MovesArguments,
    PositionOptions,
    SizeOption,
    answer_each,
    chosen_rules,
)
from enraya.cli.common.progress import tracked
from enraya.errors import NotSolved
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.solver import Analysis
from enraya.solver.analysis import analyse as analyse_position
from enraya.solver.review import Label, Review, review_backwards

if TYPE_CHECKING:
    from rich.console import RenderableType


def solve(
    asked: PositionOptions,
    weak: Annotated[
        bool,
        typer.Option(
            "--weak", help="Only say who wins: 1 the player to move, 0 neither, -1 the opponent."
        ),
    ] = False,
    *,
    options: SolverOptions,
    as_json: JsonOption = False,
) -> None:
    """Print the exact score of each position, for the player to move.

    +n: that player wins with the n-th last of their stones; 0: draw; -n: the opponent does.

    Example: enraya solve 4455 44455554221
    """
    lines, rules = asked.read()
    solver, seconds = options.make_solver(), options.limit_seconds
    limit = None if seconds is None else Limit(seconds=seconds)

    def answer(position: Position) -> "RenderableType":
        solution = solver.solve(position, weak=weak, limit=limit)
        if as_json:
            return solution.to_json()
        score = solution.value if weak else solution.score
        if score is None:
            raise NotSolved(
                f"{position.moves!r} was not solved in {solution.seconds:.1f} s: "
                f"its score is between {solution.lower} and {solution.upper}"
            )
        return _shown(position.moves, score)

    answer_each(lines, rules, answer)


def _shown(moves: str, score: int) -> "RenderableType":
    """The answer in one line; rich, which colours it, is loaded only for a terminal."""
    before = f"{moves} " if moves else ""
    if not (sys.stdout.isatty() or "FORCE_COLOR" in os.environ):
        return f"{before}{score}"
    from rich.text import Text

    from enraya.result import styled

    return Text(before) + styled(str(score), score)


def analyse(
    asked: PositionOptions,
    line: Annotated[bool, typer.Option("--line", help="Add the best line of play.")] = False,
    as_json: JsonOption = False,
    *,
    options: SolverOptions,
) -> None:
    """Print the exact score of every column, as a table, a line (in a filter) or JSON.

    Columns that are not solved within the limit have bounds: 2..5 is at least 2 and at most 5.
    Table and JSON then add an estimate: what a search with a heuristic thinks; larger is better.
    The lines of a filter hold only what is proved.

    Example: enraya analyse 44444 --line
    """
    lines, rules = asked.read()
    solver, seconds = options.make_solver(), options.limit_seconds
    if seconds is None:
        analysed = partial(analyse_position, solver, with_line=line)
    else:
        from enraya.agents.players.estimating import Estimator  # solve and review need no search

        estimator = Estimator(solver)
        estimator.prepare()
        analysed = partial(estimator.analyse, seconds=seconds, with_line=line)

    def answer(position: Position) -> "RenderableType":
        analysis = analysed(position=position)
        if as_json:
            return analysis.to_json()
        return analysis if lines else _analysis_line(analysis)

    answer_each(lines, rules, answer)


def _analysis_line(analysis: Analysis) -> str:
    """Moves, then a score for each column, - where it is full, then the best line if asked for."""
    scores = ["-" if bounds is None else bounds.written() for bounds in analysis.bounds]
    words = [analysis.position.moves, *scores, *([analysis.line] if analysis.line else [])]
    return " ".join(words).lstrip()


def review(
    moves: MovesArguments = None,
    size: SizeOption = None,
    as_json: JsonOption = False,
    *,
    options: SolverOptions,
) -> None:
    """Label every move of a game: how good it was, and which would have been better.

    Labels: best; slower: a later win; loses sooner: an earlier loss; mistake: a win became a draw
    or a draw a loss; blunder: a win became a loss.

    The last moves are judged first; moves that are not solved within the limit have no label.

    Example: enraya review 44444366222155
    """
    rules = chosen_rules("classic", size)
    solver, seconds = options.make_solver(), options.limit_seconds

    def answer(game: Position) -> "RenderableType":
        deadline = None if seconds is None else perf_counter() + seconds
        backwards = review_backwards(solver, game, deadline=deadline)
        found = list(tracked("reviewing", backwards, game.plies))
        reviewed = Review(game, tuple(reversed(found)))
        if as_json:
            return reviewed.to_json()
        return reviewed if moves else _review_line(reviewed)

    answer_each(moves, rules, answer)


def _review_line(reviewed: Review) -> str:
    """The game, the accuracies and the serious errors in one line."""
    errors = [
        f"{move.ply}.{format_move(move.column)} {move.label} "
        f"(better {' '.join(map(format_move, move.better))})"
        for move in reviewed.moves
        if move.label in (Label.MISTAKE, Label.BLUNDER)
    ]
    return "; ".join([reviewed.position.moves, *reviewed.accuracies, *errors])
