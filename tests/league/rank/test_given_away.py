"""Points given away, found in what games were worth move by move."""

import numpy as np
import pytest

from enraya.game.position import Position
from enraya.league.rank.losses import GivenAway, OwnGame, given_away, points_given_away, to_judge
from enraya.solver import Solver
from enraya.solver.review import Label, review
from enraya.stopping import Stop
from enraya.web.server.solving.solver_service import SolverService

RULES = "classic(columns=5, rows=4)"
CELLS = 20
NEVER = GivenAway("never")


@pytest.mark.parametrize(
    ("marks", "player", "lost", "found"),
    [
        ("=-", 1, 1.0, [GivenAway("early", 3), NEVER]),
        ("=+", 2, 1.0, [GivenAway("early", 3), NEVER]),
        ("=====-", 1, 1.0, [GivenAway("early", 7), NEVER]),
        ("======-", 1, 1.0, [GivenAway("middle", 8), NEVER]),
        ("============-", 1, 1.0, [GivenAway("middle", 14), NEVER]),
        ("=============-", 1, 1.0, [GivenAway("late", 15), NEVER]),
        ("+=+-", 1, 1.0, [GivenAway("early", 5), GivenAway("early", 5)]),  # all at once
        ("+=-", 1, 1.0, [GivenAway("early", 4), GivenAway("early", 3)]),
        ("=+=+=", 1, 0.5, [GivenAway("early", 6)]),  # the last time, not the first
        ("===", 1, 0.5, [NEVER]),
        ("+++", 2, 1.0, [NEVER, NEVER]),
        ("?=-", 1, 1.0, [GivenAway("early", 4), GivenAway("open")]),
    ],
)
def test_each_half_point_was_lost_by_the_last_move_after_which_it_was_out_of_reach(
    marks: str, player: int, lost: float, found: list[GivenAway]
) -> None:
    assert list(given_away(marks, 2, player, lost, CELLS, is_fault=False)) == found


def test_an_agent_that_fails_gives_away_what_its_position_was_worth() -> None:
    found = list(given_away("=-=", 2, 1, 1.0, CELLS, is_fault=True))
    assert found == [GivenAway("fault"), NEVER]


def test_the_moves_are_those_that_a_review_calls_mistakes() -> None:
    rng, solver, service = np.random.default_rng(3), Solver(16), SolverService(16)
    moves = 0
    for number in range(12):
        game = Position.start(RULES)
        while not game.is_over:
            game = game.play(int(rng.choice(game.legal_moves)))
        values = service.values(game, 2, 60.0, Stop())
        marks = {number: "".join("=+-"[value or 0] for value in values)}
        labels = {move.ply: move for move in review(solver, game).moves}
        for player in (1, 2):
            lost = 0.5 if game.result == 0 else float(game.result != player)
            own = OwnGame(number, "random", player, lost, "", 2, game.moves)
            found = points_given_away([own], marks, CELLS)
            assert len(found) == 2 * lost
            for one in found:
                assert one.where in ("never", "early", "middle", "late")
                if one.ply:
                    assert labels[one.ply].player == player
                    assert labels[one.ply].label in (Label.MISTAKE, Label.BLUNDER)
                    moves += 1
    assert moves > 5


def test_only_the_latest_games_that_were_not_won_are_judged() -> None:
    games = [OwnGame(number, "random", 1, (number % 3) / 2, "", 2, "11") for number in range(200)]
    judged = to_judge(games)
    assert len(judged) == 60
    assert [game.id for game in judged[:3]] == [199, 197, 196]
