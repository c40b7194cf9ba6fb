"""Checking a book against solvers that do not use it."""

from collections.abc import Iterator
from importlib.util import find_spec
from typing import NamedTuple

import numpy as np

from enraya.game.position import Position
from enraya.rules.classic import classic
from enraya.solver.book import Book
from enraya.solver.build import layers
from enraya.solver.solver import Solver


class Check(NamedTuple):
    """One position: what the book says and what each solver says."""

    moves: str
    book: int | None
    solvers: dict[str, int]

    @property
    def agrees(self) -> bool:
        """Whether all say the same."""
        return all(score == self.book for score in self.solvers.values())


def verify_book(book: Book, sample: int, seed: int, table_mb: int) -> Iterator[Check]:
    """Solves a random sample of the book's positions again, by bitbully too when installed."""
    positions = [
        position for layer in layers(book.rules, book.plies) for position in layer.values()
    ]
    solver = Solver(table_mb, threads=1, book=None)
    use_bitbully = book.rules == classic() and find_spec("bitbully") is not None
    for place in np.random.default_rng(seed).choice(len(positions), sample):
        position = positions[int(place)]
        scores = {"enraya": solver.solve(position).exact()}
        if use_bitbully:
            scores["bitbully"] = bitbully_score(position)
        yield Check(position.moves, book.score(position), scores)


def bitbully_score(position: Position) -> int:
    """The score by bitbully, an independent solver for 7×6, without its book."""
    from bitbully.bitbully_core import BitBullyCore, BoardCore  # optional

    board = BoardCore()
    for column in position.moves:
        board.play(int(column) - 1)
    return int(BitBullyCore().mtdf(board, 0))
