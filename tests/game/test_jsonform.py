"""Positions as JSON: the format of `enraya replay`, and its refusals."""

import json
from pathlib import Path

import pytest

from enraya.errors import EnrayaError
from enraya.game.jsonform import parse_json, replay_object
from enraya.game.position import Position


@pytest.mark.parametrize("name", ["boom", "desconecta"])
def test_every_line_of_the_reference_games_is_reproduced_exactly(name: str, testdata: Path) -> None:
    lines = (testdata / f"{name}.jsonl").read_text().splitlines()
    assert lines
    for number, line in enumerate(lines, start=1):
        expected = json.loads(line)
        position = Position.parse(expected["moves"], name)
        assert replay_object(position) == expected, f"line {number}"
        assert parse_json(line, name) == position


def test_keys_are_in_the_order_of_the_format() -> None:
    state = replay_object(Position.parse("55654453667472B", "boom"))
    assert json.dumps(state, separators=(",", ":")) == (
        '{"moves":"55654453667472B",'
        '"rows_from_bottom":["...2222","...4111","....22.",".......",".......",".......","......."],'
        '"to_move":1,"round":5,"bombs":[true,false],"over":true,"winner":2}'
    )


def test_rules_in_the_object_override_those_of_the_argument() -> None:
    assert parse_json('{"moves": "4", "rules": "boom"}', "classic").rules.name == "boom"
    assert parse_json('{"moves": "4"}', "boom").rules.name == "boom"
    assert parse_json('{"moves": "4"}').rules.name == "classic"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not JSON"),
        ("4453", "is not a JSON object such as"),
        ("[]", "is not a JSON object such as"),
        ("null", "is not a JSON object such as"),
        ("{", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("9" * 10_000, "is not JSON"),
        ("{}", "has neither 'moves' nor 'rows_from_bottom'"),
        ('{"moves": 4453}', "'moves' must be a string, not '4453'"),
        ('{"moves": null}', "'moves' must be a string, not 'null'"),
        ('{"moves": "4", "rules": 3}', "'rules' must be a string"),
        ('{"moves": "4", "rules": "chess"}', "unknown rule set 'chess'"),
        ('{"moves": "49"}', "move 2 of '49'"),
        ('{"moves": "44", "to_move": 2}', "'to_move' is '2', but after '44' it is 1"),
        ('{"moves": "44", "winner": 1}', "'winner' is '1', but after '44' it is null"),
        ('{"moves": "44", "rows_from_bottom": []}', "'rows_from_bottom' is '[]'"),
        ('{"rows_from_bottom": "....."}', "'rows_from_bottom' must be a list of strings"),
        ('{"rows_from_bottom": [1, 2]}', "'rows_from_bottom' must be a list of strings"),
        ('{"rows_from_bottom": []}', "the drawing has no rows"),
        ('{"rows_from_bottom": ["4..."]}', "is not a cell"),
        ('{"rows_from_bottom": ["...1", "....", "....", "...."], "rules": "boom"}', "of boom"),
    ],
)
def test_bad_objects_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(EnrayaError) as caught:
        parse_json(text)
    assert reason in str(caught.value)
