"""The mistakes of agents: only in the moves that they chose themselves."""

from enraya.arena.results.mistakes import JudgeJob, MistakeRow, judge_game


def test_moves_of_the_opening_are_not_judged() -> None:
    moves = "44444425222265"
    judged = [judge_game(JudgeJob(7, "classic", moves[:plies], moves)) for plies in (10, 11, 14)]
    assert [(one.game, one.first_moves, one.second_moves) for one in judged] == [
        (7, 2, 2),
        (7, 1, 2),
        (7, 0, 0),
    ]


def test_an_interval_from_nothing_has_no_sign() -> None:
    for count in range(1, 100):
        assert str(MistakeRow("perfect", "end-easy", count, 0, 0).interval[0]) == "0.0"
