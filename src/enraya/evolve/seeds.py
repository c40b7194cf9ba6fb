"""The seed of a run: given, that of an interrupted run, or a new one."""

from pathlib import Path

import numpy as np

from enraya.files import part_of
from enraya.work import seed_of

SEEDS = 2**31
"""New seeds are below this: short enough to type, and exact in JSON."""


def new_seed() -> int:
    """A seed drawn at random."""
    return int(np.random.default_rng().integers(SEEDS))


def seed_of_run(seed: int | None, out: Path | None) -> int:
    """The seed given, else that of the interrupted run that ``out`` resumes, else a new one."""
    if seed is not None:
        return seed
    kept = seed_of(part_of(out)) if out else None
    return new_seed() if kept is None else kept
