"""Checking a book against solvers that do not use it, and counting wins, draws and losses in it."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

import numpy as np

from enraya.errors import InvalidNotation, InvalidSetting
from enraya.game.position import Position
from enraya.kernels.solver.forced import QUIET
from enraya.rules.classic import classic
from enraya.solver import bitbully
from enraya.solver.book import Book, is_stored
from enraya.solver.reachable_positions import Layer, layers, with_images
from enraya.solver.solver import Solver

_AT_ONCE = 10_000
_MOST_SHOWN = 20


class Check(NamedTuple):
    """The scores of a position by the book and by each solver."""

    moves: str
    book: int | None
    solvers: Mapping[str, int]

    @property
    def agrees(self) -> bool:
        """Whether all solvers agree with the book."""
        return all(score == self.book for score in self.solvers.values())


class Outcomes(NamedTuple):
    """How many positions with a given number of stones are won, drawn and lost.

    A position and its mirror image count as two, unless they are the same.
    """

    plies: int
    won: int
    """How many positions the first player wins."""
    drawn: int
    lost: int


def layers_of(book: Book) -> Iterator[Layer]:
    """The layers of positions that a book covers.

    Raises:
        InvalidNotation: if it does not store as many positions as it should. This stops the count
            early, because a false number of plies could claim too many positions to list.
    """
    stored = 0
    for layer in layers(book.rules, book.plies):
        if is_stored(np.array(layer.plies), book.plies):
            stored += int(np.count_nonzero(layer.scores == QUIET))
        is_last = layer.plies == book.plies
        if stored > book.entries or (is_last and stored < book.entries):
            raise InvalidNotation(
                f"the book has {book.entries} positions, not all those of up to {book.plies} plies"
            )
        yield layer


def positions_of(book: Book) -> Iterator[Position]:
    """All positions that a book covers, by their number of stones, mirror images only once.

    Raises:
        InvalidNotation: if the book lacks positions.
    """
    for layer in layers_of(book):
        for index in range(layer.movers.size):
            yield Position.parse(layer.moves(index), book.rules)


def verify_book(book: Book, sample: int, seed: int, table_mb: int) -> Iterator[Check]:
    """Solves a random sample of the book's positions again, also with bitbully if it is installed.

    Raises:
        InvalidNotation: if the book lacks positions.
    """
    levels = list(layers_of(book))
    ends = np.cumsum([layer.movers.size for layer in levels])
    solver = Solver(table_mb, threads=1, book=None)
    has_peer = book.rules == classic() and bitbully.is_installed()
    peer = bitbully.Bitbully() if has_peer else None
    for place in np.random.default_rng(seed).choice(int(ends[-1]), sample):
        level = int(np.searchsorted(ends, place, side="right"))
        moves = levels[level].moves(int(place - ends[level]))  # counted from the end of the layer
        position = Position.parse(moves, book.rules)
        scores: dict[str, int] = {"enraya": solver.solve(position).exact()}
        if peer:
            scores["bitbully"] = peer.score(position)
        yield Check(position.moves, book.score(position), scores)


def count_outcomes(book: Book) -> Iterator[Outcomes]:
    """How many positions the first player wins, draws and loses, by the number of stones."""
    for layer in layers_of(book):
        scores = book.scores_of(layer.movers, layer.occupied).astype(np.int64)
        signs = np.sign(-scores if layer.plies % 2 else scores)
        weights = with_images(book.rules, layer.movers, layer.occupied)
        counts = {sign: int(weights[signs == sign].sum()) for sign in (1, 0, -1)}
        counts[0] += layer.drawn
        counts[1 if layer.plies % 2 else -1] += layer.won  # by who moved last
        yield Outcomes(layer.plies, counts[1], counts[0], counts[-1])


class BookComparison(NamedTuple):
    """How another book's scores compare with those of a book."""

    known: int
    """How many of the positions the other book has."""
    differing: list[Check]
    """The first positions about which the two books disagree."""


def compare_with_bitbully(
    book: Book, on_done: Callable[[int, int], None] | None = None
) -> BookComparison:
    """Compares the scores of all positions of twelve stones with those in bitbully's own book.

    Raises:
        InvalidSetting: if bitbully is not installed, or the book is not for 7×6 or has fewer plies.
    """
    peer = bitbully.BitbullyBook()
    if book.rules != classic() or book.plies < bitbully.BOOK_PLIES:
        raise InvalidSetting(
            f"bitbully's book has positions of {bitbully.BOOK_PLIES} stones on 7x6, this one of up "
            f"to {book.plies} on {book.rules.columns}x{book.rules.rows}"
        )
    *_, layer = layers(book.rules, bitbully.BOOK_PLIES)
    known, differing = 0, list[Check]()
    total = layer.movers.size
    for start in range(0, total, _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        ours = book.scores_of(layer.movers[part], layer.occupied[part])
        theirs = peer.scores(layer.movers[part], layer.occupied[part])
        known += sum(score is not None for score in theirs)
        for index, (our, their) in enumerate(zip(ours.tolist(), theirs, strict=True), start):
            if their not in {None, our} and len(differing) < _MOST_SHOWN:
                differing.append(Check(layer.moves(index), our, {"bitbully": their}))
        if on_done:
            on_done(min(start + _AT_ONCE, total), total)
    return BookComparison(known, differing)
