"""The contract of every registered rule set, on several board sizes."""

import json
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from enraya.errors import EnrayaError, IllegalMove
from enraya.game.jsonform import format_json, parse_json, replay_object
from enraya.game.notation import BOOM, Move, format_move
from enraya.game.position import Position
from enraya.game.record import GameRecord, MoveNote, Termination
from enraya.kernels.core.bits import has_four
from enraya.kernels.core.board import UNDECIDED
from enraya.rules import RULE_SETS, RuleSet, parse_rules
from tests.strategies import RULES, choices, make_twin, positions, seeded, walk
from tests.twin import Twin

every_rule_set = pytest.mark.parametrize("rules", RULES, ids=str)


def random_game(rules: RuleSet, seed: int) -> list[Position]:
    """The positions of one complete game."""
    game = [position for _, position in walk(rules, seeded(seed).randbytes(400))]
    assert game[-1].is_over
    return game


def both_aligned(position: Position) -> bool:
    geometry = position.rules.geometry
    return all(has_four(geometry, stones) for stones in position.board[:2])


def test_every_registered_rule_set_is_tested() -> None:
    assert {rules.name for rules in RULES} == set(RULE_SETS)


@every_rule_set
@given(data=st.data())
def test_a_position_is_read_back_from_its_moves(rules: RuleSet, data: st.DataObject) -> None:
    position = data.draw(positions(rules))
    again = Position.parse(position.moves, rules)
    assert again == position
    assert (again.moves, again.result) == (position.moves, position.result)
    assert Position.parse(f"  {position.moves}\n", rules.spec) == position


@every_rule_set
@given(data=st.data())
def test_a_position_is_read_back_from_its_json(rules: RuleSet, data: st.DataObject) -> None:
    position = data.draw(positions(rules))
    for text in (
        format_json(position),
        json.dumps({"rules": rules.spec, "moves": position.moves}),
        json.dumps({**replay_object(position), "rules": rules.spec}),
    ):
        again = parse_json(text)
        assert (again, again.moves) == (position, position.moves)
    assert parse_json(json.dumps(replay_object(position)), rules) == position


@every_rule_set
@given(data=st.data())
def test_records_survive_a_round_trip_through_json(rules: RuleSet, data: st.DataObject) -> None:
    position = data.draw(positions(rules))
    opening = position.moves[: data.draw(st.integers(0, 4))]
    notes = tuple(MoveNote(0.25 * i, i, -i) for i in range(position.plies - len(opening)))
    record = GameRecord.of(position, ("a(1)", 'b "x"'), seed=3, opening=opening, notes=notes)
    assert GameRecord.from_json(record.to_json()) == record
    assert hash(GameRecord.from_json(record.to_json())) == hash(record)
    assert (record.termination is Termination.UNFINISHED) == (not position.is_over)
    assert Position.parse(record.moves, record.rules) == position


@every_rule_set
@given(data=st.data())
def test_the_mirror_image_of_a_position_is_the_same_game_reflected(
    rules: RuleSet, data: st.DataObject
) -> None:
    position = data.draw(positions(rules))
    image = position.mirror()
    assert image.rows_from_bottom == tuple(row[::-1] for row in position.rows_from_bottom)
    assert image.mirror() == position
    assert image.mirror().moves == position.moves
    assert (image.mover, image.round) == (position.mover, position.round)
    assert (image.bombs, image.next_is_bomb) == (position.bombs, position.next_is_bomb)
    assert Position.parse(image.moves, rules) == image
    turned = [m if isinstance(m, str) else rules.columns + 1 - m for m in position.legal_moves]
    assert set(image.legal_moves) == set(turned)
    if rules.numbers.line_loses and both_aligned(position):
        assert image.is_over  # which of two lines counts depends on the side one scans from
    else:
        assert image.result == position.result


@every_rule_set
def test_positions_cannot_be_changed(rules: RuleSet) -> None:
    position = Position.start(rules).play(1)
    with pytest.raises(FrozenInstanceError):
        position.moves = ""  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        rules.name = ""  # type: ignore[misc]
    before = (position.board, position.moves)
    position.play(2)
    assert (position.board, position.moves) == before


@every_rule_set
def test_transpositions_are_equal(rules: RuleSet) -> None:
    # the same players drop in the same columns, in another order
    orders = ("1234", "1324") if rules.numbers.double_turns else ("1234", "3214")
    one, other = (Position.parse(moves, rules) for moves in orders)
    assert one.rows_from_bottom == other.rows_from_bottom
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1
    assert one != one.play(1)
    assert one != one.moves


def test_equal_boards_of_other_rules_are_not_equal() -> None:
    assert Position.parse("1234", "boom") != Position.parse("1234", "desconecta")
    assert Position.start("boom") != Position.start("desconecta")
    assert Position.start("classic") == Position.start(parse_rules("classic"))


@every_rule_set
def test_no_move_can_follow_the_end(rules: RuleSet) -> None:
    end = random_game(rules, seed=1)[-1]
    assert end.legal_moves == ()
    moves: list[Move] = [*range(1, rules.columns + 1), BOOM]
    for move in moves:
        with pytest.raises(IllegalMove, match="is over; no move can follow"):
            end.play(move)
    with pytest.raises(EnrayaError, match=f"^move {end.plies + 1} of "):
        Position.parse(end.moves + "1", rules)


@every_rule_set
@given(data=st.data())
def test_exactly_the_legal_moves_can_be_played(rules: RuleSet, data: st.DataObject) -> None:
    position = data.draw(positions(rules))
    candidates: list[Move] = [*range(-1, rules.columns + 3), BOOM, "x", ""]
    for move in candidates:
        if move in position.legal_moves:
            after = position.play(move)
            assert after.moves == position.moves + format_move(move)
            assert after.plies == position.plies + 1
        else:
            with pytest.raises(IllegalMove) as caught:
                position.play(move)
            assert len(str(caught.value)) > len("no")


@every_rule_set
@pytest.mark.parametrize("move", [0, -1, 17, True, 1.0, None, np.int64(17), "x", "", "44", "BB"])
def test_values_that_are_not_moves_are_refused_by_name(rules: RuleSet, move: Move) -> None:
    with pytest.raises(IllegalMove, match="is not a column; columns are 1 to"):
        Position.start(rules).play(move)


@every_rule_set
def test_a_full_column_is_not_playable(rules: RuleSet) -> None:
    full = next(
        position
        for seed in range(200)
        for position in random_game(rules, seed)
        if not position.is_over and 1 not in position.legal_moves
    )
    with pytest.raises(IllegalMove, match=f"column 1 is full after '{full.moves[:59]}"):
        full.play(1)


def assert_agreement(position: Position, twin: Twin) -> None:
    winner, is_over = twin.winner(), twin.winner() is not None
    assert position.rows_from_bottom == twin.rows_from_bottom()
    for player in (1, 2):
        places = [(cell.column - 1, cell.row - 1) for cell in position.stones(player)]
        assert places == [p for p in twin.places() if twin.owner(p) == player]
    assert position.legal_moves == (() if is_over else tuple(twin.open_moves()))
    assert (position.mover, position.round) == (twin.active, twin.round)
    assert position.bombs == (twin.has_bomb[1], twin.has_bomb[2])
    assert position.can_explode == twin.has_bomb[twin.active]
    assert position.next_is_bomb == (twin.next_is_bomb() and not is_over)
    assert position.is_over == is_over
    assert position.result == (UNDECIDED if winner is None else winner)
    outcome = position.outcome
    if outcome is None:
        assert not is_over
    else:
        assert (outcome.winner, outcome.ending) == (winner, twin.ending())
        assert set(outcome.cells) == twin.line_cells()


@every_rule_set
@given(data=st.data())
def test_position_agrees_with_the_twin_after_every_move(
    rules: RuleSet, data: st.DataObject
) -> None:
    twin = make_twin(rules)
    assert_agreement(Position.start(rules), twin)
    for move, position in walk(rules, data.draw(choices())):
        twin.play(move)
        assert_agreement(position, twin)
        last = position.last_cell
        if isinstance(move, str):
            assert last is None
        else:
            assert last == (move, twin.height(move - 1))
