"""The solver's kernels against slow twins, compiled or not."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya import Position
from enraya.kernels.core.bits import drops, safe_moves, winning_cells
from enraya.kernels.core.compile import integer, kernel, word
from enraya.kernels.core.memory import make_words
from enraya.kernels.solver.forced import QUIET, settle, static_bounds
from enraya.kernels.solver.solve import next_alpha, solve
from enraya.kernels.solver.table import lower_of, move_of, probe, store, table_key, upper_of
from enraya.kernels.solver.workspace import NEAR_CELLS, NODES, STOP, geometry_of
from enraya.rules.classic import classic
from enraya.solver.search import Search, as_signed, unpack
from enraya.solver.table import MIN_TABLE_MB, PositionTable
from tests.kernels.support import sized
from tests.solver.twin import exact_score, late_position

SIZES = [(4, 4), (5, 4), (6, 4), (5, 5), (9, 5), (7, 6), (8, 7), (8, 8), (16, 4)]
TABLE = PositionTable(MIN_TABLE_MB)
SEARCHES = {size: Search(classic(*size), TABLE, 1) for size in SIZES}


def late_positions(columns: int, rows: int, count: int, free: int) -> list[Position]:
    """Random positions with a few empty cells that are not over."""
    rng = np.random.default_rng(columns * 100 + rows)
    return [late_position(classic(columns, rows), rng, free) for _ in range(count)]


def mover_and_occupied(position: Position) -> tuple[int, int]:
    return word(position.stones_mask(position.mover)), word(position.occupied_mask())


@kernel
def remember(
    mover: int, occupied: int, lower: int, upper: int, move: int, workspace: int, table: int
) -> None:
    geometry = geometry_of(word(workspace))
    key = table_key(geometry, mover, occupied, word(workspace))
    bucket = integer(key[0] >> word(60)) * 4  # few buckets, so that entries compete
    store(geometry, key, bucket, (lower, upper), move, 3, word(workspace), word(table))


@kernel
def recall(mover: int, occupied: int, workspace: int, table: int) -> tuple[int, int, int, int]:
    geometry = geometry_of(word(workspace))
    key = table_key(geometry, mover, occupied, word(workspace))
    bucket = integer(key[0] >> word(60)) * 4
    entry = probe(geometry, key, bucket, word(workspace), word(table))
    return integer(entry != 0), lower_of(entry), upper_of(entry), move_of(entry)


@pytest.mark.parametrize("size", SIZES)
def test_the_table_returns_the_stored_value_or_nothing(size: tuple[int, int]) -> None:
    search = SEARCHES[size]
    words = make_words(64)
    rng = np.random.default_rng(1)
    known: dict[tuple[int, int], tuple[int, int, int]] = {}
    found = 0
    for position in late_positions(*size, sized(300, 60), size[0] * size[1] // 2):
        key = mover_and_occupied(position)
        lower, upper = sorted(int(n) for n in rng.integers(-20, 20, 2))
        entry = (lower, upper, int(rng.integers(0, 15)))
        remember(*key, *entry, search.address, words.ctypes.data)
        known[key] = entry
        assert recall(*key, search.address, words.ctypes.data) == (1, *entry)
    for key, entry in known.items():
        is_there, *values = recall(*key, search.address, words.ctypes.data)
        if is_there:
            found += 1
            assert tuple(values) == entry
    assert 0 < found <= words.size


@kernel
def examine(
    mover: int, occupied: int, alpha: int, workspace: int
) -> tuple[int, int, int, int, int, int]:
    """Safe moves of a position; where its forced moves lead; the bounds known there."""
    geometry = geometry_of(word(workspace))
    wins = winning_cells(geometry, mover) & ~occupied
    losses = winning_cells(geometry, occupied ^ mover) & ~occupied
    safe = safe_moves(geometry, occupied, losses)
    mover, occupied, wins, losses, _, turned, score = settle(
        geometry, mover, occupied, wins, losses, word(workspace)
    )
    lower, upper = score, score
    if score == QUIET:
        child_alpha = -alpha - 1 if turned else alpha
        lower, upper = static_bounds(
            geometry, mover, occupied, wins, losses, child_alpha, word(workspace)
        )
    if turned:
        lower, upper = -upper, -lower
    return integer(safe != 0), lower, upper, integer(turned), score, integer(wins != 0)


@pytest.mark.parametrize("size", SIZES)
def test_bounds_known_without_search_are_correct(size: tuple[int, int]) -> None:
    search = SEARCHES[size]
    decided = 0
    for position in late_positions(*size, sized(150, 25), 9):
        mover, occupied = mover_and_occupied(position)
        geometry = position.rules.geometry
        wins = winning_cells(geometry, int(mover)) & drops(geometry, int(occupied))
        if wins:
            continue
        exact = exact_score(position)
        for alpha in range(-4, 5):
            has_safe, lower, upper, *_ = examine(mover, occupied, alpha, search.address)
            assert lower <= exact <= upper
            assert has_safe or exact <= 0
            decided += lower > alpha or upper <= alpha
    assert decided > 0


@pytest.mark.parametrize("size", SIZES)
def test_solve_agrees_with_brute_force(size: tuple[int, int]) -> None:
    search = SEARCHES[size]
    for near_cells in (0, 16):  # with and without the table for late positions
        search.workspaces[0][NEAR_CELLS] = near_cells
        for position in late_positions(*size, sized(40, 4), sized(8, 6)):
            mover, occupied = (as_signed(int(bits)) for bits in mover_and_occupied(position))
            packed = solve(mover, occupied, -64, 64, search.address, TABLE.address)
            exact = exact_score(position)
            assert unpack(int(packed)) == (exact, exact)
    search.clear()


def test_a_stopped_search_keeps_its_bounds() -> None:
    search = SEARCHES[(7, 6)]
    search.workspaces[0][STOP] = 1
    packed = solve(0, 0, -64, 64, search.address, TABLE.address)
    search.workspaces[0][STOP] = 0
    search.clear()
    lower, upper = unpack(int(packed))
    assert lower <= 1 <= upper
    assert lower < upper
    assert search.workspaces[0][NODES] <= 1024


@given(st.integers(-31, 31), st.integers(-31, 31), st.sampled_from([0, 10**6]))
def test_searching_again_narrows_the_bounds(one: int, other: int, nodes: int) -> None:
    lower, upper = min(one, other), max(one, other)
    if lower < upper:
        assert lower <= next_alpha(lower, upper, nodes) < upper
