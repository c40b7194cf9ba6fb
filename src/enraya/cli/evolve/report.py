"""`enraya evolve report`: a page about a run; options that `genes` and `weights` share."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.messages import resumable
from enraya.cli.common.options import GameEngineOption, GameWorkersOption, LangOption, chosen_texts
from enraya.cli.common.progress import done_bar
from enraya.evolve import (
    GeneRun,
    TuningRun,
    load_run,
)
from enraya.evolve.winners import DEFAULT_GAMES, DEFAULT_LEVEL_GAMES, measure_winners
from enraya.files import write_text
from enraya.reports.evolution import gene_report
from enraya.reports.tuning import tuning_report
from enraya.texts import Texts

ReportOption = Annotated[Path | None, typer.Option(help="Write a report with charts to this file.")]
EverySeedOption = Annotated[
    int | None,
    typer.Option(help="The same seed gives the same run; a new one, printed, if not given."),
]


def report(
    file: Annotated[Path, typer.Argument(metavar="RUN", help="A file that --out wrote.")],
    out: Annotated[Path, typer.Option(help="The page to write.")],
    games: Annotated[
        int, typer.Option(min=1, help="Games of each winner against random moves.")
    ] = DEFAULT_GAMES,
    level_games: Annotated[
        int, typer.Option("--level-games", min=1, help="Games against each level.")
    ] = DEFAULT_LEVEL_GAMES,
    every: Annotated[
        int | None,
        typer.Option(min=1, help="Every N-th winner meets the levels; ten in all by default."),
    ] = None,
    engine: GameEngineOption = "processes",
    workers: GameWorkersOption = None,
    lang: LangOption = None,
) -> None:
    """Write a page about a run: charts, the family tree, matches of the winners.

    Example: enraya evolve report run.json --out run.html
    """
    t = chosen_texts(lang)
    run = load_run(file)
    if isinstance(run, TuningRun):
        write_text(out, tuning_report(run, t).render())
    else:
        write_gene_report(run, out, games, level_games, every, engine, workers, t)
    print(out)


def write_gene_report(
    run: GeneRun,
    out: Path,
    games: int,
    level_games: int,
    every: int | None,
    engine: str,
    workers: int | None,
    t: Texts,
) -> None:
    """Measures the winners and writes the page; finished matches are kept beside it."""
    with resumable(out) as part, done_bar("matches of the winners") as on_done:
        meetings = measure_winners(
            run, games=games, level_games=level_games, every=every, engine=engine,
            workers=workers, checkpoint=part, on_done=on_done,
        )  # fmt: skip
        write_text(out, gene_report(run, meetings, t).render())
