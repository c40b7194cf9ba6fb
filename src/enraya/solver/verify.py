"""Checking a book against solvers that do not use it."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from enraya.errors import InvalidNotation
from enraya.game.position import Position
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


def positions_of(book: Book) -> list[Position]:
    """All positions of a book, those with fewer stones first.

    Raises:
        InvalidNotation: when the book lacks some; then they are not all listed, as a book that
            claims many plies may lack more than one can count.
    """
    found: list[Position] = []
    for layer in layers(book.rules, book.plies):
        found += layer.values()
        if len(found) > len(book):
            break
    if len(found) != len(book):
        raise InvalidNotation(
            f"the book has {len(book)} positions, not all those of up to {book.plies} plies"
        )
    return found


def verify_book(book: Book, sample: int, seed: int, table_mb: int) -> Iterator[Check]:
    """Solves a random sample of the book's positions again, by bitbully too when installed.

    Raises:
        InvalidNotation: when the book lacks positions.
    """
    positions = positions_of(book)
    solver = Solver(table_mb, threads=1, book=None)
    has_peer = book.rules == classic() and bitbully.is_installed()
    peer = bitbully.Bitbully() if has_peer else None
    for place in np.random.default_rng(seed).choice(len(positions), sample):
        position = positions[int(place)]
        scores = {"enraya": solver.solve(position).exact()}
        if peer:
            scores["bitbully"] = peer.score(position)
        yield Check(position.moves, book.score(position), scores)
