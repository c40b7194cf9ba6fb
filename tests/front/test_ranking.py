"""The table of a ranking, and the notes below it."""

from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console
from rich.table import Table

from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.results.summary import AgentRow, Summary
from enraya.arena.statistics.rating import Rating, Standing
from enraya.arena.statistics.tally import ResultCounts, Tally
from enraya.arena.store.store import Mistakes, Tournament
from enraya.front.ranking import notes_on, ranking_table

WIDE = Console(width=200)
TALLY = Tally(ResultCounts(3, 1, 0), ResultCounts(1, 0, 3))


def agent(name: str, tally: Tally = TALLY, **others: Any) -> AgentRow:
    """The row of an agent of which little is known."""
    standing = Standing(name, Rating(name, 12.0, -8.0, 32.0), tally, None)
    return replace(AgentRow(standing, name, None, None, {}, {}, None), **others)


def summary(*agents: AgentRow) -> Summary:
    tournament = Tournament(1, "", TournamentSettings("match", ()), (), False, "")
    return Summary(tournament, 8, list(agents), {})


def cells(table: Table) -> dict[str, list[str]]:
    """The columns of a table by their headings."""
    return {str(column.header): [str(cell) for cell in column.cells] for column in table.columns}


def test_every_agent_has_a_row_with_its_known_figures() -> None:
    known = agent("a", seconds=0.25, nodes=45_210.0)
    found = cells(ranking_table(summary(known, agent("b", Tally())), WIDE))
    assert found == {
        "": ["1", "2"],
        "agent": ["a", "b"],
        "elo": ["12", "12"],
        "±": ["20", "-"],
        "points": ["4.5/8", "0/0"],
        "+ = −": ["4 1 3", "0 0 0"],
        "won": ["50%", "-"],
        "first": ["88%", "-"],
        "second": ["25%", "-"],
        "s/move": ["0.2500", "-"],
        "nodes": ["45.2k", "-"],
    }


def test_columns_for_mistakes_and_failures_appear_only_if_there_are_any() -> None:
    judged = agent("a", mistakes=Mistakes(moves=40, losing=10, imperfect=20), faults={"time": 2})
    idle = agent("b", mistakes=Mistakes(moves=0, losing=0, imperfect=0))
    table = ranking_table(summary(judged, idle, agent("c")), WIDE)
    found = cells(table)
    assert (found["wrong"], found["failed"]) == (["25.0%", "-", "-"], ["2", "", ""])
    assert {str(column.header) for column in table.columns if column.style} == {"failed"}
    assert [row.style for row in table.rows] == ["bold", "", ""]


def test_a_table_drops_a_column_only_when_the_console_is_too_narrow() -> None:
    rows = summary(agent("a"), agent("b"))
    width = WIDE.measure(ranking_table(rows, WIDE)).minimum
    assert "nodes" in cells(ranking_table(rows, Console(width=width)))
    narrow = cells(ranking_table(rows, Console(width=width - 1)))
    assert "nodes" not in narrow
    assert "won" in narrow


FAILED = {"crash": "one / two"}
SAME = [agent(name, same_as=tuple({*"abc"} - {name})) for name in "cab"]


@pytest.mark.parametrize(
    ("rows", "note"),
    [
        ([agent("a", faults={"crash": 1}, reasons=FAILED)], "a lost 1 game by failing (crash): "),
        ([agent("a", faults={"crash": 2}, reasons=FAILED)], "a lost 2 games by failing (crash): "),
        ([*SAME, agent("d")], "a, b and c have identical files"),
        ([agent("a", barred="too large")], "a was not played: too large"),
    ],
)
def test_failures_identical_files_and_barred_agents_are_reported(
    rows: list[AgentRow], note: str
) -> None:
    lines = "one\n    two" if note.endswith(": ") else ""
    assert list(notes_on(summary(*rows))) == [note + lines]
