"""Data sets: one row for each move of a labelled position, as in the learning paper.

The value of a board is the exact score of the move that led to it, for the player who made it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.kernels.games.replay import canonical_keys, replay
from enraya.learn.data.labelling import Labelled
from enraya.models.features import Matrix, paper_matrix
from enraya.rules.classic import classic

CELLS = 42
_ZERO = ord("0")
Words = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class Boards:
    """The board of each row of a data set, and the moves that led to it."""

    moves: Sequence[str]
    first: Words
    second: Words
    parents: Words
    """The key of each board's position before the last move."""

    def keys(self) -> Words:
        """A key for each board; only mirror images have the same key."""
        return keys_of(self.first, self.second)

    def take(self, rows: NDArray[Any]) -> "Boards":
        """The selected rows: ``rows`` holds their numbers, or a boolean mask."""
        moves = np.asarray(self.moves, dtype=np.str_)[rows].tolist()
        return Boards(moves, self.first[rows], self.second[rows], self.parents[rows])


@dataclass(frozen=True, slots=True)
class Dataset:
    """Labelled rows; those read from the paper's own format have no boards."""

    labels: NDArray[np.float64]
    paper: Matrix
    """The paper's eleven features of each row."""
    boards: Boards | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    """How the data set was made."""

    def __len__(self) -> int:
        return len(self.labels)

    def need_boards(self) -> Boards:
        """The boards of the rows.

        Raises:
            InvalidSetting: when the data set has no boards.
        """
        if self.boards is None:
            raise InvalidSetting("the data holds no boards, only the paper's features; use parquet")
        return self.boards

    @property
    def is_published(self) -> bool:
        """Whether the paper's features contain the slips of the published program.

        Raises:
            InvalidSetting: when some parts of the data contain them and others do not.
        """
        parts = self.facts.get("parts", [self.facts])
        found = {bool(part.get("published", False)) for part in parts}
        if len(found) > 1:
            raise InvalidSetting("some of the data has the published features, some the intended")
        return found.pop()

    def take(self, rows: NDArray[Any]) -> "Dataset":
        """The selected rows: ``rows`` holds their numbers, or a boolean mask."""
        boards = None if self.boards is None else self.boards.take(rows)
        return Dataset(self.labels[rows], self.paper[rows], boards, self.facts)


def keys_of(first: Words, second: Words) -> Words:
    """A key for each board; only mirror images have the same key."""
    keys = np.empty(len(first), dtype=np.uint64)
    canonical_keys(classic().kernel_geometry, first, second, keys)
    return keys


def boards_after(moves: Sequence[str]) -> tuple[Words, Words]:
    """The stones of the first and of the second player after each game; moves must be legal."""
    text = "".join(game.ljust(CELLS, "0") for game in moves).encode()
    columns = np.frombuffer(text, dtype=np.uint8).reshape(-1, CELLS) - _ZERO
    first, second = np.zeros((2, len(moves)), dtype=np.uint64)
    replay(classic().kernel_geometry, np.ascontiguousarray(columns, dtype=np.uint8), first, second)
    return first, second


def make_dataset(positions: Sequence[Labelled], facts: Mapping[str, Any]) -> Dataset:
    """Makes a data set with one row for each playable column of each position."""
    open_columns = [
        (number, column)
        for number, position in enumerate(positions)
        for column, score in enumerate(position.scores, start=1)
        if score is not None
    ]
    moves = [positions[number].moves + str(column) for number, column in open_columns]
    labels = [positions[number].scores[column - 1] for number, column in open_columns]
    parents = keys_of(*boards_after([position.moves for position in positions]))
    first, second = boards_after(moves)
    owners = np.array([number for number, _ in open_columns], dtype=np.int64)
    boards = Boards(moves, first, second, parents[owners])
    paper = paper_matrix(first, second)
    return Dataset(np.array(labels, dtype=np.float64), paper, boards, facts)


def without_repeats(data: Dataset) -> Dataset:
    """The data without duplicate boards, keeping the first; mirror images count as duplicates."""
    _, kept = np.unique(data.need_boards().keys(), return_index=True)
    return data.take(np.sort(kept))


def without_positions(data: Dataset, positions: Sequence[Position]) -> Dataset:
    """The data without some positions, their successors and the mirror images of both.

    A model trained on the rest has seen none of the boards that it evaluates when it chooses a
    move in one of these positions.
    """
    unseen = [position.moves for position in positions]
    unseen += [
        position.moves + str(column) for position in positions for column in position.legal_moves
    ]
    hidden = np.isin(data.need_boards().keys(), keys_of(*boards_after(unseen)))
    return data.take(~hidden)


def joined(parts: Sequence[Dataset]) -> Dataset:
    """Several data sets as one; it has no boards if any part has none."""
    if len(parts) == 1:
        return parts[0]
    labels = np.concatenate([part.labels for part in parts])
    paper = np.concatenate([part.paper for part in parts])
    facts = {"parts": [dict(part.facts) for part in parts]}
    if any(part.boards is None for part in parts):
        return Dataset(labels, paper, None, facts)
    known = [part.need_boards() for part in parts]
    boards = Boards(
        [game for part in known for game in part.moves],
        np.concatenate([part.first for part in known]),
        np.concatenate([part.second for part in known]),
        np.concatenate([part.parents for part in known]),
    )
    return Dataset(labels, paper, boards, facts)
