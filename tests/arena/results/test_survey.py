"""Facts about the games of a tournament: costs, repetitions, faults, mistakes."""

import numpy as np
import pytest

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.schedule import Pairing
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.results.survey import Fault, Repetition, Survey, survey
from enraya.arena.store.game_row import GameRow, encode_row
from enraya.arena.store.store import Tournament
from enraya.game.position import Position
from enraya.game.record import GameRecord, MoveNote, Termination
from enraya.rules import parse_rules

OPENINGS = ("12", "")


def game(pairing: Pairing, moves: str, notes: list[MoveNote], rules: str = "classic") -> GameRow:
    opening = OPENINGS[pairing.opening]
    position = Position.parse(moves, rules)
    record = GameRecord.of(position, ("a", "b"), opening=opening, notes=tuple(notes))
    return encode_row(pairing, record)


def surveyed(rows: list[GameRow], rules: str = "classic") -> Survey:
    settings = TournamentSettings("round-robin", make_entrants(["a", "b", "c"]), rules=rules)
    tournament = Tournament(1, "", settings, OPENINGS, finished=True, digest="")
    return survey(tournament, rows)


def test_the_cost_of_moves_is_counted_by_agent_and_ply() -> None:
    notes = [MoveNote(0.5, 10), MoveNote(1.0, 20), MoveNote(1.5, None)]
    rows = [
        game(Pairing(0, 1, 0), "12345", notes),
        game(Pairing(1, 0, 0), "12345", [MoveNote(2.5, 30)] * 3),
        game(Pairing(0, 1, 1), "44", []),
    ]
    seen = surveyed(rows)
    nan = np.nan
    assert seen.seconds[0] == pytest.approx([nan, nan, 0.5, 2.5, 1.5], nan_ok=True)
    assert seen.seconds[1] == pytest.approx([nan, nan, 2.5, 1.0, 2.5], nan_ok=True)
    assert seen.nodes[0] == pytest.approx([nan, nan, 10, 30, nan], nan_ok=True)
    assert np.isnan(seen.seconds[2]).all()


def test_means_are_taken_over_all_games_at_a_ply() -> None:
    rows = [game(Pairing(0, 1, 1), "4", [MoveNote(None, nodes)]) for nodes in (10, 20, 60)]
    assert surveyed(rows).nodes[0] == pytest.approx([30])


def test_both_moves_of_a_double_turn_belong_to_its_agent() -> None:
    notes = [MoveNote(float(ply), ply) for ply in range(5)]
    seen = surveyed([game(Pairing(0, 1, 1), "12345", notes, "boom")], "boom")
    nan = np.nan
    assert seen.nodes[0] == pytest.approx([0, nan, nan, 3, 4], nan_ok=True)
    assert seen.nodes[1] == pytest.approx([nan, 1, 2, nan, nan], nan_ok=True)


def test_repeated_positions_are_counted_after_the_opening() -> None:
    same = [game(Pairing(0, 1, 0), "12345", [])] * 2
    seen = surveyed([*same, game(Pairing(0, 1, 0), "12543", [])])
    # 12345 twice, and 12543, which ends on the same position
    assert seen.positions == 9
    assert seen.redundancy == pytest.approx(1 - 5 / 9)
    assert seen.repeated_games == 1


def test_the_same_moves_with_sides_swapped_are_not_a_repeated_game() -> None:
    seen = surveyed([game(Pairing(0, 1, 1), "44", []), game(Pairing(1, 0, 1), "44", [])])
    assert seen.repeated_games == 0
    assert seen.redundancy == 0.5


def test_lengths_and_endings_are_counted() -> None:
    rows = [game(Pairing(0, 1, 1), moves, []) for moves in ("1212121", "44", "1717171")]
    seen = surveyed(rows)
    assert seen.lengths == {2: 1, 7: 2}
    assert seen.terminations == {"line": 2, "unfinished": 1}


def test_faults_are_listed_with_the_agent_that_lost() -> None:
    record = GameRecord("classic", ("a", "b"), "44", 2, Termination.TIMEOUT, reason="too slow")
    seen = surveyed([encode_row(Pairing(2, 1, 1), record)] * 3)
    assert seen.faults == {Fault(2, "timeout", "too slow"): 3}


def test_a_survey_of_no_games_is_empty() -> None:
    seen = surveyed([])
    assert (seen.games, seen.positions, seen.redundancy, seen.lengths) == (0, 0, 0.0, {})


def test_a_game_can_repeat_one_of_an_earlier_batch() -> None:
    seen = Repetition(parse_rules("classic"))
    same, other = (
        encode_row(Pairing(0, 1, 0), GameRecord.of(Position.parse(moves), ("a", "b")))
        for moves in ("4444", "4443")
    )
    seen.add([same], [0])
    seen.add([same, other], [0, 0])
    assert seen.repeated_games == 1
    assert seen.redundancy() == 1 - 5 / 12
