"""Splits of data into parts for training, validation and test.

By default, all moves of a position and of its mirror image go to the same part. A board that can be
reached from positions of several parts is kept in only one of them, preferably the test part and
else the validation part, so no model is ever tested on a board that it was trained on.
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
    """The rows of each part, as boolean masks.

    Raises:
        InvalidSetting: when the training part or the test part is empty.
    """

    train: NDArray[np.bool_]
    validation: NDArray[np.bool_]
    test: NDArray[np.bool_]

    def __post_init__(self) -> None:
        for name, part in (("train", self.train), ("test", self.test)):
            if not np.any(part):
                rows = f"none of {len(part)} rows is left to {name} with"
                raise InvalidSetting(f"too little data: {rows}")


def split_by_position(data: Dataset) -> Split:
    """Puts about a tenth of the positions aside for validation and a tenth for the test.

    A position belongs to the same part of every data set that contains it.
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
    """Trains on the first 160,000 rows and tests on the rest, as the paper did.

    A smaller data set is split in the same proportion.
    """
    return split_at(data, PAPER_ROWS if len(data) > PAPER_ROWS else int(len(data) * PAPER_SHARE))


def split_at(data: Dataset, border: int) -> Split:
    """Trains on the rows before row ``border`` (counted from 0) and tests on the rest."""
    rows = np.arange(len(data))
    return Split(rows < border, np.zeros(len(data), dtype=np.bool_), rows >= border)


PAPER_SHARE = PAPER_ROWS / 189_881
"""The paper trained on 160,000 of 189,881 rows; its printed accuracy implies the total."""
SPLITS = {"position": split_by_position, "paper": split_as_paper}
"""Every split that has a name."""


def parse_split(text: str) -> Callable[[Dataset], Split]:
    """The split described by a text: a name from `SPLITS`, or the number of rows to train on.

    Raises:
        UnknownName: when the text is neither.
    """
    if text.isascii() and text.isdecimal():
        return partial(split_at, border=int(text[:18]))
    if text not in SPLITS:
        raise UnknownName("split", text, SPLITS)
    return SPLITS[text]


def default_split(data: Dataset) -> str:
    """The default split's name: by position, or as the paper did if there are no boards."""
    return "paper" if data.boards is None else "position"
