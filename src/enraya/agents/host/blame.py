"""What an agent did wrong, from the exception that ended its code."""

import os
from pathlib import Path
from traceback import walk_tb

from enraya.agents.players.file_agent import BadAnswer
from enraya.errors import EnrayaError
from enraya.game.record import Termination
from enraya.texts import Sentence

_LONGEST = 200


def blame(
    error: BaseException, files: list[Path], while_loading: Termination | None = None
) -> tuple[Termination, str]:
    """The kind of a fault and its reason.

    Args:
        error: what came out of the agent's code.
        files: where that code is; the reason names the line in them.
        while_loading: the kind when the code failed before it was asked for a move.
    """
    if isinstance(error, BadAnswer):
        kind = Termination.NO_MOVE if error.answer is None else Termination.ILLEGAL_MOVE
        return kind, _where(_sentence(error), error, files)
    cause = _cause(error)
    if isinstance(cause, MemoryError):
        return Termination.MEMORY, _where(_sentence(cause), cause, files)
    if isinstance(cause, SystemExit):
        kind, reason = Termination.CRASH, f"sys.exit({_shown(cause.code)})"
    else:
        kind, reason = Termination.EXCEPTION, _sentence(cause)
        if isinstance(cause, PermissionError):
            reason = str(Sentence("fault.permission", reason=reason))
    return while_loading or kind, _where(reason, cause, files)


def _cause(error: BaseException) -> BaseException:
    """The user's own error, where enraya wrapped it in its own."""
    if not isinstance(error, EnrayaError):
        return error
    return error.__cause__ or error.__context__ or error


def _where(reason: str, error: BaseException, files: list[Path]) -> str:
    """The reason with the last line of the user's code that the error passed through.

    A wrong answer is blamed on the function that gave it.
    """
    names = {os.path.realpath(file): file.name for file in files}
    code = getattr(getattr(error, "function", None), "__code__", None)
    places = [(code.co_filename, code.co_firstlineno)] if code else []
    places += [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    lines = [
        (names[path], line) for file, line in places if (path := os.path.realpath(file)) in names
    ]
    return f"{reason} ({lines[-1][0]}, line {lines[-1][1]})" if lines else reason


def _sentence(error: BaseException) -> str:
    text = _shown(error, str)
    if isinstance(error, EnrayaError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _shown(value: object, show: type[str] | None = None) -> str:
    """A value as one short line, even when its own ``repr`` or ``str`` fails."""
    try:
        text = show(value) if show else repr(value)
    except BaseException:  # noqa: BLE001  # the user's own code again
        return type(value).__name__
    return " ".join(text.split())[:_LONGEST]
