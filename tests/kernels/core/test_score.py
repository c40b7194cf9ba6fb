"""The one formula of the score, in Python and inside kernels."""

from enraya.kernels.core.compile import kernel
from enraya.kernels.core.score import win_score


@kernel
def compiled_win_score(plies: int, cells: int) -> int:
    return win_score(plies, cells)


def test_kernels_score_a_win_as_python_does() -> None:
    for cells in (16, 25, 42, 64):
        for plies in range(cells + 4):  # bounds also ask about stones that no longer fit
            assert compiled_win_score(plies, cells) == win_score(plies, cells)
