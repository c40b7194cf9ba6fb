"""Labels of moves, and reviews of whole games."""

import pytest

from enraya import InvalidSetting, Position
from enraya.rules.classic import classic
from enraya.solver import Solver, review
from enraya.solver.review import Accuracy, Label, Review, label_move

SOLVER = Solver(table_mb=16, threads=1, book=None)


@pytest.mark.parametrize(
    ("before", "after", "label"),
    [
        (5, 5, Label.BEST),
        (0, 0, Label.BEST),
        (-3, -3, Label.BEST),
        (5, 2, Label.SLOWER),
        (-2, -7, Label.SOONER),
        (5, 0, Label.MISTAKE),
        (0, -1, Label.MISTAKE),
        (1, -1, Label.BLUNDER),
    ],
)
def test_labels_follow_the_change_of_value(before: int, after: int, label: Label) -> None:
    assert label_move(before, after) is label


SMALL = classic(5, 4)


def test_a_missed_win_is_a_mistake_and_the_better_move_is_shown() -> None:
    game = Position.parse("1212125", SMALL)  # the fourth stone of X could have won in column 1
    moves = review(SOLVER, game).moves
    last = moves[-1]
    assert (last.ply, last.player, last.column, last.better) == (7, 1, 5, (1,))
    assert last.label in (Label.MISTAKE, Label.BLUNDER)
    assert last.score_before is not None
    assert last.score_after is not None
    assert last.score_after <= 0 < last.score_before


def test_every_move_of_a_finished_game_is_reviewed() -> None:
    game = Position.parse("1212121", SMALL)
    moves = review(SOLVER, game).moves
    assert [move.ply for move in moves] == [1, 2, 3, 4, 5, 6, 7]
    assert [move.player for move in moves] == [1, 2, 1, 2, 1, 2, 1]
    assert moves[-1].label is Label.BEST
    for move in moves:
        assert move.score_before is not None
        assert move.score_after is not None
        assert move.score_after <= move.score_before
        assert (move.label is Label.BEST) == (move.better == ())


def test_accuracy_counts_kept_values_and_best_moves() -> None:
    reviewed = review(SOLVER, Position.parse("1213254435", SMALL))
    own = [move for move in reviewed.moves if move.player == 1]
    kept = [move for move in own if move.label not in (Label.MISTAKE, Label.BLUNDER)]
    best = [move for move in own if move.label is Label.BEST]
    assert reviewed.accuracy(1) == Accuracy(len(own), len(kept) / len(own), len(best) / len(own))
    assert Review(Position.start(), ()).accuracy(2) == Accuracy(0, None, None)


def test_bomb_games_cannot_be_reviewed() -> None:
    with pytest.raises(InvalidSetting, match="cannot be solved"):
        review(SOLVER, Position.parse("44", "boom"))
