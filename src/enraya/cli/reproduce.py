"""`enraya reproduce`: every number of the five papers beside ours."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Annotated

import typer

from enraya import __version__
from enraya.arena.store.database import games_file
from enraya.arena.store.store import Store
from enraya.cli.common.messages import check_folder, interruptible
from enraya.cli.common.options import EngineOption, JsonOption, WorkersOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import show, table_of
from enraya.files import write_text
from enraya.reproduce import claims_of
from enraya.reproduce.claim import FULL, SHORT, Claim, Lab, Row
from enraya.reproduce.page import Reproduction, html_page, markdown_page


def reproduce(
    papers: Annotated[
        list[str] | None,
        typer.Argument(metavar="PAPER", help="uam, ugr, porto, tec, upc; all by default."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Ten times the games, for narrower intervals.")
    ] = False,
    out: Annotated[
        Path, typer.Option(help="The page to write: HTML with charts, or Markdown if it is .md.")
    ] = Path("reproduction.html"),
    store: Annotated[
        Path,
        typer.Option(help="The file of games, or a folder for it, from which the command resumes."),
    ] = Path("reproduction.sqlite"),
    engine: EngineOption = "processes",
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure what five papers claim, print a table and write a page.

    Example: enraya reproduce porto
    """
    claims = claims_of(papers or [])
    check_folder(out)
    thoroughness = FULL if full else SHORT
    with Store(games_file(store)) as kept, interruptible(repr(str(store))):
        rows = _measured(claims, Lab(thoroughness, kept, engine, workers))
    command = shlex.join(["enraya", "reproduce", *(papers or []), *(["--full"] if full else [])])
    made = f"Measured on {date.today()} by enraya {__version__} with `{command}`."
    found = Reproduction(rows, thoroughness, made)
    write_text(out, markdown_page(found) if out.suffix == ".md" else html_page(found))
    headings = ("paper", "claim", "our figure", "verdict")
    lines = ((c.paper, c.text, finding.figure, finding.sentence) for c, finding in rows)
    show(
        [_object(row, row[0].command(thoroughness)) for row in rows],
        lambda: [table_of(headings, lines, show_lines=True), f"page: {out}\ngames: {store}"],
        as_json=as_json,
    )


def _measured(claims: Sequence[Claim], lab: Lab) -> list[Row]:
    """Measures all claims; a bar shows the current one, finished ones go to standard error."""
    rows, present = [], ""
    with progress_bar("claims", len(claims)) as advance:

        def on_done(done: int, total: int | None = None, /) -> None:
            advance(0, description=f"{present} ({done} of {total})")

        lab = replace(lab, on_done=on_done)
        for claim in claims:
            present = f"{claim.paper}: {claim.text}"[:60]  # beside the bar
            advance(0, description=present)
            finding = claim.measure(lab)
            rows.append((claim, finding))
            advance(1)
            print(f"{claim.paper}: {claim.text}: {finding.figure}: {finding.sentence}",
                  file=sys.stderr)  # fmt: skip
    return rows


def _object(row: Row, command: str) -> dict[str, str]:
    claim, finding = row
    return {
        "report": claim.paper,
        "section": claim.section,
        "claim": claim.text,
        "figure": finding.figure,
        "kind": claim.kind.name.lower(),
        "verdict": finding.sentence,
        "command": command,
    }
