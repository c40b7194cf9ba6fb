"""bitbully as an oracle: it is asked about the same positions, and says the same."""

import numpy as np

from enraya.game.playthrough import random_undecided
from enraya.game.position import Position
from enraya.solver import Solver, analyse, shipped_book
from enraya.solver.bitbully import BOOK_PLIES, Bitbully, BitbullyBook
from tests.solver.test_book import as_arrays


def test_it_knows_scores_and_full_columns() -> None:
    peer, position = Bitbully(), Position.parse("44444432651275")
    assert peer.score(Position.parse("44455554221")) == -15
    assert peer.column_scores(position) == list(analyse(Solver(4), position).scores)
    assert peer.column_scores(position)[3] is None


def test_its_book_has_positions_of_twelve_stones_and_their_mirror_images() -> None:
    book, known, rng = BitbullyBook(), 0, np.random.default_rng(12)
    for _ in range(20):
        position = random_undecided(Position.start(), rng, lambda: BOOK_PLIES)
        for image in (position, position.mirror()):
            (score,) = book.scores(*as_arrays(image))
            known += score is not None
            assert score in {None, shipped_book().score(image)}
    assert known >= 10
