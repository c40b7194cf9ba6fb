"""`enraya move` as a user types it."""

import pytest

from enraya.agents import Choice
from enraya.cli.positions.move import describe
from tests.cli.running import answer, printed

PORTO = "alphabeta(depth=4, eval=rivest, style=porto)"


def test_move_prints_the_choice_as_json() -> None:
    choice = answer("move", "1", "--agent", PORTO)
    assert list(choice) == [
        "move", "score", "depth", "nodes", "leaves", "seconds", "stopped", "columns",
        "line",
    ]  # fmt: skip
    assert (choice["move"], choice["score"]) == (4, -12)
    assert (choice["depth"], choice["nodes"], choice["leaves"]) == (4, 561, 408)
    assert [column["move"] for column in choice["columns"]] == [1, 2, 3, 4, 5, 6, 7]


def test_move_is_a_filter() -> None:
    lines = printed("move", "--agent", "greedy", given="443355\n121212\n").splitlines()
    assert [line[0] for line in lines] == ["2", "1"]


def test_move_reports_that_the_limit_stopped_the_search() -> None:
    command = ("move", "1", "--agent", PORTO, "--nodes")
    assert "  stopped" in printed(*command, "300").splitlines()[0]
    assert "stopped" not in printed(*command, "600")
    assert answer(*command, "300")["stopped"] is True


def test_a_program_can_be_asked_for_a_move() -> None:
    program = "program:\"sh -c 'while read moves; do echo ${#moves}; done'\""
    lines = printed("move", "--agent", program, given="443355\n121212\n4\n").splitlines()
    assert [line[0] for line in lines] == ["6", "6", "1"]


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (Choice(4), "4"),
        (Choice("B", score=0.0, line="B"), "B  score 0"),  # a line that is only the move
        (Choice(4, depth=2, nodes=9, line="43"), "4  depth 2  nodes 9  line 43"),
        (Choice(4, seconds=0.25, details={"iterations": 7}), "4  iterations 7  0.250 s"),
    ],
)
def test_a_choice_is_printed_in_a_line_with_its_known_facts(choice: Choice, words: str) -> None:
    assert describe(choice, with_columns=True) == words


def test_each_move_is_printed_with_its_known_facts() -> None:
    columns = ({"move": 1, "score": -2.0, "visits": None}, {"move": 2, "score": 3.0, "visits": 5})
    choice = Choice(2, columns=columns)
    assert describe(choice, with_columns=True) == "2\n  1: score -2\n  2: score 3  visits 5"
    assert describe(choice, with_columns=False) == "2"
