"""One attempt at a job in another process: its result or its error, as bytes."""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from traceback import format_exc
from typing import Any

from enraya.errors import EnrayaError

MOST_DEATHS = 3
"""How often a job may kill its worker before it is given up."""


@dataclass(slots=True, eq=False)
class PlacedJob:
    """A job on its way to a worker, with its place among all jobs."""

    place: int
    job: Any
    is_sent: bool = False
    """Whether a worker's pipe has it; Ray sends its jobs itself."""
    deaths: int = 0
    """How often a worker was killed while doing it."""


def attempt(function: Callable[[Any], Any], job: Any) -> bytes:
    """Does a job; its result or error comes back as bytes for `outcome`."""
    try:
        return pickle.dumps((True, function(job)))
    except Exception as error:  # noqa: BLE001  # it is raised again where the results are wanted
        error.add_note(format_exc())
        return _packed(error)


def _packed(error: Exception) -> bytes:
    try:
        data = pickle.dumps((False, error))
        pickle.loads(data)  # noqa: S301  # our own; not every error survives it
    except Exception:  # noqa: BLE001
        kind = EnrayaError if isinstance(error, EnrayaError) else RuntimeError
        data = pickle.dumps((False, kind(f"{error}")))
    return data


def outcome(data: bytes) -> Any:
    """The result of an attempt; raises the error if there was one."""
    succeeded, value = pickle.loads(data)  # noqa: S301  # from a worker of ours
    if not succeeded:
        raise value
    return value


def given_up(job: Any) -> EnrayaError:
    """The error for a job that no worker survives."""
    return EnrayaError(
        f"a job ended its worker process {MOST_DEATHS} times, perhaps for lack of memory: "
        f"{str(job)[:100]}; finished results are kept"
    )
