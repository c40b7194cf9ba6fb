"""`enraya reproduce`: every number of the five papers beside ours."""

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from enraya.cli.common.options import GameEngineOption, GameWorkersOption, JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.resuming import interruptible
from enraya.files import write_text


def reproduce(
    papers: Annotated[
        list[str] | None,
        typer.Argument(metavar="PAPER", help="uam, ugr, porto, tec, upc; all by default."),
    ] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Ten times the games, for narrower intervals.")
    ] = False,
    out: Annotated[Path, typer.Option(help="The page to write.")] = Path("reproduction.html"),
    store: Annotated[
        Path, typer.Option(help="Keeps the games, so that the command can resume.")
    ] = Path("reproduction.sqlite"),
    engine: GameEngineOption = "processes",
    workers: GameWorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Measure what five papers claim, print a table and write a page.

    Example: enraya reproduce porto
    """
    from enraya.arena.store.store import Store
    from enraya.reproduce import FULL, SHORT, Lab, claims_of
    from enraya.reproduce import reproduce as measure
    from enraya.reproduce.page import reproduction_page

    claims = claims_of(papers or [])
    thoroughness = FULL if full else SHORT
    with (
        Store(store) as kept,
        interruptible(repr(str(store))),
        progress_bar("claims", len(claims)) as advance,
    ):
        lab = Lab(thoroughness, kept, engine, workers)
        rows = measure(claims, lab, on_row=lambda: advance(1))
    write_text(out, reproduction_page(rows, thoroughness).render())
    if as_json:
        objects = [
            {
                "report": claim.paper,
                "section": claim.section,
                "claim": claim.text,
                "figure": finding.figure,
                "verdict": finding.sentence,
                "command": claim.command(thoroughness),
            }
            for claim, finding in rows
        ]
        print(json.dumps(objects))
        return
    table = Table("paper", "claim", "our figure", "verdict", show_lines=True)
    for claim, finding in rows:
        table.add_row(claim.paper, claim.text, finding.figure, finding.sentence)
    Console().print(table)
    print(f"page: {out}\ngames: {store}")
