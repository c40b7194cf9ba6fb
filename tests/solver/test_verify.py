"""Checks of a book: all of its positions, a sample solved again, and bitbully's book."""

import numpy as np
import pytest

from enraya import InvalidNotation, InvalidSetting, Position
from enraya.game.playthrough import random_undecided
from enraya.rules.classic import classic
from enraya.solver import Book, shipped_book, verify
from enraya.solver.bitbully import BOOK_PLIES
from enraya.solver.build import build_book
from enraya.solver.openings import Layer, decide
from enraya.solver.verify import compare_with_bitbully, positions_of, verify_book


@pytest.fixture(scope="module")
def book() -> Book:
    return build_book(classic(4, 4), 5, engine="serial")


def with_entries(book: Book, entries: int) -> Book:
    return Book(book.rules, book.plies, entries, book.layout, book.slots, book.scores)


def with_other_scores(book: Book) -> Book:
    scores = [-score for score in book.scores]
    return Book(book.rules, book.plies, book.entries, book.layout, book.slots, scores)


def test_a_sample_of_a_book_is_solved_again(book: Book) -> None:
    checks = list(verify_book(book, 40, 1, 4))
    assert len({check.moves for check in checks}) > 20
    assert {len(check.moves) for check in checks} == {2, 3, 4, 5}
    assert all(check.agrees for check in checks)
    assert {tuple(check.solvers) for check in checks} == {("enraya",)}


def test_a_wrong_score_is_found(book: Book) -> None:
    assert not all(check.agrees for check in verify_book(with_other_scores(book), 40, 1, 4))


@pytest.mark.parametrize("more", [-1, 1])
def test_a_book_has_all_its_positions_and_no_others(book: Book, more: int) -> None:
    with pytest.raises(InvalidNotation, match="not all those of up to 5 plies"):
        list(positions_of(with_entries(book, book.entries + more)))


def twelve_stones(count: int) -> Layer:
    rng, start = np.random.default_rng(3), Position.start()
    found = [random_undecided(start, rng, lambda: BOOK_PLIES) for _ in range(count)]
    movers = np.array([p.stones_mask(p.mover) for p in found], dtype=np.uint64)
    occupied = np.array([p.occupied_mask() for p in found], dtype=np.uint64)
    keys, scores = decide(start.rules, movers, occupied)
    return Layer(start.rules, BOOK_PLIES, movers, occupied, keys, scores, 0, 0)


def test_bitbullys_book_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "layers", lambda *_: iter([twelve_stones(50)]))
    monkeypatch.setattr(verify, "_AT_ONCE", 20)
    done: list[tuple[int, int]] = []
    known, differing = compare_with_bitbully(shipped_book(), lambda *now: done.append(now))
    assert known > 20
    assert differing == []
    assert done == [(20, 50), (40, 50), (50, 50)]
    known, differing = compare_with_bitbully(with_other_scores(shipped_book()))
    assert len(differing) == verify._MOST_SHOWN
    assert all(not check.agrees and len(check.moves) == BOOK_PLIES for check in differing)


@pytest.mark.parametrize(
    ("columns", "plies", "words"), [(7, 11, "up to 11 on 7x6"), (8, 12, "up to 12 on 8x6")]
)
def test_only_books_of_its_size_are_compared_with_bitbullys(
    columns: int, plies: int, words: str
) -> None:
    like = shipped_book()
    rules = classic(columns, 6)
    other = Book(rules, plies, like.entries, like.layout, like.slots, like.scores)
    with pytest.raises(InvalidSetting, match=words):
        compare_with_bitbully(other)
