"""The perfect player, asked in one line."""

import json

import pytest

import enraya
from enraya.solver import Solver, analyse, review

MOVES = "44455554221"


def test_moves_and_a_position_have_the_same_score() -> None:
    for asked in (MOVES, enraya.Position(MOVES)):
        solved = enraya.solve(asked)
        assert (solved.score, solved.value, solved.bounds) == (-15, -1, (-15, -15))
        assert solved.plies_to_end == 2
        assert solved.position.moves == MOVES
        (row,) = solved.rows
        assert (row["moves"], row["score"], row["perfect_play"]) == (MOVES, -15, "loss in 2")
        assert json.loads(solved.to_json())["score"] == -15


def test_the_rules_set_the_board_and_zero_seconds_give_only_bounds() -> None:
    assert enraya.solve("12121", rules="classic(columns=4, rows=4)").score == 0
    solved = enraya.solve("", "classic(columns=8, rows=8)", seconds=0)
    assert solved.score is None
    assert solved.bounds[0] < solved.bounds[1]
    assert "not solved" in str(solved)


def test_an_analysis_agrees_with_the_solver() -> None:
    found, expected = enraya.analyse(MOVES, line=True), analyse(Solver(), enraya.Position(MOVES))
    assert (found.scores, found.best, found.score) == (expected.scores, expected.best, -15)
    assert len(found.line or "") == 2
    assert f"best line: {found.line}" in str(found)
    assert json.loads(found.to_json())["scores"] == list(expected.scores)


def test_scores_not_solved_in_the_given_seconds_are_estimated() -> None:
    found = enraya.analyse("4", "classic(columns=8, rows=8)", seconds=0.1)
    assert found.estimate is not None
    assert found.score is None
    assert all(row["estimate"].startswith("~") for row in found.rows)
    assert f"estimate: {found.estimate.depth} moves ahead, expecting " in str(found)
    assert json.loads(found.to_json())["estimate"]["line"] == found.estimate.line


def test_a_full_column_has_no_score() -> None:
    row = enraya.analyse("444444").rows[3]
    assert row == {"column": "4", "score": None, "perfect_play": "full", "best": False}


def test_a_review_agrees_with_the_solver() -> None:
    game = enraya.Position(MOVES)
    found, expected = enraya.review(game), review(Solver(), game)
    assert [row["label"] for row in found.rows] == [move.label for move in expected.moves]
    assert found.to_object() == expected.to_object()
    assert "of 6 moves were best" in str(found)


def test_a_game_that_was_played_can_be_reviewed() -> None:
    game = enraya.play("script(1111)", "script(2222)")
    assert [row["column"] for row in enraya.review(game).rows] == list("1212121")


@pytest.mark.parametrize("ask", [enraya.solve, enraya.analyse])
def test_questions_about_a_finished_game_are_refused(ask: object) -> None:
    assert callable(ask)
    with pytest.raises(enraya.InvalidSetting, match="is over"):
        ask("1212121")
