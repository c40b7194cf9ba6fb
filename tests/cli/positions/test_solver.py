"""`enraya solve`, `analyse` and `review` as a user types them."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from rich.console import Console
from rich.table import Table

from enraya.game.position import Position
from enraya.rules.classic import classic
from enraya.solver.analysis import Analysis, Bounds, EstimatedMove, SearchEstimate
from tests.cli.running import answer, enraya, printed

LATE = "2252576253462244111563365343671351441"
SMALL = ("--size", "5x4")
BOARD = Position.parse("1111", classic(4, 4))
GUESSES = (None, EstimatedMove(3.0), EstimatedMove(-2.0), EstimatedMove(None, 1, 5))
REVIEW = ("review", "--size", "5x4", "--no-book", "--no-cache", "--table-mb", "4", "--threads", "1")
BLUNDER = "1122335"


@pytest.mark.parametrize(
    ("arguments", "given", "shown"),
    [
        (("4455", "44455554221"), "", "4455 18\n44455554221 -15\n"),
        (("--weak", "4455", "44455554221"), "", "4455 1\n44455554221 -1\n"),
        (SMALL, "\n", "0\n"),  # the starting position
    ],
)
def test_solve_prints_moves_and_score(arguments: tuple[str, ...], given: str, shown: str) -> None:
    assert printed("solve", *arguments, given=given) == shown


def test_solve_is_a_filter_that_keeps_lines_aligned() -> None:
    done = enraya("solve", given="4455\n44x\n1212121\n44455554221\n")
    assert done.returncode == 2
    assert done.stdout == "4455 18\n\n\n44455554221 -15\n"
    assert "line 2: move 3 of '44x'" in done.stderr
    assert "line 3: the game '1212121' is over" in done.stderr


def test_solve_answers_programs_in_json() -> None:
    lines = enraya("solve", "--json", "--weak", "4455", "44455554221").stdout.splitlines()
    first, second = map(json.loads, lines)
    assert (first["moves"], first["value"]) == ("4455", 1)
    assert first["lower"] <= 18 <= first["upper"]
    assert (second["moves"], second["value"]) == ("44455554221", -1)
    exact = json.loads(enraya("solve", "--json", "4455").stdout)
    assert (exact["score"], exact["plies_to_end"]) == (18, 3)


def test_scores_have_colour_in_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    coloured = enraya("solve", "4455").stdout
    assert "\x1b[32m18\x1b[0m" in coloured
    assert "\x1b[1;38;5;214mX" in enraya("show", "44").stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert enraya("solve", "4455").stdout == "4455 18\n"


def test_a_time_limit_reports_the_proved_bounds() -> None:
    done = enraya("solve", "--no-book", "--limit-seconds", "0.01", "--table-mb", "4", given="\n")
    assert done.returncode == 2
    assert "was not solved in" in done.stderr
    assert "its score is between" in done.stderr


def test_analyse_prints_json_for_programs() -> None:
    found = answer("analyse", "4444443265")
    assert list(found) == [
        "moves", "score", "plies_to_end", "scores", "bounds", "best", "line", "estimate", "nodes",
        "seconds",
    ]  # fmt: skip
    assert found["scores"][3] is found["bounds"][3] is None
    assert all(bounds in (None, [score, score]) for score, bounds in both(found))
    assert found["line"] is found["estimate"] is None
    assert all(found["scores"][column - 1] == found["score"] for column in found["best"])


def both(answer: dict[str, Any]) -> Iterator[tuple[int | None, list[int] | None]]:
    """Score and bounds of each column."""
    return zip(answer["scores"], answer["bounds"], strict=True)


def test_analyse_gives_bounds_when_the_limit_stops_it() -> None:
    hurried = ("--no-book", "--limit-seconds", "0", "--table-mb", "4", "--line")
    found = answer("analyse", "", *hurried)
    assert found["score"] is found["line"] is None
    for score, bounds in both(found):
        assert score is None
        assert bounds is not None
        assert bounds[0] < bounds[1]
    lower, upper = found["bounds"][0]
    table = enraya("analyse", "", *hurried).stdout
    assert table.count("not solved") == 7
    assert f"{lower}..+{upper}" in table
    done = enraya("analyse", *hurried, given="\n")
    assert done.returncode == 0
    assert done.stdout.split()[0] == f"{lower}..{upper}"


def test_analyse_estimates_the_scores_that_the_limit_leaves_open() -> None:
    large = ("--size", "8x8", "--limit-seconds", "0.4", "--table-mb", "4", "--no-cache")
    found = answer("analyse", "1111111", *large)
    estimate = found["estimate"]
    assert found["score"] is None
    assert estimate["depth"] >= 3
    assert found["moves"] + estimate["line"][:1] in {f"1111111{move}" for move in "12345678"}
    assert [type(move["value"]) for move in estimate["moves"]] == [float] * 8
    table = enraya("analyse", "11111111", *large).stdout
    assert "moves ahead" in table
    assert table.count("~") == 7
    assert "full" in table


def test_review_does_not_label_moves_that_the_limit_leaves_open() -> None:
    hurried = ("--no-book", "--limit-seconds", "0", "--table-mb", "4")
    found = answer("review", "4453", *hurried)
    assert [move["label"] for move in found["review"]] == [None] * 4
    assert [player["moves"] for player in found["accuracy"]] == [0, 0]
    assert enraya("review", "4453", *hurried).stdout.count("not solved") == 8


def test_analyse_as_a_filter_gives_one_line_each() -> None:
    done = enraya("analyse", given="4444443265\n4x\n445566\n")
    lines = done.stdout.split("\n")
    assert done.returncode == 2
    assert lines[0].split()[0] == "4444443265"
    assert lines[0].split()[4] == "-"
    assert lines[1] == ""
    assert lines[2].split() == ["445566", "17", "17", "18", "17", "17", "17", "18"]


def test_review_labels_a_blunder_and_names_the_better_move() -> None:
    found = answer("review", "1212125", *SMALL)
    last = found["review"][-1]
    assert last["label"] in ("mistake", "blunder")
    assert last["better"] == [1]
    assert [player["player"] for player in found["accuracy"]] == [1, 2]
    line = enraya("review", *SMALL, given="1212125\n").stdout
    assert line.count("\n") == 1
    assert "(better 1)" in line


def rows(analysis: Analysis) -> Iterator[list[str]]:
    """The cells of the table of an analysis."""
    console = Console()
    parts = analysis.__rich_console__(console, console.options)
    (table,) = (part for part in parts if isinstance(part, Table))
    for row in zip(*(column.cells for column in table.columns), strict=True):
        yield [str(cell) for cell in row]


def test_the_best_of_the_known_scores_are_marked() -> None:
    bounds = (None, Bounds(2, 2), Bounds(-1, -1), Bounds(2, 2))
    assert list(rows(Analysis(BOARD, bounds, 9, 0.5))) == [
        ["1", "", "full", ""],
        ["2", "+2", "win in 9", "best"],
        ["3", "-1", "loss in 12", ""],
        ["4", "+2", "win in 9", "best"],
    ]


def test_unknown_scores_are_estimated() -> None:
    bounds = (None, Bounds(-1, 2), Bounds(0, 0), Bounds(0, 2))
    estimate = SearchEstimate(4, GUESSES, "2344")
    assert [row[3] for row in rows(Analysis(BOARD, bounds, 9, 0.5, estimate=estimate))] == [
        "", "~+3", "", "~win in 5",
    ]  # fmt: skip
    assert [row[3] for row in rows(Analysis(BOARD, bounds, 9, 0.5))] == ["", "", "", ""]


def test_every_reviewed_move_has_its_best_and_its_actual_result() -> None:
    table = printed(*REVIEW, BLUNDER)
    rows = [[cell.strip() for cell in line.split("│")[1:-1]] for line in table.splitlines()]
    assert [row for row in rows if row][-2:] == [
        ["6", "O", "3", "draw", "loss in 2", "mistake", "4"],
        ["7", "X", "5", "win in 1", "loss in 14", "blunder", "4"],
    ]
    assert "X: 50 % of 4 moves kept the value, 50 % were best" in table
