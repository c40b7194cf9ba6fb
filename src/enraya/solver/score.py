"""The score of a position, the one convention of the whole project.

From the mover's point of view: +n when he wins with the n-th last of his own stones, so a
sooner win scores more; 0 for a draw; -n when the opponent wins with the n-th last of his. On 7×6
a win scores 22 less the stones the winner has used. Nobody else knows the formula.
"""


def win_score(plies: int, cells: int) -> int:
    """The score of winning with the next stone after ``plies`` stones.

    >>> win_score(6, 42)  # 4455667 wins with X's fourth stone of 21
    18
    """
    return (cells + 1 - plies) // 2


def plies_to_end(score: int, plies: int, cells: int) -> int:
    """How many more moves perfect play takes from a position with this score.

    >>> plies_to_end(18, 6, 42), plies_to_end(0, 40, 42), plies_to_end(-18, 5, 42)
    (1, 2, 2)
    """
    if score > 0:
        return 2 * (win_score(plies, cells) - score) + 1
    if score < 0:
        return 2 * (win_score(plies + 1, cells) + score) + 2
    return cells - plies


def describe_score(score: int, plies: int, cells: int) -> str:
    """The score in words.

    >>> describe_score(18, 6, 42), describe_score(-18, 5, 42), describe_score(0, 0, 42)
    ('win in 1', 'loss in 2', 'draw')
    """
    if score == 0:
        return "draw"
    return f"{'win' if score > 0 else 'loss'} in {plies_to_end(score, plies, cells)}"


def value_of(score: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)
