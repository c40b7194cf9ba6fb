"""Points that a version of a team lost, and the moves that lost them."""

import numpy as np
import pytest

from enraya.game.position import Position
from enraya.league.rank.losses import (
    Loss,
    OwnGame,
    own_games,
    points_given_away,
    points_lost,
    to_judge,
)
from enraya.league.rank.ranking import RANKING, publish_ranking, ranking_rows, rating_curve
from enraya.league.rank.ratings import rate_players
from enraya.league.rank.results import read_results
from enraya.league.store.store import LeagueStore
from enraya.solver import Solver
from enraya.solver.review import Label, review
from enraya.stopping import Stop
from enraya.web.server.solving.solver_service import SolverService
from tests.league.making import add_pair, add_version, enter_agent


def test_lost_points_are_counted_by_opponent_side_and_fault(store: LeagueStore) -> None:
    mine, strong, weak = (enter_agent(store, name, "random") for name in "ABC")
    assert own_games(store, mine) == []
    add_pair(store, 2, 3, 0, (2, 1))
    add_pair(store, 2, 4, 0, (0, 1))
    add_pair(store, 0, 2, 0, (1, 1), end="crash")
    for number in range(5):
        add_pair(store, 0, 4, number, (1, 2))
    publish_ranking(store, read_results(store))
    games = own_games(store, mine)
    assert [(game.opponent, game.player, game.lost) for game in games] == [
        ("stronger", 1, 1.0), ("stronger", 2, 1.0), ("weaker", 1, 0.5), ("weaker", 2, 1.0),
        ("random", 2, 1.0), ("random", 1, 0.0),
    ]  # fmt: skip
    assert [game.fault for game in games] == ["", "", "", "", "crash", ""]
    assert {game.opening for game in games} == {2}
    assert points_lost(games) == [
        Loss("opponent", "stronger", 2, 2.0),
        Loss("side", "first", 3, 1.5),
        Loss("side", "second", 3, 3.0),
        Loss("opponent", "weaker", 2, 1.5),
        Loss("opponent", "random", 2, 1.0),
        Loss("fault", "crash", 1, 1.0),
    ]
    assert {row["team"]: row["version"] for row in store.published(RANKING)} == {
        None: None, mine: 1, strong: 1, weak: 1,
    }  # fmt: skip
    add_version(store, mine, "level(1)")
    assert own_games(store, mine) == []


def test_the_ranking_has_the_active_players_best_first(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    add_pair(store, 0, 2, 0, (1, 2))
    add_version(store, team, "level(1)")
    add_pair(store, 0, 3, 0, (2, 1))
    add_pair(store, 0, 3, 1, (2, 0))
    rows = ranking_rows(store, read_results(store))
    found = [(row["player"], row["version"], row["games"], row["points"]) for row in rows]
    assert found == [("team 1 v2", 2, 4, 3.5), ("random", None, 6, 2.5), ("level(1)", None, 0, 0.0)]


def test_the_curve_of_a_team_ends_at_its_current_rating(store: LeagueStore) -> None:
    team = enter_agent(store, "A", "random")
    enter_agent(store, "B", "random")
    for number in range(2):
        add_pair(store, 0, 2, number, (1, 2))
    add_pair(store, 0, 1, 0, (1, 1))
    add_version(store, team, "level(1)")
    add_pair(store, 3, 4, 0, (2, 1))
    add_pair(store, 0, 3, 0, (2, 1))
    curve = rating_curve(store, team)
    assert [(point.games, point.version_id) for point in curve] == [(2, 1), (4, 1), (6, 3)]
    assert curve[1].rating.elo < curve[0].rating.elo < curve[2].rating.elo
    add_pair(store, 1, 4, 0, (2, 1))
    assert rating_curve(store, team)[:3] == curve
    today = rate_players(store.players.all(), read_results(store)).ratings[4]
    assert rating_curve(store, team)[-1].rating == today


RULES = "classic(columns=5, rows=4)"
CELLS = 20
NEVER = ("never", 0)


def given_away(marks: str, player: int, lost: float, fault: str = "") -> list[tuple[str, int]]:
    game = OwnGame(1, "random", player, lost, fault, opening=2, moves="")
    return [(one.where, one.ply) for one in points_given_away([game], {1: marks}, CELLS)]


@pytest.mark.parametrize(
    ("marks", "player", "lost", "found"),
    [
        ("=-", 1, 1.0, [("early", 3), NEVER]),
        ("=+", 2, 1.0, [("early", 3), NEVER]),
        ("=====-", 1, 1.0, [("early", 7), NEVER]),
        ("======-", 1, 1.0, [("middle", 8), NEVER]),
        ("============-", 1, 1.0, [("middle", 14), NEVER]),
        ("=============-", 1, 1.0, [("late", 15), NEVER]),
        ("+=+-", 1, 1.0, [("early", 5), ("early", 5)]),  # all at once
        ("+=-", 1, 1.0, [("early", 4), ("early", 3)]),
        ("=+=+=", 1, 0.5, [("early", 6)]),  # the last time, not the first
        ("===", 1, 0.5, [NEVER]),
        ("+++", 2, 1.0, [NEVER, NEVER]),
        ("?=-", 1, 1.0, [("early", 4), ("open", 0)]),
    ],
)
def test_each_half_point_is_lost_by_the_move_that_put_it_out_of_reach(
    marks: str, player: int, lost: float, found: list[tuple[str, int]]
) -> None:
    assert given_away(marks, player, lost) == found


def test_an_agent_that_fails_loses_the_value_of_its_position() -> None:
    assert given_away("=-=", 1, 1.0, fault="crash") == [("fault", 0), NEVER]


def test_losing_moves_are_those_that_a_review_calls_mistakes() -> None:
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


def test_only_the_latest_lost_and_drawn_games_are_judged() -> None:
    games = [OwnGame(number, "random", 1, (number % 3) / 2, "", 2, "11") for number in range(200)]
    judged = to_judge(games)
    assert len(judged) == 60
    assert [game.id for game in judged[:3]] == [199, 197, 196]
