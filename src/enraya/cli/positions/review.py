"""`enraya review`: a whole game with its mistakes."""

from typing import TYPE_CHECKING

from enraya.cli.common.filters import MovesArguments, answer_each
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.rules import SizeOption, chosen_rules
from enraya.cli.common.solving import (
    CLI_TABLE_MB,
    NoBookOption,
    NoCacheOption,
    SecondsOption,
    TableOption,
    ThreadsOption,
    make_deadline,
    make_solver,
)
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.solver.review import Label, Review, review_backwards

if TYPE_CHECKING:
    from rich.console import RenderableType


def review(
    moves: MovesArguments = None,
    size: SizeOption = None,
    as_json: JsonOption = False,
    threads: ThreadsOption = None,
    no_book: NoBookOption = False,
    no_cache: NoCacheOption = False,
    limit_seconds: SecondsOption = None,
    table_mb: TableOption = CLI_TABLE_MB,
) -> None:
    """Label every move of a game: how good it was, and which would have been better.

    best; slower: a win that comes later; loses sooner: a loss that does; mistake: a win became a
    draw or a draw a loss; blunder: a win became a loss.

    The last moves come first; those that are not solved within the limit have no label.

    Example: enraya review 44444366222155
    """
    rules = chosen_rules("classic", size)
    solver = make_solver(table_mb, threads, no_book, no_cache, limit_seconds)

    def answer(text: str) -> "RenderableType":
        game = Position.parse(text, rules)
        deadline = make_deadline(limit_seconds)
        with progress_bar("reviewing", game.plies) as advance:
            backwards = []
            for move in review_backwards(solver, game, deadline=deadline):
                backwards.append(move)
                advance(1)
        reviewed = Review(game, tuple(reversed(backwards)))
        if as_json:
            return reviewed.to_json()
        return reviewed if moves else _line(reviewed)

    answer_each(moves, answer)


def _line(reviewed: Review) -> str:
    """The game, the accuracies and the serious errors in one line."""
    errors = [
        f"{move.ply}.{format_move(move.column)} {move.label} "
        f"(better {' '.join(map(format_move, move.better))})"
        for move in reviewed.moves
        if move.label in (Label.MISTAKE, Label.BLUNDER)
    ]
    return "; ".join([reviewed.position.moves, *reviewed.accuracies, *errors])
