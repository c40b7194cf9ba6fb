"""A slow, obvious solver: plain negamax over positions, remembered in a dictionary."""

import numpy as np

from enraya import Position
from enraya.rules import RuleSet


def late_position(rules: RuleSet, rng: np.random.Generator, free: int) -> Position:
    """A random position that is not over, with ``free`` empty cells."""
    start = position = Position.start(rules)
    while position.plies < rules.cells - free:
        children = [position.play(move) for move in position.legal_moves]
        children = [child for child in children if not child.is_over]
        position = children[int(rng.integers(len(children)))] if children else start
    return position


def exact_score(position: Position, memory: dict[Position, int] | None = None) -> int:
    """The score by trying everything, in the convention of `enraya.solver.score`."""
    memory = {} if memory is None else memory
    if position in memory:
        return memory[position]
    best = -1000
    for move in position.legal_moves:
        child = position.play(move)
        if child.is_over and child.result == position.mover:
            own_stones_left = (position.rules.cells - position.plies + 1) // 2
            score = own_stones_left
        elif child.is_over:
            score = 0
        else:
            score = -exact_score(child, memory)
        best = max(best, score)
    memory[position] = best
    return best
