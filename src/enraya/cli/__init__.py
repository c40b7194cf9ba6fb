"""The command line: `enraya <verb>`, one verb per file."""

import sys
from typing import Annotated

import typer
from typer.core import TyperGroup

from enraya import __version__
from enraya.cli import bench, book, evolve
from enraya.cli.agents import agents
from enraya.cli.arena import games
from enraya.cli.arena.charts import charts
from enraya.cli.arena.match import match
from enraya.cli.arena.report import report
from enraya.cli.arena.sprt import sprt
from enraya.cli.arena.tournament import tournament
from enraya.cli.common.messages import BAD_INPUT, fail
from enraya.cli.common.resuming import interruptible
from enraya.cli.learn.ablate import ablate
from enraya.cli.learn.dataset import dataset
from enraya.cli.learn.evaluate import evaluate
from enraya.cli.learn.export import export
from enraya.cli.learn.train import train
from enraya.cli.play import PlayCommand, play
from enraya.cli.positions.analyse import analyse
from enraya.cli.positions.features import features
from enraya.cli.positions.heuristics import heuristics
from enraya.cli.positions.move import move
from enraya.cli.positions.perft import perft
from enraya.cli.positions.replay import replay
from enraya.cli.positions.review import review
from enraya.cli.positions.show import show
from enraya.cli.positions.solve import solve
from enraya.cli.positions.traits import traits
from enraya.cli.reproduce import reproduce
from enraya.cli.rules import rules
from enraya.cli.sandbox import sandbox
from enraya.cli.serve import serve
from enraya.cli.warmup import warmup
from enraya.errors import EnrayaError

COMMANDS = (
    serve,
    play,
    solve,
    analyse,
    review,
    show,
    replay,
    rules,
    agents,
    heuristics,
    traits,
    features,
    move,
    match,
    tournament,
    sprt,
    report,
    charts,
    perft,
    reproduce,
    dataset,
    train,
    evaluate,
    ablate,
    export,
    warmup,
    sandbox,
)


class _Group(TyperGroup):
    """All commands; Ctrl-C ends each of them in the same way."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Runs the requested command."""
        with interruptible():
            return super().invoke(ctx)


app = typer.Typer(
    name="enraya",
    cls=_Group,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
for command in COMMANDS:
    app.command(cls=PlayCommand if command is play else None)(command)
app.add_typer(book.app, name="book")
app.add_typer(games.app, name="games")
app.add_typer(evolve.app, name="evolve")
app.add_typer(bench.app, name="bench")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"enraya {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[  # handled by its callback
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """enraya, a laboratory for Connect-Four artificial intelligence."""


def main() -> None:
    """Runs the command line; a user's mistake becomes one message and exit code 2."""
    try:
        app()
    except EnrayaError as error:
        fail(error)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:  # the reader of our output is gone
        sys.stderr.close()
        sys.exit(1)
