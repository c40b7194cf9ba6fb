"""Dividing data into parts for learning, for choosing and for judging.

All moves of a position go to the same part, and so do those of its mirror image. A board that can
be reached from positions of two parts is kept only in the part that judges, so no model is ever
judged by what it has seen.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting, UnknownName
from enraya.learn.data.dataset import Dataset

VALIDATION, TEST = 0.1, 0.1
PAPER_ROWS = 160_000
_ODD = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(40)
_STEPS = 1 << 24


@dataclass(frozen=True, slots=True)
class Split:
    """The rows of each part, as marks.

    Raises:
        InvalidSetting: when there is nothing to learn from or to judge by.
    """

    train: NDArray[np.bool_]
    validation: NDArray[np.bool_]
    test: NDArray[np.bool_]

    def __post_init__(self) -> None:
        for name, part in (("train", self.train), ("test", self.test)):
            if not np.any(part):
                rows = f"nothing of {len(part)} rows is left to {name} with"
                raise InvalidSetting(f"too little data: {rows}")


def split_by_position(data: Dataset) -> Split:
    """Splits off a tenth for validation and a tenth for the test; the position alone decides.

    A position is in the same part of every data set that has it.
    """
    boards = data.need_boards()
    with np.errstate(over="ignore"):
        share = ((boards.parents * _ODD) >> _SHIFT).astype(np.float64) / _STEPS
    test = share < TEST
    validation = (share >= TEST) & (share < TEST + VALIDATION)
    keys = boards.keys()
    validation &= ~np.isin(keys, keys[test])
    train = (share >= TEST + VALIDATION) & ~np.isin(keys, keys[test | validation])
    return Split(train, validation, test)


def split_as_paper(data: Dataset) -> Split:
    """The first 160,000 rows to learn from, the rest for the test, as the paper did.

    Smaller data is divided in the same proportion.
    """
    return split_at(data, PAPER_ROWS if len(data) > PAPER_ROWS else int(len(data) * PAPER_SHARE))


def split_at(data: Dataset, border: int) -> Split:
    """The rows before a border to learn from, the rest for the test."""
    rows = np.arange(len(data))
    return Split(rows < border, np.zeros(len(data), dtype=np.bool_), rows >= border)


PAPER_SHARE = PAPER_ROWS / 189_881
"""The paper's 160,000 of (as its printed accuracy implies) 189,881 rows."""
SPLITS = {"position": split_by_position, "paper": split_as_paper}
"""Every way to divide that has a name."""


def parse_split(text: str) -> Callable[[Dataset], Split]:
    """The split that a text names: one of `SPLITS`, or the number of rows to learn from.

    Raises:
        UnknownName: when it is neither.
    """
    if text.isascii() and text.isdecimal():
        return partial(split_at, border=int(text[:18]))
    if text not in SPLITS:
        raise UnknownName("split", text, SPLITS)
    return SPLITS[text]


def default_split(data: Dataset) -> str:
    """The default: by position, or as the paper did if the rows have no positions."""
    return "paper" if data.boards is None else "position"
