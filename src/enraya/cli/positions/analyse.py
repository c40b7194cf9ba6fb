"""`enraya analyse`: the score of every column."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.agents.players.estimating import Estimator
from enraya.cli.common.filters import MovesArguments, answer_each
from enraya.cli.common.options import JsonOption
from enraya.cli.common.positions import SourceOption, positions_asked_for
from enraya.cli.common.rules import SizeOption
from enraya.cli.common.solving import (
    CLI_TABLE_MB,
    NoBookOption,
    NoCacheOption,
    SecondsOption,
    TableOption,
    ThreadsOption,
    make_solver,
)
from enraya.game.position import Position
from enraya.solver import Analysis
from enraya.solver.analysis import analyse as analyse_position

if TYPE_CHECKING:
    from rich.console import RenderableType


def analyse(
    moves: MovesArguments = None,
    size: SizeOption = None,
    source: SourceOption = None,
    line: Annotated[bool, typer.Option("--line", help="Add the best line of play.")] = False,
    as_json: JsonOption = False,
    threads: ThreadsOption = None,
    no_book: NoBookOption = False,
    no_cache: NoCacheOption = False,
    limit_seconds: SecondsOption = None,
    table_mb: TableOption = CLI_TABLE_MB,
) -> None:
    """Print the exact score of every column, as a table, a line (in a filter) or JSON.

    Columns that are not solved within the limit have bounds: 2..5 is at least 2 and at most 5.
    Table and JSON then add an estimate: what a search with a heuristic thinks; larger is better.
    The lines of a filter hold only what is proved.

    Example: enraya analyse 44444 --line
    """
    lines, rules = positions_asked_for(moves, source, "classic", size)
    solver = make_solver(table_mb, threads, no_book, no_cache, limit_seconds)
    if limit_seconds is None:
        analysed = partial(analyse_position, solver, with_line=line)
    else:
        estimator = Estimator(solver)
        estimator.prepare()
        analysed = partial(estimator.analyse, seconds=limit_seconds, with_line=line)

    def answer(text: str) -> "RenderableType":
        analysis = analysed(position=Position.parse(text, rules))
        if as_json:
            return analysis.to_json()
        return analysis if lines else _line(analysis)

    answer_each(lines, answer)


def _line(analysis: Analysis) -> str:
    """Moves, then a score for each column, - where it is full, then the best line if asked for."""
    scores = ["-" if bounds is None else bounds.written() for bounds in analysis.bounds]
    words = [analysis.position.moves, *scores, *([analysis.line] if analysis.line else [])]
    return " ".join(words).lstrip()
