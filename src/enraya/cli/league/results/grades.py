"""`enraya league grades`: what every team has earned, and why."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from enraya.cli.common.language import LangOption, chosen_texts
from enraya.cli.common.messages import fail
from enraya.cli.common.options import JsonOption
from enraya.cli.league.folders import FolderOption, open_league
from enraya.cli.league.results.lines import shown

if TYPE_CHECKING:
    from enraya.league.rank.grades import Grade
    from enraya.texts import Texts


def grades(
    out: Annotated[
        Path | None,
        typer.Option(help="A CSV file to write, for a Moodle gradebook; a table if not given."),
    ] = None,
    roster: Annotated[
        Path | None,
        typer.Option(help="The list of students, whose columns the CSV file then has as well."),
    ] = None,
    evidence: Annotated[
        Path | None,
        typer.Option(help="Also write the evidence for each point, with the games, as JSON."),
    ] = None,
    folder: FolderOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what every team has earned: baselines beaten, moves judged, places in an event.

    Grades follow from the settings and from games that do not change, so this can be asked at any
    time. What is not final yet says so.

    Example: enraya league grades --out grades.csv --roster students.csv
    """
    from enraya.files import write_text
    from enraya.league.rank.grade_table import grades_csv
    from enraya.league.rank.grades import make_grades
    from enraya.league.store.roster import read_roster
    from enraya.reports.ranking_csv import csv_for_spreadsheets

    t = chosen_texts(lang)
    listed = None if roster is None else read_roster(roster)
    with open_league(folder) as store:
        made, teams = make_grades(store), store.teams.all()
    if evidence is not None:
        write_text(evidence, json.dumps([grade.to_object() for grade in made], indent=1) + "\n")
    if out is not None:
        write_text(out, csv_for_spreadsheets(grades_csv(made, teams, t, listed)))
        open_ones = sum(not grade.is_final for grade in made)
        fail(f"{out}: {len(made)} teams, {open_ones} of them not final yet")
    if as_json:
        print(json.dumps([grade.to_object() for grade in made]))
    elif out is None:
        _print(made, {team.id: team.name for team in teams}, t)


def _print(made: list["Grade"], names: dict[int, str], t: "Texts") -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table

    from enraya.cli.common.tables import terminal
    from enraya.league.rank.grade_texts import evidence_in_words

    titles = [t(f"league.grade.column.{name}") for name in ("team", "grade", "final", "feedback")]
    table = Table(titles[0], Column(titles[1], justify="right"), *titles[2:], box=SIMPLE_HEAD)
    for grade in made:
        final = t("league.grade.yes") if grade.is_final else t("league.grade.no")
        points = f"{t.plain(f'{grade.grade:g}')} / {t.plain(f'{grade.scale or grade.most:g}')}"
        reasons = "\n".join(map(shown, evidence_in_words(grade, t)))
        table.add_row(shown(names[grade.team]), points, final, reasons)
    terminal().print(table)
