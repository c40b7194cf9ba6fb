"""The features that models take as inputs, by name, computed for many boards at once.

They are all from the point of view of the player who just moved, the *ally*, as in the learning
paper (UAM, 2019).
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting, UnknownName
from enraya.game.position import Position
from enraya.kernels.models.features import OUR_FEATURES, our_features
from enraya.kernels.models.features_paper import PAPER_FEATURES, paper_features
from enraya.rules.classic import classic

COLUMNS, ROWS = 7, 6
Boards = NDArray[np.uint64]
Matrix = NDArray[np.float64]

PAPER_NAMES: tuple[str, ...] = (
    "N_PIECES", "ALLY_MEAN_DIST", "OPP_MEAN_DIST",
    "ALLY_#2_BLCK", "ALLY_#2_EFF", "OPP_#2_BLCK", "OPP_#2_EFF",
    "ALLY_#3_BLCK", "ALLY_#3_EFF", "OPP_#3_BLCK", "OPP_#3_EFF",
)  # fmt: skip
_SIDES = ("ally", "opp")
_NUMBERS = ("one", "two", "three")
_AT_ONCE = 1 << 14


def _threats(side: str) -> list[str]:
    rows = [f"{side}_threats_row{row + 1}" for row in range(ROWS)]
    rest = ("at_once", "next", "good_parity", "bad_parity", "above_another", "stacked")
    return rows + [f"{side}_threats_{name}" for name in rest]


def _cells(name: str) -> list[str]:
    return [f"{name}_{column + 1}{row + 1}" for column in range(COLUMNS) for row in range(ROWS)]


def _columns(name: str) -> list[str]:
    return [f"{name}_{column + 1}" for column in range(COLUMNS)]


def _our_names() -> tuple[str, ...]:
    lines = ("row", "column", "diagonal")
    prospects = ("wins", "safe", "attacks", "doubles", "most_threats")
    return (
        "stones",
        "ally_is_second",
        *_columns("height"),
        *(f"{side}_{n}_{line}" for line in lines for side in _SIDES for n in _NUMBERS),
        *(f"{side}_heat" for side in _SIDES),
        *(name for side in _SIDES for name in _threats(side)),
        *(name for side in _SIDES for name in _columns(f"{side}_lowest")),
        *(f"{n}_{what}" for what in (*_SIDES, "both") for n in ("quiet", "quiet_parity")),
        "zugzwang",
        "zugzwang_score",
        *(f"{side}_hopes_{parity}" for side in _SIDES for parity in ("good", "bad")),
        *(f"{side}_{what}" for side in reversed(_SIDES) for what in prospects),
        *_cells("cell"),
        *_cells("threat"),
    )


OUR_NAMES = _our_names()
assert len(PAPER_NAMES) == PAPER_FEATURES
assert len(OUR_NAMES) == OUR_FEATURES


class Known(NamedTuple):
    """The boards whose score can be seen at once, and the scores of these."""

    is_known: NDArray[np.bool_]
    scores: Matrix


def paper_matrix(first: Boards, second: Boards, *, published: bool = False) -> Matrix:
    """The eleven features of the paper, a row for each board."""
    out = np.empty((len(first), PAPER_FEATURES))
    paper_features(classic().kernel_geometry, first, second, int(published), out)
    return out


def our_matrix(first: Boards, second: Boards) -> tuple[Matrix, Known]:
    """Our features, a row for each board, and the scores that are certain."""
    out = np.empty((len(first), OUR_FEATURES))
    known = Known(np.empty(len(first), dtype=np.bool_), np.empty(len(first)))
    our_features(classic().kernel_geometry, first, second, out, *known)
    return out, known


def known_scores(first: Boards, second: Boards) -> Known:
    """The scores that are certain; only some boards' features are in memory at a time."""
    starts = range(0, len(first), _AT_ONCE)
    parts = [
        our_matrix(first[start : start + _AT_ONCE], second[start : start + _AT_ONCE])[1]
        for start in starts
    ]
    return Known(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def describe_features(names: tuple[str, ...]) -> str:
    """The inputs of a model in a few words, from the names of its features.

    >>> describe_features(PAPER_NAMES), describe_features(OUR_NAMES), describe_features(())
    ("the paper's 11", 'our 173', 'the board')
    """
    known = {PAPER_NAMES: "the paper's", OUR_NAMES: "our"}
    return f"{known.get(names, 'other')} {len(names)}" if names else "the board"


FEATURE_SETS: dict[str, tuple[tuple[str, ...], Callable[[Boards, Boards], Matrix]]] = {
    "paper": (PAPER_NAMES, paper_matrix),
    "published": (PAPER_NAMES, partial(paper_matrix, published=True)),
    "ours": (OUR_NAMES, lambda first, second: our_matrix(first, second)[0]),
}
"""Every set of features by its name: the features' names, and the function that computes them."""


def position_features(name: str, position: Position) -> dict[str, float]:
    """The features of a position by their names, from the set called ``name``.

    Raises:
        UnknownName: if there is no such set.
        InvalidSetting: if the position is not from the classic game on 7×6.
    """
    if name not in FEATURE_SETS:
        raise UnknownName("set of features", name, FEATURE_SETS)
    names, matrix = FEATURE_SETS[name]
    if position.rules != classic():
        raise InvalidSetting(f"features are of {classic()} only, not of {position.rules}")
    first, second = (np.array([position.stones_mask(p)], dtype=np.uint64) for p in (1, 2))
    return dict(zip(names, matrix(first, second)[0].tolist(), strict=True))
