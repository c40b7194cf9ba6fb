"""Positions as JSON: written with the state of the board, and read back."""

import json
from typing import Any

from enraya.errors import InvalidNotation
from enraya.game.drawing_parser import parse_drawing
from enraya.game.notation import quote
from enraya.game.position import Position
from enraya.kernels.core.board import UNDECIDED
from enraya.rules import RuleSet


def replay_object(position: Position) -> dict[str, Any]:
    """The state of a position as plain values, in the order that `enraya replay` prints."""
    return {
        "moves": position.moves,
        "rows_from_bottom": list(position.rows_from_bottom),
        "to_move": position.mover,
        "round": position.round,
        "bombs": list(position.bombs),
        "over": position.is_over,
        "winner": None if position.result == UNDECIDED else position.result,
    }


def format_json(position: Position) -> str:
    """The position as one line of JSON; `parse_json` reads it back."""
    return json.dumps({"rules": position.rules.spec, **replay_object(position)})


def parse_json(text: str, rules: RuleSet | str | None = None) -> Position:
    """The position in a JSON object that has ``moves`` or, without them, ``rows_from_bottom``.

    The object's own ``rules`` come before the argument. Everything else that the object says about
    the state must agree with its moves or rows.

    Raises:
        EnrayaError: when the text is not such an object, or the moves are not legal.
    """
    state = _load_object(text)
    if "rules" in state:
        rules = _text_value(state, "rules")
    if "moves" not in state:
        if "rows_from_bottom" not in state:
            raise InvalidNotation(f"{quote(text)} has neither 'moves' nor 'rows_from_bottom'")
        position = parse_drawing("\n".join(reversed(_rows(state))), rules)
        state.pop("rows_from_bottom")  # cells may be written in several ways
    else:
        moves = _text_value(state, "moves")
        position = Position.parse(moves, "classic" if rules is None else rules)
    for key, value in replay_object(position).items():
        if key in state and state[key] != value:
            raise InvalidNotation(
                f"{key!r} is {quote(json.dumps(state[key]))}, but after {quote(position.moves)} "
                f"it is {json.dumps(value)}"
            )
    return position


def _load_object(text: str) -> dict[str, Any]:
    try:
        state = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidNotation(f"{quote(text)} is not JSON: {error}") from None
    if not isinstance(state, dict):
        raise InvalidNotation(f'{quote(text)} is not a JSON object such as {{"moves": "4453"}}')
    return state


def _text_value(state: dict[str, Any], key: str) -> str:
    value = state[key]
    if not isinstance(value, str):
        raise InvalidNotation(f"{key!r} must be a string, not {quote(json.dumps(value))}")
    return value


def _rows(state: dict[str, Any]) -> list[str]:
    rows = state["rows_from_bottom"]
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise InvalidNotation("'rows_from_bottom' must be a list of strings such as \"..12...\"")
    return rows
