"""Game records: refusals, defaults and the text form."""

import json
from dataclasses import replace
from typing import Any

import pytest

from enraya.errors import EnrayaError
from enraya.game.position import Position
from enraya.game.record import GameRecord, MoveNote, Termination

WON = GameRecord.of(Position.parse("1212121"), ("a", "b"), opening="12", seed=4)


def changed(**values: Any) -> str:
    return json.dumps({**json.loads(WON.to_json()), **values})


def without(key: str) -> str:
    return json.dumps({name: v for name, v in json.loads(WON.to_json()).items() if name != key})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "is not a game record"),
        ("[]", "is not a game record"),
        ("3", "is not a game record"),
        ("{}", "is not a game record"),
        ("[" * 100_000, "is not a game record"),
        *(
            (without(key), repr(key))
            for key in ("rules", "agents", "moves", "winner", "termination")
        ),
        (changed(agents=["a"]), "is not a game record"),
        (changed(agents="ab"), "'ab' is not a list"),
        (changed(winner=3), "winner 3 must be 1, 2, 0 or null"),
        (changed(winner=True), "True is not of type int"),
        (changed(winner=[1]), "[1] is not of type int"),
        (changed(seed="x"), "'x' is not of type int"),
        (changed(termination="boredom"), "'boredom' is not a valid Termination"),
        (changed(termination={}), "is not a game record"),
        (changed(notes=3), "3 is not a list"),
        (changed(notes=[3]), "is not a game record"),
        (changed(notes=[{"mood\n": 1}]), r"a note has no 'mood\n'"),
        (changed(notes=[{"nodes": "1"}]), "'1' is not of type int"),
        (changed(notes=[{"seconds": [1]}]), "[1] is not of type int or float"),
        (changed(notes=[{}]), "there are 1 notes, not one for each move after the opening"),
        (changed(seed=2**63), "a number beyond 9223372036854775807"),
        (changed(seed=-(2**63)), "a number beyond 9223372036854775807"),
        (changed(notes=[{"score": float("nan")}]), "a number beyond"),
        (changed(rules="chess"), "unknown rule set 'chess'"),
        (changed(moves="12121219"), "move 8 of"),
        (changed(moves=" 1212121"), "have spaces around them"),
        (changed(opening="2"), "the moves do not begin with the opening '2'"),
        (changed(winner=2), "but the record says 2 and 'line'"),
        (changed(termination="full"), "but the record says 1 and 'full'"),
        (changed(termination="timeout"), "but the record says 1 and 'timeout'"),
        (changed(moves="121212"), "after '121212' the winner is None and the end 'unfinished'"),
    ],
)
def test_bad_records_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(EnrayaError) as caught:
        GameRecord.from_json(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    "termination", [t for t in Termination if t.name not in "LINE FULL BLOCKED UNFINISHED"]
)
def test_a_game_ended_by_a_fault_is_recorded(termination: Termination) -> None:
    record = GameRecord(
        "classic", ("a", "b"), "44", winner=1, termination=termination, reason="too bad"
    )
    assert GameRecord.from_json(record.to_json()) == record
    assert '[Reason "too bad"]' in record.to_pgn()


def test_missing_fields_have_their_defaults() -> None:
    record = GameRecord.from_json(
        '{"rules": "boom", "agents": ["a", "b"], "moves": "4", "winner": null,'
        ' "termination": "unfinished"}'
    )
    assert record == GameRecord.of(Position.parse("4", "boom"), ("a", "b"))


def test_the_pgn_text_of_a_bomb_game_counts_its_rounds() -> None:
    record = GameRecord.of(
        Position.parse("55654453667472B", "boom"), ('the "best"', "b\\c"), seed=1, opening="5"
    )
    assert record.to_pgn() == (
        '[Rules "boom"]\n[First "the \\"best\\""]\n[Second "b\\\\c"]\n[Result "0-1"]\n'
        '[Termination "line"]\n[Seed "1"]\n[Opening "5"]\n\n'
        "1. 5 5 6 2. 5 4 4 5 3. 3 6 6 7 4. 4 7 2 B 0-1\n"
    )


def test_a_record_contains_its_reserve_and_the_stopped_moves() -> None:
    notes = (MoveNote(0.1), MoveNote(0.2, stopped=True))
    played = GameRecord.of(Position.parse("4455"), ("a", "b"), opening="44", notes=notes)
    record = replace(played, reserve=2.5)
    assert GameRecord.from_json(record.to_json()) == record
    assert '[Reserve "2.5"]\n' in record.to_pgn()
    assert record.to_pgn().endswith("\n1. 4 4 2. 5 5 {stopped} *\n")
    assert "reserve" not in played.to_json()
    assert played.to_json().count("stopped") == 1


@pytest.mark.parametrize(
    "wrong", [{"reserve": "1"}, {"reserve": True}, {"notes": [{"stopped": 1}]}]
)
def test_a_reserve_is_a_number_and_stopped_is_true_or_false(wrong: dict[str, object]) -> None:
    with pytest.raises(EnrayaError, match="is not"):
        GameRecord.from_json(changed(**wrong))
