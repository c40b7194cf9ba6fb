"""The command line `enraya <verb>`: its options, and how errors and Ctrl-C end it."""

import gc
import os
import sys
from contextlib import suppress
from typing import Annotated, NoReturn

import typer
from typer.core import TyperGroup

from enraya import __version__
from enraya.cli.common.completion_names import VARIABLE
from enraya.cli.common.messages import BAD_INPUT, fail, interruptible
from enraya.cli.common.verbs import make_app
from enraya.cli.verbs import VERBS
from enraya.errors import EnrayaError


class _Verbs(TyperGroup):
    """The group of all commands; Ctrl-C ends each of them with a short message."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Runs the requested command."""
        with interruptible():
            return super().invoke(ctx)


app = make_app(VERBS, _Verbs, name="enraya")


@app.callback(invoke_without_command=True)
def _options(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
    install_completion: Annotated[
        str | None,
        typer.Option(
            metavar="SHELL",
            help="Install completion for a shell: bash, zsh, fish or powershell.",
        ),
    ] = None,
    show_completion: Annotated[
        str | None,
        typer.Option(metavar="SHELL", help="Print what --install-completion would install."),
    ] = None,
) -> None:
    """enraya, a laboratory for Connect-Four artificial intelligence."""
    if version:
        print(f"enraya {__version__}")
    elif install_completion is not None:
        from enraya.cli.completion import install

        kept, start = install(install_completion)
        reads = f", which {start} reads" if start else ""
        print(f"{kept}: completion for {install_completion}{reads}")
        print("Open a new shell to use it.")
    elif show_completion is not None:
        from enraya.cli.completion import script_of

        print(script_of(show_completion), end="")
    elif ctx.invoked_subcommand is None:
        ctx.fail("Missing command.")
    else:
        return
    raise typer.Exit


def main() -> None:
    """Runs the command line; a user's mistake becomes one message and exit code 2."""
    gc.disable()  # until a command runs; see `Command`
    _prepare_streams()
    if VARIABLE in os.environ:
        from enraya.cli.completion import complete

        complete(app)
        return
    try:
        try:
            app()
        finally:
            gc.enable()
            sys.stdout.flush()
    except EnrayaError as error:
        _refuse(error)
    except BrokenPipeError:  # whatever read our output has ended
        sys.stderr.close()
        sys.exit(1)
    except OSError as error:  # such as a full disk or an invalid file name
        _leave_output()
        reason = error.strerror or error
        _refuse(f"{error.filename!r}: {reason}" if error.filename else reason)
    except MemoryError:
        _refuse("there is not enough memory for this")


def _refuse(message: object) -> NoReturn:
    fail(message)
    sys.exit(BAD_INPUT)


def _prepare_streams() -> None:
    """Opens closed standard streams on the null device, and lets all of them take any text."""
    for name, mode, errors in (
        ("stdin", "r", "surrogateescape"),
        ("stdout", "w", "backslashreplace"),
        ("stderr", "w", "backslashreplace"),
    ):
        if getattr(sys, name) is None:  # closed by the program that started us
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115  # until the end
        if reconfigure := getattr(getattr(sys, name), "reconfigure", None):
            reconfigure(errors=errors)


def _leave_output() -> None:
    """Discards unwritten output, so that Python does not try to write it again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
