"""Sets of positions with exact scores: their lines, and how they are made."""

import pytest

from enraya.errors import InvalidNotation, UnknownName
from enraya.game.position import Position
from enraya.solver.position_sets import SETS, check_set, generate_set, parse_lines
from enraya.solver.score import plies_to_end


def test_a_line_has_moves_and_a_score() -> None:
    found = parse_lines("4455 18\n44455554221  -15\n", "mine")
    assert found == [(Position.parse("4455"), 18), (Position.parse("44455554221"), -15)]


@pytest.mark.parametrize("line", ["", "4455", "4455 x", "4455 1.5", "4455 18 19"])
def test_a_malformed_line_is_named(line: str) -> None:
    with pytest.raises(InvalidNotation, match=r"line 2 of mine: .* is not 'MOVES SCORE'"):
        parse_lines(f"4455 18\n{line}\n", "mine")


@pytest.mark.parametrize("name", ["end-easy", "middle-easy"])
def test_a_made_set_has_different_positions_of_its_definition(name: str) -> None:
    calls: list[None] = []
    found = generate_set(name, 5, 1, lambda: calls.append(None))
    assert len({position for position, _ in found}) == len(found) == len(calls) == 5
    for position, score in found:
        assert position.plies in SETS[name].stones
        assert plies_to_end(score, position.plies, 42) in SETS[name].plies_to_end


def test_a_missing_set_is_named() -> None:
    check_set("end-easy")
    with pytest.raises(UnknownName, match="did you mean 'end-easy'"):
        check_set("end-esay")
