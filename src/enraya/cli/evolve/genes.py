"""`enraya evolve genes` and `report`: a genetic algorithm, and a page about any run."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from enraya.cli.common.messages import check_folder, resumable
from enraya.cli.common.options import (
    EngineOption,
    JsonOption,
    LangOption,
    WorkersOption,
    chosen_texts,
)
from enraya.cli.common.progress import done_bar, progress_bar
from enraya.cli.common.tables import show
from enraya.evolve import (
    Generation,
    GeneRun,
    GeneSettings,
    TuningRun,
    evolve_genes,
    load_run,
    save_run,
)
from enraya.evolve.genetics import MUTATION
from enraya.evolve.runfile import seed_of_run
from enraya.evolve.winners import DEFAULT_GAMES, DEFAULT_LEVEL_GAMES, measure_winners
from enraya.files import write_text
from enraya.reports.evolution import gene_report
from enraya.reports.tuning import tuning_report
from enraya.texts import Texts
from enraya.work import named_engine

ReportOption = Annotated[Path | None, typer.Option(help="Write a report with charts to this file.")]
EverySeedOption = Annotated[
    int | None,
    typer.Option(
        help="The same seed gives the same run; by default a new one is drawn and printed."
    ),
]


def genes(
    population: Annotated[int, typer.Option(help="Agents in a generation.")] = 200,
    generations: Annotated[int, typer.Option(help="Number of generations.")] = 60,
    keep: Annotated[float, typer.Option(help="Percentage of agents that have children.")] = 50.0,
    mutation: Annotated[
        float, typer.Option(help="Probability that one gene of a child is drawn again.")
    ] = MUTATION,
    seed: EverySeedOption = None,
    shrinking: Annotated[
        bool,
        typer.Option(
            "--shrinking", help="Children replace all agents, so that generations shrink."
        ),
    ] = False,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Print the best agent as bare numbers.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Keep the run in this file; FILE.part lets it resume after an interruption."
        ),
    ] = None,
    report: ReportOption = None,
    lang: LangOption = None,
    engine: EngineOption = "serial",
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Evolve agents of four genes; the last line of output is the best one, ready to play.

    Every generation plays a round robin; the best are paired and have children. If their
    number is odd, the least fit is copied instead.

    Example: enraya evolve genes --population 100 --generations 20 --out run.json
    """
    named_engine(engine)  # or it is refused before anything is printed
    chosen_seed = seed_of_run(seed, out)
    settings = GeneSettings(population, generations, keep, chosen_seed, shrinking, mutation)
    t = chosen_texts(lang)
    check_folder(out)
    check_folder(report)
    if not as_json:
        print(f"Population: {population}\nGenerations: {generations}\nPercentage: {keep:g}")
        print(f"Seed: {chosen_seed}", flush=True)
    with resumable(out) as part, progress_bar("evolving", generations) as advance:
        run = evolve_genes(
            settings, engine=engine, workers=workers, checkpoint=part,
            on_generation=_follow(advance, as_json),
        )  # fmt: skip
        if out:
            save_run(run, out)
    if report:
        _write_gene_report(run, report, t, workers=workers)
    show(_summary(run), lambda: run.numbers if numbers else run.agent, as_json=as_json)


def _follow(advance: Callable[..., None], is_silent: bool) -> Callable[[int, Generation], None]:
    """A function that shows each generation when it is finished."""

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


def report(
    file: Annotated[Path, typer.Argument(metavar="RUN", help="A file that --out wrote.")],
    out: Annotated[Path, typer.Option(help="The page to write.")],
    games: Annotated[
        int, typer.Option(min=1, help="Games of each winner against random moves.")
    ] = DEFAULT_GAMES,
    level_games: Annotated[
        int, typer.Option(min=1, help="Games against each level.")
    ] = DEFAULT_LEVEL_GAMES,
    every: Annotated[
        int | None,
        typer.Option(
            min=1, help="Only every N-th winner meets the levels; by default ten winners do."
        ),
    ] = None,
    engine: EngineOption = "processes",
    workers: WorkersOption = None,
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
        _write_gene_report(
            run, out, t, games=games, level_games=level_games, every=every, engine=engine,
            workers=workers,
        )  # fmt: skip
    print(out)


def _write_gene_report(run: GeneRun, out: Path, t: Texts, **options: Any) -> None:
    """Measures the winners and writes the page; until then a file beside it keeps matches."""
    with resumable(out) as part, done_bar("matches of the winners") as on_done:
        meetings = measure_winners(run, checkpoint=part, on_done=on_done, **options)
        write_text(out, gene_report(run, meetings, t).render())
