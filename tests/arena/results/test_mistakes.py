"""How often agents go wrong, judged by the solver."""

import pytest

from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.results.mistakes import JudgeJob, MistakeRow, judge_game, judge_tournament
from enraya.arena.results.summary import summarise
from enraya.arena.store.store import Store
from enraya.errors import InvalidSetting
from tests.arena.support import settings_of


def test_mistakes_are_judged_by_the_solver(store: Store) -> None:
    settings = settings_of("perfect", "random", rules="classic(columns=5, rows=4)", games=4)
    tournament = run_tournament(enter(settings, store), store, engine="serial")
    judge_tournament(tournament, store, engine="serial")
    judge_tournament(tournament, store, engine="serial")  # nothing is judged twice
    found = {row.standing.agent: row.mistakes for row in summarise(store, tournament).agents}
    assert found["perfect"] is not None
    assert found["random"] is not None
    assert (found["perfect"].losing, found["perfect"].imperfect) == (0, 0)
    assert 0 < found["random"].losing <= found["random"].imperfect <= found["random"].moves


def test_mistakes_in_unsolved_games_are_refused(store: Store) -> None:
    tournament = enter(settings_of("random", "greedy", rules="boom"), store)
    with pytest.raises(InvalidSetting, match="cannot be solved"):
        judge_tournament(tournament, store)


def test_moves_of_the_opening_are_not_judged() -> None:
    moves = "44444425222265"
    judged = [judge_game(JudgeJob(7, "classic", moves[:plies], moves)) for plies in (10, 11, 14)]
    assert [(one.game, one.first_moves, one.second_moves) for one in judged] == [
        (7, 2, 2),
        (7, 1, 2),
        (7, 0, 0),
    ]


def test_the_interval_of_no_mistakes_begins_at_positive_zero() -> None:
    for count in range(1, 100):
        assert str(MistakeRow("perfect", "end-easy", count, 0, 0).interval[0]) == "0.0"
