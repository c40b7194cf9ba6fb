"""The score of a position, the one convention of the whole project.

From the mover's point of view: +n when the mover wins with the n-th last of their own stones, so a
sooner win scores more; 0 for a draw; -n when the opponent wins with the n-th last of theirs. On 7×6
a win scores 22 less the number of stones the winner has used.
"""

from enraya.kernels.core.compile import inlined


@inlined
def win_score(plies: int, cells: int) -> int:
    """The score of winning with the next stone when ``plies`` of ``cells`` cells are filled.

    >>> win_score(6, 42)  # 4455667 wins with X's fourth stone of 21
    18
    """
    return (cells + 1 - plies) >> 1
