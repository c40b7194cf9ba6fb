"""The command line: `enraya <verb>`, one verb per file."""

import os
import sys
from contextlib import suppress
from typing import Annotated, NoReturn

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
from enraya.cli.cache import cache
from enraya.cli.common.messages import BAD_INPUT, fail
from enraya.cli.common.resuming import interruptible
from enraya.cli.learn.ablate import ablate
from enraya.cli.learn.dataset import dataset
from enraya.cli.learn.evaluate import evaluate
from enraya.cli.learn.export import export
from enraya.cli.learn.train import train
from enraya.cli.play import PlayCommand, engine, play
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
from enraya.kernels import cache_problem
from enraya.readonly_kernels import are_readonly

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
    engine,
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
    cache,
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
    _prepare_streams()
    if not are_readonly() and (problem := cache_problem()):
        _refuse(f"{problem}; set ENRAYA_CACHE_DIR to a folder of yours")
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except EnrayaError as error:
        _refuse(error)
    except BrokenPipeError:  # the reader of our output is gone
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:  # a disk that is full, a name that no file can have
        _leave_output()
        reason = error.strerror or error
        _refuse(f"{error.filename!r}: {reason}" if error.filename else reason)
    except MemoryError:
        _refuse("there is not enough memory for this")


def _refuse(message: object) -> NoReturn:
    fail(message)
    sys.exit(BAD_INPUT)


def _prepare_streams() -> None:
    """Makes sure that there are streams, and that no text is too strange for them."""
    for name, mode, errors in (
        ("stdin", "r", "surrogateescape"),
        ("stdout", "w", "backslashreplace"),
        ("stderr", "w", "backslashreplace"),
    ):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115  # until the end
        if reconfigure := getattr(getattr(sys, name), "reconfigure", None):
            reconfigure(errors=errors)


def _leave_output() -> None:
    """Sends what could not be written nowhere, so that nobody tries again at the end."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
