"""A program that reads and writes inside arrays and beyond them, and prints what is noticed.

Run by `test_memory` in the checked build, with the compiler and without it.
"""

from collections.abc import Callable

import numpy as np

from enraya.kernels.core.board import Board
from enraya.kernels.core.compile import integer, kernel, word
from enraya.kernels.core.memory import load, make_words, save
from enraya.kernels.games.playouts import playouts
from enraya.kernels.heuristics.evaluator import EVALUATE, make_context, prepared
from enraya.kernels.models.features_paper import OURS
from enraya.kernels.models.trees import tree_value
from enraya.kernels.solver.negamax import negamax
from enraya.kernels.solver.solve import solve
from enraya.kernels.solver.workspace import BARE_CELLS, FRAMES, LARGE_BASE, MIDDLE_BASE, STOP
from enraya.rules.classic import classic
from enraya.solver.search import Search
from enraya.solver.table import MIN_TABLE_MB, PositionTable

RULES = classic()
EMPTY = Board(word(0), word(0), word(0), 0)
FAR = 1 << 40


@kernel
def read(address: int, index: int) -> int:
    return load(word(address), integer(index))


@kernel
def write(address: int, index: int) -> None:
    save(word(address), integer(index), word(7))


def fill_array(count: int) -> None:
    """Writes eight numbers to an array."""
    results, lengths = np.zeros(8, np.int8), np.zeros(count, np.int32)
    playouts(RULES.numbers, RULES.kernel_geometry, EMPTY, word(1), 0, results, lengths)


def read_model(count: int) -> None:
    """Values a board by a model of five numbers, of which some may be missing."""
    numbers = np.array([1, 0, 3, -1, 2.5], np.float32)[:count]
    context = make_context(RULES.kernel_geometry, [OURS], numbers)
    prepared(tree_value, EVALUATE)(context, EMPTY, 0)


def load_word(index: int) -> None:
    """Reads a word of ten."""
    words = make_words(10)
    read(words.ctypes.data, index)


def save_word(index: int) -> None:
    """Writes a word of ten."""
    words = make_words(10)
    write(words.ctypes.data, index)


def load_from(start: int) -> None:
    """Reads from an address inside an array."""
    words = make_words(10)
    read(words[start:].ctypes.data, 0)


def search_table(skipped: int) -> None:
    """Solves a position with tables that begin too far along."""
    table = PositionTable(MIN_TABLE_MB)
    search = Search(RULES, table, 1)
    search.workspaces[0][MIDDLE_BASE] += np.uint64(skipped)
    search.workspaces[0][LARGE_BASE] += np.uint64(skipped)
    search.workspaces[0][STOP] = 1
    solve(0, 0, -64, 64, search.address, table.address)


def search_frame(skipped: int) -> None:
    """Searches a position with a work area that begins too far along."""
    table = PositionTable(MIN_TABLE_MB)
    search = Search(RULES, table, 1)
    search.workspaces[0][BARE_CELLS] = RULES.cells  # without the tables
    search.workspaces[0][STOP] = 1
    frame = integer(FRAMES + skipped)
    negamax(word(0), word(0), word(0), 0, frame, word(search.address), word(table.address))


CASES: list[tuple[Callable[[int], None], int, int]] = [
    (fill_array, 8, 7),
    (read_model, 5, 4),
    (load_word, 9, 10),
    (load_word, 0, -1),
    (save_word, 9, 10),
    (save_word, 0, -1),
    (load_from, 0, 1),
    (search_table, 0, FAR),
    (search_frame, 0, FAR),
]
"""What to do, a number with which it stays inside its array, and one with which it does not."""


def is_noticed(function: Callable[[int], None], argument: int) -> bool:
    """Whether a call raises an IndexError."""
    try:
        function(argument)
    except IndexError:
        return True
    return False


if __name__ == "__main__":
    with np.errstate(over="ignore"):
        for function, inside, outside in CASES:
            print(function.__name__, is_noticed(function, inside), is_noticed(function, outside))
