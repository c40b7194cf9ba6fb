"""What a score means in moves and words; the score itself is defined in `kernels.core.score`."""

from enraya.kernels.core.score import win_score

__all__ = ["describe_score", "plies_to_end", "value_of", "win_score"]


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
