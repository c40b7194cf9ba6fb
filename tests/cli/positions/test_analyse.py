"""The table of `enraya analyse`: what is proved, what is guessed, and what is best."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from enraya.game.position import Position
from enraya.rules.classic import classic
from enraya.solver.analysis import Analysis, Bounds, EstimatedMove, SearchEstimate
from tests.cli.running import printed

SMALL = Position.parse("1111", classic(4, 4))
GUESSES = (None, EstimatedMove(3.0), EstimatedMove(-2.0), EstimatedMove(None, 1, 5))


def rows(analysis: Analysis) -> Iterator[list[str]]:
    """What stands in the table of an analysis."""
    console = Console()
    parts = analysis.__rich_console__(console, console.options)
    (table,) = (part for part in parts if isinstance(part, Table))
    for row in zip(*(column.cells for column in table.columns), strict=True):
        yield [str(cell) for cell in row]


def test_the_best_of_what_is_known_are_marked() -> None:
    bounds = (None, Bounds(2, 2), Bounds(-1, -1), Bounds(2, 2))
    assert list(rows(Analysis(SMALL, bounds, 9, 0.5))) == [
        ["1", "", "full", ""],
        ["2", "+2", "win in 9", "best"],
        ["3", "-1", "loss in 12", ""],
        ["4", "+2", "win in 9", "best"],
    ]


def test_what_is_not_known_is_guessed() -> None:
    bounds = (None, Bounds(-1, 2), Bounds(0, 0), Bounds(0, 2))
    estimate = SearchEstimate(4, GUESSES, "2344")
    assert [row[3] for row in rows(Analysis(SMALL, bounds, 9, 0.5, estimate=estimate))] == [
        "", "~+3", "", "~win in 5",
    ]  # fmt: skip
    assert [row[3] for row in rows(Analysis(SMALL, bounds, 9, 0.5))] == ["", "", "", ""]


def test_without_a_limit_every_score_is_exact() -> None:
    options = ("--no-book", "--no-cache", "--table-mb", "4", "--threads", "1")
    exact = printed("analyse", *options, "--size", "4x4", given="1111\n")
    assert exact.split()[:2] == ["1111", "-"]
    assert ".." not in exact
    hurried = printed("analyse", *options, "--limit-seconds", "0", given="\n")
    assert ".." in hurried
