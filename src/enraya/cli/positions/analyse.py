"""`enraya analyse`: the score of every column."""

import json
from functools import partial
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table

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
from enraya.cli.common.tables import styled, with_discs
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.solver import Analysis, Bounds
from enraya.solver.analysis import analyse as analyse_position
from enraya.solver.score import describe_score


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

    def answer(text: str) -> RenderableType:
        analysis = analysed(position=Position.parse(text, rules))
        if as_json:
            return json.dumps(analysis.to_object())
        return _table(analysis) if lines else _line(analysis)

    answer_each(lines, answer)


def _line(analysis: Analysis) -> str:
    """Moves, then a score for each column, - where it is full, then the best line if asked for."""
    scores = ["-" if bounds is None else _score(bounds, "d") for bounds in analysis.bounds]
    words = [analysis.position.moves, *scores, *([analysis.line] if analysis.line else [])]
    return " ".join(words).lstrip()


def _score(bounds: Bounds, sign: str) -> str:
    """The score, or the bounds where it is not known."""
    return "..".join(f"{number:{sign}}" if number else "0" for number in sorted(set(bounds)))


def _table(analysis: Analysis) -> Group:
    position, estimate = analysis.position, analysis.estimate
    table = Table("column", "score", "perfect play", "estimate" if estimate else "")
    for column, bounds in enumerate(analysis.bounds, start=1):
        if bounds is None:
            table.add_row(format_move(column), "", "full", "")
            continue
        words = describe_score(bounds.score, position.plies, position.rules.cells)
        last = "best" if column in analysis.best else ""
        guess = estimate and estimate.moves[column - 1]
        if guess and bounds.score is None:
            last = str(guess)
        score = styled(_score(bounds, "+d"), bounds.score)
        table.add_row(format_move(column), score, styled(words, bounds.score), last)
    lines = [f"best line: {analysis.line}"] if analysis.line else []
    if estimate:
        lines.append(str(estimate))
    lines.append(f"{analysis.nodes:,} nodes, {analysis.seconds:.3f} s")
    return Group(with_discs(str(position)), table, *lines)
