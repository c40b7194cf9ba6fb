"""`enraya league settings` and `rules`: what the operator decides, as names and in words."""

import json
from typing import Annotated

import typer

from enraya.cli.common.language import LangOption, chosen_texts
from enraya.cli.common.options import JsonOption
from enraya.cli.common.tables import terminal
from enraya.cli.league.folders import FolderOption, open_league
from enraya.cli.league.results.lines import shown


def settings(
    changes: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME=VALUE]...", help="What to change; nothing to show all."),
    ] = None,
    reason: Annotated[str, typer.Option(help="Why: for the log, which the teams can read.")] = "",
    preview: Annotated[
        bool, typer.Option("--preview", help="Only show what it would do to today's grades.")
    ] = False,
    folder: FolderOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show the settings of a league, or change some of them.

    A change shows what it does to today's grades. Lists are written with semicolons, bands as
    5%:3, 10%:2 and the points for a baseline as 'grading.points.level(3)=2'.

    Example: enraya league settings "grading.bands=5%:3, 10%:2" quota=5 --reason "as agreed"
    """
    from enraya.league.model.settings_text import change_settings, format_settings
    from enraya.league.rank.grades import preview as compare

    with open_league(folder) as store:
        before = store.settings
        if not changes:
            found = format_settings(before)
            print(json.dumps(found) if as_json else _lines(found))
            return
        after = change_settings(before, changes)
        effects = [effect for effect in compare(store, after) if effect.before != effect.after]
        if not preview:
            store.change_settings(after, reason)
        old, new = format_settings(before), format_settings(after)
        changed = {name: [old.get(name, ""), value] for name, value in new.items()
                   if old.get(name) != value}  # fmt: skip
        names = {team.id: team.name for team in store.teams.all()}
    if as_json:
        grades = [effect._asdict() for effect in effects]
        print(json.dumps({"changed": changed, "grades": grades, "is_preview": preview}))
        return
    for name, (one, other) in changed.items():
        print(f"{name}: {one or 'none'} -> {other or 'none'}")
    _print_effects([(names[one.team], one.before, one.after) for one in effects])
    if preview:
        print("nothing was changed")


def _lines(found: dict[str, str]) -> str:
    return "\n".join(shown(f"{name} = {value}").rstrip() for name, value in found.items())


def _print_effects(effects: list[tuple[str, float, float]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Column, Table

    from enraya.printable import printable

    if not effects:
        print("no grade of today changes")
        return
    right = [Column(title, justify="right") for title in ("grade today", "then")]
    table = Table("team", *right, box=SIMPLE_HEAD)
    for name, before, after in effects:
        table.add_row(printable(name), f"{before:.2f}", f"{after:.2f}")
    terminal().print(table)


def rules(folder: FolderOption = None, lang: LangOption = None) -> None:
    """Print the rules of a league in plain words, for its students.

    Example: enraya league rules --lang es
    """
    from enraya.league.rank.grade_texts import rules_in_words

    t = chosen_texts(lang)
    with open_league(folder) as store:
        settings = store.settings
    print(shown(t("league.rules.title", name=settings.name)), end="\n\n")
    print("\n".join(map(shown, rules_in_words(settings, t))))
