"""What a score means in moves and words; the score itself is defined in `kernels.core.board`."""

from typing import Self

from enraya.kernels.core.board import win_score

__all__ = ["Score", "in_words", "plies_to_end", "value_of", "win_score"]


class Score(int):
    """An exact score: an integer that also tells how many moves the game will still take.

    >>> score = Score.at(18, plies=6, cells=42)
    >>> score, score.words, (-score).words
    (18, 'win in 1', 'loss in 1')
    """

    plies_to_end: int
    """How many more moves perfect play takes; for a draw, the number of empty cells."""

    def __new__(cls, score: int, plies_to_end: int) -> Self:
        """The score with this number of moves to the end."""
        self = super().__new__(cls, score)
        self.plies_to_end = plies_to_end
        return self

    @classmethod
    def at(cls, score: int, plies: int, cells: int) -> Self:
        """The score of a position with ``plies`` stones on a board of ``cells`` cells."""
        return cls(score, plies_to_end(score, plies, cells))

    @property
    def words(self) -> str:
        """The score in words: a win or a loss in some number of moves, or a draw."""
        if self == 0:
            return "draw"
        return f"{'win' if self > 0 else 'loss'} in {self.plies_to_end}"

    def __neg__(self) -> Self:
        """The score from the other player's point of view."""
        return type(self)(-int(self), self.plies_to_end)

    def __getnewargs__(self) -> tuple[int, int]:  # type: ignore[override]  # for copies
        return int(self), self.plies_to_end


def in_words(score: Score | None) -> str:
    """The score in words; None stands for a score that is not known.

    >>> in_words(Score(-18, 2)), in_words(None)
    ('loss in 2', 'not solved')
    """
    return "not solved" if score is None else score.words


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


def value_of(score: int) -> int:
    """1 for a win, 0 for a draw, -1 for a loss."""
    return (score > 0) - (score < 0)
