"""`enraya review`: a whole game with its mistakes."""

import json

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

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
from enraya.cli.common.tables import DRAW, LOSS, WIN, styled
from enraya.game.notation import format_move
from enraya.game.position import Position
from enraya.game.text import disc_name
from enraya.solver.review import Label, Review, ReviewedMove, review_backwards
from enraya.solver.score import describe_score
from enraya.texts import ENGLISH

_LABEL_STYLES = {
    Label.BEST: WIN,
    Label.SLOWER: DRAW,
    Label.SOONER: DRAW,
    Label.MISTAKE: LOSS,
    Label.BLUNDER: f"bold {LOSS}",
}


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

    def answer(text: str) -> RenderableType:
        game = Position.parse(text, rules)
        deadline = make_deadline(limit_seconds)
        with progress_bar("reviewing", game.plies) as advance:
            backwards = []
            for move in review_backwards(solver, game, deadline=deadline):
                backwards.append(move)
                advance(1)
        reviewed = Review(tuple(reversed(backwards)))
        if as_json:
            return json.dumps(reviewed.to_object(game))
        return _table(game, reviewed) if moves else _line(game, reviewed)

    answer_each(moves, answer)


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.0f} %"


def _accuracy(reviewed: Review) -> list[str]:
    lines = []
    for player in (1, 2):
        accuracy = reviewed.accuracy(player)
        lines.append(
            f"{disc_name(player)}: {_percent(accuracy.kept_value)} of {accuracy.moves} moves "
            f"kept the value, {_percent(accuracy.best)} were best"
        )
    return lines


def _better(move: ReviewedMove) -> str:
    return " ".join(format_move(column) for column in move.better)


def _line(game: Position, reviewed: Review) -> str:
    """The game, the accuracies and the serious errors in one line."""
    errors = [
        f"{move.ply}.{format_move(move.column)} {move.label} (better {_better(move)})"
        for move in reviewed.moves
        if move.label in (Label.MISTAKE, Label.BLUNDER)
    ]
    return "; ".join([game.moves, *_accuracy(reviewed), *errors])


def _label(label: Label | None) -> Text:
    return Text(ENGLISH(f"label.{label}"), _LABEL_STYLES[label]) if label else Text()


def _table(game: Position, reviewed: Review) -> Group:
    table = Table("move", "player", "column", "best play", "after the move", "label", "better")
    cells = game.rules.cells
    for move in reviewed.moves:
        table.add_row(
            str(move.ply),
            disc_name(move.player),
            format_move(move.column),
            styled(describe_score(move.score_before, move.ply - 1, cells), move.score_before),
            styled(describe_score(move.score_after, move.ply - 1, cells), move.score_after),
            _label(move.label),
            _better(move),
        )
    return Group(table, *_accuracy(reviewed))
