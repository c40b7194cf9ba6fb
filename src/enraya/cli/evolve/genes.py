"""`enraya evolve`: evolution of genes and of weights, and their reports."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from typer.core import TyperGroup

from enraya.cli.arena.running import EngineOption, WorkersOption
from enraya.cli.common.console import JsonOption, fail, progress_bar
from enraya.cli.evolve.original import translated
from enraya.errors import InvalidSetting
from enraya.evolve import (
    Generation,
    GeneRun,
    GeneSettings,
    TuningRun,
    evolve_genes,
    load_run,
    save_run,
)
from enraya.evolve.winners import DEFAULT_GAMES, DEFAULT_LEVEL_GAMES, measure_winners
from enraya.files import write_text
from enraya.reports.evolution import gene_report
from enraya.reports.tuning import tuning_report

INTERRUPTED = 130
"""The exit code after Ctrl-C."""
OutOption = Annotated[
    Path | None,
    typer.Option(help="Keep the run in this file; FILE.part lets it go on after an interruption."),
]
ReportOption = Annotated[Path | None, typer.Option(help="Write a page with charts to this file.")]
EverySeedOption = Annotated[int, typer.Option(help="The same seed gives the same run.")]


class _Group(TyperGroup):
    """The commands, and the call of the original program."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Understands the arguments of the original program before anybody else sees them."""
        return super().parse_args(ctx, translated(args))


app = typer.Typer(
    no_args_is_help=True,
    cls=_Group,
    help="Find better agents: genes by a genetic algorithm, weights by CMA-ES. Also takes the "
    "original call: --gen_number:20 --pop_number:20 --next_gen_agents:80",
)


def part_of(out: Path | None) -> Path | None:
    """The file that keeps an unfinished run.

    Raises:
        InvalidSetting: when there is no such directory.
    """
    if out is None:
        return None
    if not out.parent.is_dir():
        raise InvalidSetting(f"cannot write {str(out)!r}: there is no such directory")
    return out.with_name(out.name + ".part")


@contextmanager
def resumable(part: Path | None) -> Iterator[None]:
    """Removes the file of an unfinished run when it is finished; says so when it is stopped."""
    try:
        yield
    except KeyboardInterrupt:
        how = f"the same command goes on from {str(part)!r}" if part else "nothing was kept"
        fail(f"stopped; {how}")
        raise typer.Exit(INTERRUPTED) from None
    if part:
        part.unlink(missing_ok=True)


@app.command()
def genes(
    population: Annotated[int, typer.Option(help="Agents in a generation.")] = 200,
    generations: Annotated[int, typer.Option(help="How many.")] = 60,
    keep: Annotated[float, typer.Option(help="Percentage that has children.")] = 50.0,
    seed: EverySeedOption = 0,
    shrinking: Annotated[
        bool, typer.Option("--shrinking", help="Children replace all: smaller each time.")
    ] = False,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Print the best one as numbers alone.")
    ] = False,
    out: OutOption = None,
    report: ReportOption = None,
    engine: EngineOption = "serial",
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Evolve agents of four genes; the last line of the output is the best one, ready to play.

    Every generation plays a round robin; the best part of it is paired and has children.

    Example: enraya evolve genes --population 100 --generations 20 --out run.json
    """
    settings = GeneSettings(population, generations, keep, seed, shrinking)
    part = part_of(out)
    part_of(report)
    if not as_json:
        print(f"Population: {population}\nGenerations: {generations}\nPercentage: {keep:g}")
    with resumable(part), progress_bar("evolving", generations) as advance:
        run = evolve_genes(
            settings, engine=engine, workers=workers, checkpoint=part,
            on_generation=_follow(advance, as_json),
        )  # fmt: skip
        if out:
            save_run(run, out)
    if report:
        _write_gene_report(
            run, report, DEFAULT_GAMES, DEFAULT_LEVEL_GAMES, None, "processes", workers
        )
    if as_json:
        print(json.dumps(_summary(run)))
    else:
        print(run.numbers if numbers else run.agent)


def _follow(advance: Callable[..., None], is_silent: bool) -> Callable[[int, Generation], None]:
    """Shows each generation as it is finished."""

    def on_generation(number: int, generation: Generation) -> None:
        advance(1, description=f"evolving: {generation.summary()}")
        if not is_silent:
            print(f"Current generation: {number}\nIndividuals: {len(generation.agents)}")

    return on_generation


def _summary(run: GeneRun) -> dict[str, object]:
    return {
        "agent": run.agent,
        "settings": asdict(run.settings),
        "generations": [
            {
                "agents": len(g.agents),
                "best": max(g.wins) / g.games,
                "mean": sum(g.wins) / g.games / len(g.agents),
                "diversity": g.diversity,
                "winner": list(g.winner),
            }
            for g in run.generations
        ],
    }


@app.command()
def report(
    file: Annotated[Path, typer.Argument(metavar="RUN", help="A file that --out has written.")],
    out: Annotated[Path, typer.Option(help="The page to write.")],
    games: Annotated[
        int, typer.Option(min=1, help="Games of each winner against random moves.")
    ] = DEFAULT_GAMES,
    level_games: Annotated[
        int, typer.Option("--level-games", min=1, help="Games against each level.")
    ] = DEFAULT_LEVEL_GAMES,
    every: Annotated[
        int | None,
        typer.Option(min=1, help="The levels meet one winner in so many; ten in all by default."),
    ] = None,
    engine: EngineOption = "processes",
    workers: WorkersOption = None,
) -> None:
    """Write a page about a run: charts, the family tree, matches of the winners.

    Example: enraya evolve report run.json --out run.html
    """
    run = load_run(file)
    if isinstance(run, TuningRun):
        write_text(out, tuning_report(run).render())
    else:
        _write_gene_report(run, out, games, level_games, every, engine, workers)
    print(out)


def _write_gene_report(
    run: GeneRun,
    out: Path,
    games: int,
    level_games: int,
    every: int | None,
    engine: str,
    workers: int | None,
) -> None:
    """Measures the winners and writes the page; finished matches are kept beside it."""
    part = part_of(out)
    with resumable(part), progress_bar("matches of the winners", None) as advance:
        before = 0

        def on_done(done: int, total: int) -> None:
            nonlocal before
            advance(done - before, total)
            before = done

        meetings = measure_winners(
            run, games=games, level_games=level_games, every=every, engine=engine,
            workers=workers, checkpoint=part, on_done=on_done,
        )  # fmt: skip
        write_text(out, gene_report(run, meetings).render())
