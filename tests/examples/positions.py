"""Positions of all phases of a game, always the same."""

import numpy as np

from enraya import Position

SEED = 16
LATE = 0.9
"""Walks end before this share of the board is full."""


def undecided_positions(rules: str, count: int) -> list[Position]:
    """Positions of lengths from nothing to `LATE`, by random moves that do not end the game."""
    rng = np.random.default_rng(SEED)
    start = Position.start(rules)
    longest = int(LATE * start.rules.cells)
    return [_quiet_walk(start, longest * i // count, rng) for i in range(count)]


def _quiet_walk(start: Position, plies: int, rng: np.random.Generator) -> Position:
    """The position after this many moves, begun anew when every move would end the game."""
    position = start
    while position.plies < plies:
        children = [position.play(move) for move in position.legal_moves]
        quiet = [child for child in children if not child.is_over]
        position = quiet[rng.integers(len(quiet))] if quiet else start
    return position
