"""The numbers of a model, read through a context."""

import numpy as np

from enraya.kernels.core.board import Board
from enraya.kernels.core.compile import kernel, word
from enraya.kernels.heuristics.evaluator import (
    EVALUATE,
    SCRATCH,
    Context,
    make_context,
    numbers_of,
    prepared,
)
from enraya.rules import parse_rules
from tests.kernels.support import EMPTY


@kernel
def weighed(context: Context, board: Board, player: int) -> float:
    """Uses the numbers and the scratch of its context."""
    numbers = numbers_of(context)
    for i in range(numbers.size):
        context.scratch[i] = numbers[i] * (player + 1)
    return float(context.scratch[numbers.size - 1]) + float(board.plies)


def test_a_kernel_reads_the_numbers_of_its_context() -> None:
    numbers = np.array([1.5, -2.25, 7.0], dtype=np.float32)
    context = make_context(parse_rules("classic").kernel_geometry, [], numbers)
    board = Board(word(0), word(0), word(0), 4)
    assert prepared(weighed, EVALUATE)(context, board, 1) == 18.0
    assert np.array_equal(numbers_of(context), numbers)
    assert len(context.scratch) == SCRATCH


def test_two_contexts_do_not_share_work_arrays() -> None:
    geometry = parse_rules("classic").kernel_geometry
    numbers = [np.full(2, n, dtype=np.float32) for n in (1, 2)]
    contexts = [make_context(geometry, [], array) for array in numbers]
    for context in contexts:
        prepared(weighed, EVALUATE)(context, EMPTY, 0)
    assert [float(context.scratch[0]) for context in contexts] == [1.0, 2.0]
