"""`enraya solve`: the exact score of positions."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

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
    make_limit,
    make_solver,
)
from enraya.errors import NotSolved
from enraya.game.position import Position

if TYPE_CHECKING:
    from rich.console import RenderableType


def solve(
    moves: MovesArguments = None,
    size: SizeOption = None,
    source: SourceOption = None,
    weak: Annotated[
        bool,
        typer.Option("--weak", help="Only who wins: 1 the player to move, 0 nobody, -1 the other."),
    ] = False,
    threads: ThreadsOption = None,
    no_book: NoBookOption = False,
    no_cache: NoCacheOption = False,
    limit_seconds: SecondsOption = None,
    table_mb: TableOption = CLI_TABLE_MB,
    as_json: JsonOption = False,
) -> None:
    """Print the exact score of each position, for the player to move.

    +n: they win with their n-th last stone; 0: draw; -n: the opponent does.

    Example: enraya solve 4455 44455554221
    """
    lines, rules = positions_asked_for(moves, source, "classic", size)
    solver = make_solver(table_mb, threads, no_book, no_cache, limit_seconds)
    limit = make_limit(limit_seconds)

    def answer(line: str) -> "RenderableType":
        position = Position.parse(line, rules)
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

    answer_each(lines, answer)


def _shown(moves: str, score: int) -> "RenderableType":
    """The answer in one line; what gives it colour is loaded only for a terminal."""
    before = f"{moves} " if moves else ""
    if not (sys.stdout.isatty() or "FORCE_COLOR" in os.environ):
        return f"{before}{score}"
    from rich.text import Text

    from enraya.result import styled

    return Text(before) + styled(str(score), score)
