"""The value of boards by n-tuples, slow and obvious."""

from math import tanh

import numpy as np
from numpy.typing import NDArray

from enraya.game.position import Position
from enraya.kernels.models.ntuple import OPEN, Wiring, locate
from enraya.models.ntuple_shapes import Shape, Strip, make_wiring, shapes, table_sizes
from enraya.rules import RuleSet
from enraya.rules.classic import classic

SMALL, FULL, WIDE = classic(5, 4), classic(), classic(8, 8)
_EMPTY, _REACHABLE, _FIRST, _SECOND = range(4)


def cell_state(position: Position, column: int, row: int) -> int:
    """What a cell shows: empty, empty and playable, or whose stone."""
    stride = position.rules.geometry.stride
    bit = 1 << (column * stride + row)
    if position.board.first & bit:
        return _FIRST
    if position.board.second & bit:
        return _SECOND
    occupied = position.board.first | position.board.second
    return _REACHABLE if row == 0 or occupied & (bit >> 1) else _EMPTY


def strip_states(position: Position, strip: Strip, mirror: bool) -> tuple[int, ...]:
    column = position.rules.columns - 1 - strip.column if mirror else strip.column
    return tuple(cell_state(position, column, strip.row + i) for i in range(strip.height))


def seen(position: Position, shape: Shape, mirror: bool) -> tuple[tuple[int, ...], ...]:
    """What a look sees, cell by cell."""
    return tuple(strip_states(position, strip, mirror) for strip in shape)


def wiring_of(rules: RuleSet) -> Wiring:
    """How the looks of a board's own tuples read it."""
    return make_wiring(rules.columns, rules.rows, shapes(rules.columns, rules.rows))


def indexes_of(position: Position) -> NDArray[np.int32]:
    """The index of every look at a position, by the kernel."""
    board, contributions = position.kernel_board, wiring_of(position.rules).contributions
    indexes = np.empty(contributions.shape[2], dtype=np.int32)
    geometry, occupied = position.rules.kernel_geometry, board.first | board.second
    locate(geometry, contributions, board.first, occupied, indexes)
    return indexes


def random_tables(rules: RuleSet, seed: int) -> NDArray[np.float32]:
    """Small random weights for each player to move."""
    entries = sum(table_sizes(shapes(rules.columns, rules.rows)))
    weights = np.random.default_rng(seed).normal(0, 0.05, (2, entries))
    return weights.astype(np.float32)


def known_value_twin(position: Position) -> float:
    """The value known from playing out two moves."""
    if any(position.play(move).result > 0 for move in position.legal_moves):
        return 1.0
    for move in position.legal_moves:
        child = position.play(move)
        if child.is_over or not any(child.play(reply).result > 0 for reply in child.legal_moves):
            return OPEN
    return -1.0


def is_safe(position: Position, move: int | str) -> bool:
    """Whether the opponent cannot win right after a move."""
    child = position.play(move)
    return child.is_over or not any(child.play(m).result > 0 for m in child.legal_moves)


def value_twin(position: Position, weights: NDArray[np.float32]) -> float:
    """The value for the first player."""
    known = known_value_twin(position)
    if known != OPEN:
        return known if position.mover == 1 else -known
    row = weights[position.mover - 1].astype(np.float64)
    return tanh(sum(float(row[index]) for index in indexes_of(position)))


def value_after(position: Position, weights: NDArray[np.float32]) -> float:
    """The value for the first player of a position that may be over."""
    return 0.0 if position.is_over else value_twin(position, weights)


def after_forced_twin(position: Position) -> Position:
    """The position after all moves that have no alternative."""
    while not position.is_over and known_value_twin(position) == OPEN:
        safe = [move for move in position.legal_moves if is_safe(position, move)]
        if len(safe) > 1:
            break
        position = position.play(safe[0])
    return position
