"""The one formula for scores, against its definition in words."""

import json
import pickle
from collections.abc import Callable
from copy import deepcopy

import pytest

from enraya.solver.score import Score, plies_to_end, win_score


@pytest.mark.parametrize("cells", [16, 20, 25, 42, 63, 64])
def test_a_win_scores_the_stones_the_winner_had_left(cells: int) -> None:
    for plies in range(cells):
        own_stones_left = len([ply for ply in range(plies, cells) if (ply - plies) % 2 == 0])
        assert win_score(plies, cells) == own_stones_left


@pytest.mark.parametrize("cells", [16, 25, 42])
def test_plies_to_end_inverts_the_score(cells: int) -> None:
    for plies in range(cells):
        for winning_ply in range(plies, cells):
            score = win_score(winning_ply, cells)
            mover_wins = (winning_ply - plies) % 2 == 0
            seen = score if mover_wins else -score
            assert plies_to_end(seen, plies, cells) == winning_ply - plies + 1


def test_a_score_is_an_integer_whose_text_explains_it() -> None:
    score = Score.at(-17, 7, 42)
    assert (score, hash(score), repr(score), f"{score}") == (-17, hash(-17), "-17", "-17")
    assert json.dumps({"score": score}) == '{"score": -17}'
    assert (score.words, (-score).words, Score.at(1, 0, 42).words) == (
        "loss in 2", "win in 2", "win in 41",
    )  # fmt: skip
    assert (Score.at(0, 5, 42).words, Score.at(0, 5, 42).plies_to_end) == ("draw", 37)


@pytest.mark.parametrize("copied", [deepcopy, lambda score: pickle.loads(pickle.dumps(score))])  # noqa: S301
def test_copies_of_a_score_keep_its_text(copied: Callable[[Score], Score]) -> None:
    score = copied(Score(-17, 2))
    assert (score, score.words) == (-17, "loss in 2")
