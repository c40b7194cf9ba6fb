"""Checking a book against solvers that do not use it."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from enraya.rules.classic import classic
from enraya.solver import bitbully
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
    has_peer = book.rules == classic() and bitbully.is_installed()
    peer = bitbully.Bitbully() if has_peer else None
    for place in np.random.default_rng(seed).choice(len(positions), sample):
        position = positions[int(place)]
        scores = {"enraya": solver.solve(position).exact()}
        if peer:
            scores["bitbully"] = peer.score(position)
        yield Check(position.moves, book.score(position), scores)
