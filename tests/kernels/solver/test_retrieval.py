"""Numbers by key: every stored number is found, compiled and interpreted."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enraya.kernels.core.compile import interpreted, word
from enraya.kernels.solver.retrieval import Layout, fill, places, retrieve
from enraya.rules.classic import classic
from enraya.solver.book import Book, slot_count

KEYS = st.sets(st.integers(0, (1 << 64) - 1), min_size=1, max_size=300)


@settings(max_examples=30)
@given(keys=KEYS, data=st.data())
def test_every_key_returns_its_number(keys: set[int], data: st.DataObject) -> None:
    listed = np.array(sorted(keys), dtype=np.uint64)
    wanted = data.draw(st.lists(st.integers(-9, 9), min_size=len(keys), max_size=len(keys)))
    book = Book.of_scores(classic(), 12, listed, np.array(wanted, dtype=np.int8))
    for key, score in zip(listed, wanted, strict=True):
        assert book.scores[retrieve(key, book.slots, book.layout)] == score


def test_the_places_of_a_key_are_in_three_segments() -> None:
    layout = Layout(seed=7, segment_log2=4, starts=64, bits=5)
    found = [places(word(key), layout) for key in range(2_000)]
    assert all(0 <= place < slot_count(layout) for three in found for place in three)
    assert all(1 <= b // 16 - a // 16 <= 2 for a, b, _ in found)
    assert {place for three in found for place in three} == set(range(slot_count(layout)))


def test_compiled_and_interpreted_filling_agree() -> None:
    random = np.random.default_rng(1)
    keys = random.integers(0, 1 << 63, 200, dtype=np.uint64)
    numbers = random.integers(0, 32, 200, dtype=np.uint8)
    layout = Layout(seed=1, segment_log2=5, starts=256, bits=5)
    filled = [np.zeros(slot_count(layout), dtype=np.uint8) for _ in range(2)]
    assert fill(keys, numbers, layout, filled[0])
    with np.errstate(over="ignore"):
        assert interpreted(fill)(keys, numbers, layout, filled[1])
    assert np.array_equal(filled[0], filled[1])


@pytest.mark.parametrize("copies", [2, 400])
def test_a_duplicate_key_cannot_be_placed(copies: int) -> None:
    keys = np.full(copies, 5, dtype=np.uint64)
    layout = Layout(seed=0, segment_log2=8, starts=1024, bits=1)
    values = np.zeros(slot_count(layout), dtype=np.uint8)
    assert not fill(keys, np.zeros(copies, dtype=np.uint8), layout, values)
