"""`enraya report`: a tournament as one HTML page."""

from pathlib import Path
from typing import Annotated, Any

import typer

from enraya.arena.results.summary import summarise
from enraya.arena.store.store import Store, Tournament
from enraya.cli.arena.options import StoreOption, open_store
from enraya.cli.common.options import JsonOption, LangOption, chosen_texts
from enraya.cli.common.tables import show
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.reports.ranking_csv import csv_for_spreadsheets, ranking_csv
from enraya.reports.tournament import report_of

_MEGABYTE = 1e6


def report(
    number: Annotated[
        int | None,
        typer.Argument(metavar="[ID]", help="The tournament's number; the latest if not given."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The page to write; report.html unless only --csv is given.")
    ] = None,
    csv: Annotated[
        str | None, typer.Option(help="Also write the ranking as CSV; - for standard output.")
    ] = None,
    store: StoreOption = None,
    lang: LangOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write a tournament as one HTML page that opens offline, with charts and every game.

    Example: enraya report 1 --out report.html
    """
    if csv == "-" and as_json:
        raise InvalidSetting("--csv - and --json both write to standard output; give --csv a file")
    t = chosen_texts(lang)
    page = Path("report.html") if out is None and csv is None else out
    with open_store(store) as kept:
        tournament = _chosen(kept, number)
        summary = summarise(kept, tournament)
        answer: dict[str, Any] = {"tournament": tournament.id, "games": summary.games, "csv": csv}
        answer["out"] = str(page) if page else None
        if csv == "-":
            print(ranking_csv(summary), end="")
        elif csv is not None:
            write_text(Path(csv), csv_for_spreadsheets(ranking_csv(summary)))
        if page is not None:
            sheet, seen = report_of(kept, summary, t)
            text = sheet.render()
            write_text(page, text)
            answer |= {
                "bytes": len(text.encode()),
                "positions": seen.positions,
                "redundancy": seen.redundancy,
                "repeated_games": seen.repeated_games,
            }
    lines = []
    if page is not None and csv != "-":
        lines = [f"{page}: {summary.games} games, {answer['bytes'] / _MEGABYTE:.1f} MB"]
    show(answer, lambda: lines, as_json=as_json)


def _chosen(store: Store, number: int | None) -> Tournament:
    if number is not None:
        return store.tournament(number)
    tournaments = store.tournaments()
    if not tournaments:
        raise InvalidSetting(f"the store {str(store.path)!r} has no tournament")
    return tournaments[-1]
