"""The data as the published program would have collected it, with its known slips.

The program misses some wins (see `has_published_four`) and drops the patterns that end with one of
them. It also miscounts stones: for the k-th playable column of a pattern it reports the pattern's
stones plus k, and one more if the pattern was cut short.
"""

from dataclasses import replace

import numpy as np

from enraya.errors import InvalidSetting
from enraya.kernels.models.features_paper import has_published_four
from enraya.learn.data.dataset import Dataset
from enraya.learn.data.labelling import BLOCK
from enraya.learn.data.samplers import Pattern, draw_pattern
from enraya.models.features import paper_matrix


def drawn_patterns(count: int, seed: int) -> list[Pattern]:
    """The patterns that the sampler ``paper`` draws for this seed."""
    patterns: list[Pattern] = []
    for block in range(-(-count // BLOCK)):
        rng = np.random.default_rng([seed, block])
        patterns += [draw_pattern(rng) for _ in range(min(BLOCK, count - len(patterns)))]
    return patterns


def is_lost(pattern: Pattern) -> bool:
    """Whether the published program drops a pattern because it misses the win that ends it."""
    if not pattern.is_truncated:
        return False
    before = pattern.position
    after = before.play(int(pattern.drawn[before.plies]))
    last = after.occupied_mask() ^ before.occupied_mask()
    return not has_published_four(after.rules.geometry, after.stones_mask(before.mover), last)


def as_published(data: Dataset, patterns: list[Pattern]) -> Dataset:
    """The rows and features that the published program would have collected from these patterns.

    Args:
        data: all rows of the patterns, in order.
        patterns: the drawn patterns.

    Raises:
        InvalidSetting: when the data does not come from these patterns.
    """
    boards = data.need_boards()
    paper = paper_matrix(boards.first, boards.second, published=True)
    kept = np.zeros(len(data), dtype=np.bool_)
    row = 0
    for pattern in patterns:
        children = len(pattern.position.legal_moves)
        if row >= len(data) or boards.moves[row][:-1] != pattern.position.moves:
            raise InvalidSetting("the published variant needs all rows of the sampler 'paper'")
        kept[row : row + children] = not is_lost(pattern)
        inflated = pattern.position.plies + pattern.is_truncated
        paper[row : row + children, 0] = inflated + np.arange(1, children + 1)
        row += children
    return replace(data, paper=paper).take(kept)
