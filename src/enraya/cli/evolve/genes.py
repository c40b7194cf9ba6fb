"""`enraya evolve genes`: a genetic algorithm."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.messages import check_folder, resumable
from enraya.cli.common.options import (
    GameEngineOption,
    GameWorkersOption,
    JsonOption,
    LangOption,
    chosen_texts,
)
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import show
from enraya.cli.evolve.report import EverySeedOption, ReportOption, write_gene_report
from enraya.evolve import (
    Generation,
    GeneRun,
    GeneSettings,
    evolve_genes,
    save_run,
)
from enraya.evolve.genetics import MUTATION
from enraya.evolve.runfile import seed_of_run
from enraya.evolve.winners import DEFAULT_GAMES, DEFAULT_LEVEL_GAMES

OutOption = Annotated[
    Path | None,
    typer.Option(help="Keep the run in this file; FILE.part lets it resume after an interruption."),
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
        bool, typer.Option("--shrinking", help="Children replace all: each generation is smaller.")
    ] = False,
    numbers: Annotated[
        bool, typer.Option("--numbers", help="Print the best agent as bare numbers.")
    ] = False,
    out: OutOption = None,
    report: ReportOption = None,
    lang: LangOption = None,
    engine: GameEngineOption = "serial",
    workers: GameWorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Evolve agents of four genes; the last line of output is the best one, ready to play.

    Every generation plays a round robin; the best are paired and have children. Of an odd number,
    the least fit is copied without being crossed.

    Example: enraya evolve genes --population 100 --generations 20 --out run.json
    """
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
        write_gene_report(
            run, report, DEFAULT_GAMES, DEFAULT_LEVEL_GAMES, None, "processes", workers, t
        )
    show(_summary(run), lambda: run.numbers if numbers else run.agent, as_json=as_json)


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
