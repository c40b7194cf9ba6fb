"""Turns the exception that ended an agent's code into the kind and the reason of its fault."""

import os
from pathlib import Path

from enraya.agents.players.file_agent import BadAnswer, in_file
from enraya.errors import EnrayaError
from enraya.game.record import Termination
from enraya.printable import printable
from enraya.texts import Sentence

_LONGEST = 200


def blame(
    error: BaseException, files: list[Path], while_loading: Termination | None = None
) -> tuple[Termination, str]:
    """The kind of an agent's fault, and its reason.

    Args:
        error: the exception that the agent's code raised.
        files: the files of that code; the reason names the last line in them that was reached.
        while_loading: the kind if the code failed while it was loaded, except for lack of memory.
    """
    if isinstance(error, BadAnswer):
        kind = Termination.NO_MOVE if error.answer is None else Termination.ILLEGAL_MOVE
        return kind, in_file(_sentence(error), error, files)
    cause = error
    if isinstance(error, EnrayaError):  # around the user's own error
        cause = error.__cause__ or error.__context__ or error
    if isinstance(cause, MemoryError):
        return Termination.MEMORY, in_file(_sentence(cause), cause, files)
    if isinstance(cause, SystemExit):
        kind, reason = Termination.CRASH, f"sys.exit({_shown(cause.code)})"
    else:
        kind, reason = Termination.EXCEPTION, _sentence(cause)
        if isinstance(cause, PermissionError):
            reason = Sentence("fault.permission", reason=reason)
    return while_loading or kind, in_file(reason, cause, files)


def _sentence(error: BaseException) -> str:
    message = error.args[0] if isinstance(error, EnrayaError) and error.args else None
    if isinstance(message, Sentence):
        return printable(message.with_words(_one_line), _LONGEST)
    if isinstance(error, SyntaxError) and isinstance(error.filename, str) and error.lineno:
        reason = f"{type(error).__name__}: {_shown(error.msg, str)}"
        file = os.path.basename(error.filename)  # noqa: PTH119  # may be no path: <string>
        return Sentence("fault.in_file", reason=reason, file=file, line=error.lineno)
    text = _shown(error, str)
    if isinstance(error, EnrayaError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _shown(value: object, show: type[str] | None = None) -> str:
    """A value as one short line; the name of its type if its ``repr`` or ``str`` fails."""
    try:
        text = show(value) if show else repr(value)
    except BaseException:  # noqa: BLE001  # the user's own code again
        return type(value).__name__
    return _one_line(text)[:_LONGEST]


def _one_line(text: str) -> str:
    return " ".join(text.split())
