"""The styles of the papers' searches: the one list of them, as data for the search kernel."""

from math import inf

from enraya.kernels.search.alphabeta import Style

_UPC_MAX = 10_000_000.0
STYLES: dict[str, Style] = {
    "plain": Style(
        prune=1, strict=0, last=0, count_decided=1, full_is_zero=0, past_wins=0,
        win=1e9, sooner=1.0, bound=inf, floor=-inf, ceiling=inf,
    ),
    "uam": Style(
        prune=1, strict=1, last=1, count_decided=1, full_is_zero=0, past_wins=0,
        win=1e7, sooner=0.0, bound=inf, floor=-inf, ceiling=inf,
    ),
    "uam-published": Style(
        prune=1, strict=1, last=1, count_decided=1, full_is_zero=0, past_wins=1,
        win=1e7, sooner=0.0, bound=inf, floor=-inf, ceiling=inf,
    ),
    "ugr": Style(
        prune=1, strict=0, last=0, count_decided=1, full_is_zero=1, past_wins=0,
        win=99_999_999.0, sooner=0.0, bound=inf, floor=-inf, ceiling=inf,
    ),
    "porto": Style(
        prune=1, strict=0, last=0, count_decided=1, full_is_zero=0, past_wins=0,
        win=512.0, sooner=0.0, bound=inf, floor=-inf, ceiling=inf,
    ),
    "upc": Style(
        prune=1, strict=1, last=0, count_decided=0, full_is_zero=0, past_wins=0,
        win=_UPC_MAX, sooner=0.0, bound=_UPC_MAX, floor=-_UPC_MAX - 1, ceiling=_UPC_MAX - 1,
    ),
}  # fmt: skip
"""By name, with pruning.

- ``plain`` takes the first of equal moves and prefers a sooner win.
- ``uam`` takes the last of equal moves, so it may cut off only when a bound is exceeded.
- ``uam-published`` does the same as the published program: it looks on past a win, and at the end
  sees only lines that reach the top of a column, so it may overlook a win in one.
- ``ugr`` values a full board at 0 even when a bomb could still go off.
- ``porto`` values a win at 512, no more than a good position may be worth.
- ``upc`` cuts off only when a bound is exceeded and counts as leaves what the heuristic valued; its
  opponent's minimum starts one below a win, so that winning at once is worth more than later.
"""


def minimax_style(style: Style) -> Style:
    """The same style without pruning."""
    return style._replace(prune=0)
