"""`enraya league settings`, `rules` and `grades`: the rules of a league and the teams' grades."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table

from enraya.cli.common.messages import fail
from enraya.cli.common.options import JsonOption, LangOption, chosen_texts
from enraya.cli.common.tables import right, show, table_of
from enraya.cli.league.common import (
    FolderOption,
    open_league,
    plain_table,
    shown,
    team_names,
)
from enraya.files import write_text
from enraya.league.model.settings_text import change_settings, format_settings
from enraya.league.rank.grade_texts import evidence_in_words, grades_csv, rules_in_words
from enraya.league.rank.grades import Grade, make_grades
from enraya.league.rank.grades import preview as compare
from enraya.league.store.roster import read_roster
from enraya.reports.ranking_csv import csv_for_spreadsheets
from enraya.texts import Texts


def settings(
    changes: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help="The settings to change; none to show all."),
    ] = None,
    reason: Annotated[str, typer.Option(help="The reason for a change, for the log.")] = "",
    preview: Annotated[
        bool, typer.Option("--preview", help="Show the effect on today's grades, change nothing.")
    ] = False,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the settings of a league, or change some of them.

    A change shows its effect on today's grades. Write lists with semicolons, bands like
    5%:3, 10%:2 and the points for a baseline like 'grading.points.level(3)=2'.

    Example: enraya league settings "grading.bands=5%:3, 10%:2" quota=5 --reason "as agreed"
    """
    with open_league(folder) as store:
        before = store.settings
        if not changes:
            found = format_settings(before)
            lines = [shown(f"{name} = {value}").rstrip() for name, value in found.items()]
            show(found, lambda: lines, as_json=as_json)
            return
        after = change_settings(before, changes)
        effects = [effect for effect in compare(store, after) if effect.before != effect.after]
        if not preview:
            store.change_settings(after, reason)
        old, new = format_settings(before), format_settings(after)
        changed = {name: [old.get(name, ""), value] for name, value in new.items()
                   if old.get(name) != value}  # fmt: skip
        names = team_names(store)
    lines = [f"{name}: {one or 'none'} -> {new or 'none'}" for name, (one, new) in changed.items()]
    rows = [(names[one.team], one.before, one.after) for one in effects]
    ending = ["nothing was changed"] if preview else []
    show(
        {
            "changed": changed,
            "grades": [effect._asdict() for effect in effects],
            "is_preview": preview,
        },
        lambda: [*lines, _effects(rows), *ending],
        as_json=as_json,
    )


def _effects(effects: list[tuple[str, float, float]]) -> str | Table:
    """A table of the grades before and after a change of settings; a line if none changes."""
    if not effects:
        return "no grade of today changes"
    rows = ((name, f"{before:.2f}", f"{after:.2f}") for name, before, after in effects)
    return plain_table(("team", right("grade today"), right("then")), rows)


def rules(folder: FolderOption = None, lang: LangOption = None) -> None:
    """Print the rules of a league in plain words, for its students.

    Example: enraya league rules --lang es
    """
    t = chosen_texts(lang)
    with open_league(folder) as store:
        settings = store.settings
    print(shown(t("league.rules.title", name=settings.name)), end="\n\n")
    print("\n".join(map(shown, rules_in_words(settings, t))))


def grades(
    out: Annotated[
        Path | None,
        typer.Option(help="A CSV file to write, for a Moodle gradebook; by default, a table."),
    ] = None,
    roster: Annotated[
        Path | None,
        typer.Option(help="The list of students, whose columns are added to the CSV file."),
    ] = None,
    evidence: Annotated[
        Path | None,
        typer.Option(help="A JSON file to write, with the evidence for the points and the games."),
    ] = None,
    folder: FolderOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the grades: for baselines beaten, quality of moves, and places in an event.

    Grades follow from the settings and the stored games, so they can be computed at any time. Each
    one says whether it is final.

    Example: enraya league grades --out grades.csv --roster students.csv
    """
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
    names = {team.id: team.name for team in teams}
    show(
        [grade.to_object() for grade in made],
        lambda: [_grade_table(made, names, t)] if out is None else [],
        as_json=as_json,
    )


def _grade_table(made: list[Grade], names: dict[int, str], t: Texts) -> Table:
    titles = [t(f"league.grade.column.{name}") for name in ("team", "grade", "final", "feedback")]
    rows = []
    for grade in made:
        final = t("league.grade.yes") if grade.is_final else t("league.grade.no")
        points = f"{t.plain(f'{grade.grade:g}')} / {t.plain(f'{grade.scale or grade.most:g}')}"
        reasons = "\n".join(map(shown, evidence_in_words(grade, t)))
        rows.append((shown(names[grade.team]), points, final, reasons))
    return table_of((titles[0], right(titles[1]), *titles[2:]), rows, box=SIMPLE_HEAD)
