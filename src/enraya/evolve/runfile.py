"""Files that hold runs of evolution, and the seeds of runs."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from enraya.errors import EnrayaError, InvalidNotation, InvalidSetting
from enraya.evolve.genes import GeneRun
from enraya.evolve.weights import TuningRun
from enraya.files import part_of, write_text
from enraya.work import seed_of

Run = GeneRun | TuningRun
_READERS: dict[str, Callable[[dict[str, Any]], Run]] = {
    "genes": GeneRun.from_object,
    "weights": TuningRun.from_object,
}


def save_run(run: Run, path: Path) -> None:
    """Writes a run to a file as JSON.

    Raises:
        InvalidSetting: when the file cannot be written.
    """
    write_text(path, json.dumps(run.to_object()) + "\n")


def load_run(path: Path) -> Run:
    """Reads a run from a file.

    Raises:
        InvalidSetting: when the file cannot be read.
        InvalidNotation: when the file does not hold a run.
    """
    try:
        state = json.loads(path.read_text())
        return _READERS[state["kind"]](state)
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(path)!r}: {error.strerror}") from None
    except EnrayaError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as bad:
        why = f"{type(bad).__name__}: {bad}"  # the repr of the exception may hold the whole file
        raise InvalidNotation(f"{str(path)!r} is not a run of `enraya evolve`: {why}") from None


SEEDS = 2**31
"""The upper bound of new seeds, which are therefore short to type and exact in JSON."""


def new_seed() -> int:
    """A random seed."""
    return int(np.random.default_rng().integers(SEEDS))


def seed_of_run(seed: int | None, out: Path | None) -> int:
    """The seed if one is given, else that of the interrupted run to ``out``, else a new one."""
    if seed is not None:
        return seed
    kept = seed_of(part_of(out)) if out else None
    return new_seed() if kept is None else kept
