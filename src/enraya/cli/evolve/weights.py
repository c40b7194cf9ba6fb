"""`enraya evolve weights`: tuning a heuristic."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.common.messages import check_folder, resumable
from enraya.cli.common.options import (
    EngineOption,
    JsonOption,
    LangOption,
    WorkersOption,
    chosen_texts,
)
from enraya.cli.common.positions import RulesOption, SizeOption, chosen_rules
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.tables import show
from enraya.cli.evolve.genes import EverySeedOption, ReportOption
from enraya.evolve import TuningSettings, save_run, tune_weights
from enraya.evolve.runfile import seed_of_run
from enraya.evolve.weights import FINAL_FACTOR, tally_object
from enraya.files import write_text
from enraya.reports.tuning import tuning_report


def weights(
    heuristic: Annotated[
        str, typer.Option(help="What to tune: threats, qmatic-plus, uam-h3, uam-h2(base=2), …")
    ],
    out: Annotated[
        Path, typer.Option(help="Keep the run here; FILE.part lets it resume when interrupted.")
    ],
    depth: Annotated[int, typer.Option(help="How far both sides look ahead.")] = 6,
    generations: Annotated[int, typer.Option(help="Number of generations.")] = 24,
    candidates: Annotated[int, typer.Option(help="Candidates in each generation.")] = 12,
    pairs: Annotated[int, typer.Option(help="Pairs of games for each candidate.")] = 80,
    finalists: Annotated[int, typer.Option(help="The best N play again at the end.")] = 4,
    opening_plies: Annotated[int, typer.Option(help="Random moves before each pair of games.")] = 8,
    sigma: Annotated[float, typer.Option(help="How far the first candidates spread.")] = 0.3,
    elo1: Annotated[float, typer.Option(help="The test is SPRT(0, ELO1).")] = 20.0,
    test_pairs: Annotated[int, typer.Option(help="The test gives up after N pairs.")] = 4_000,
    seed: EverySeedOption = None,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    report: ReportOption = None,
    lang: LangOption = None,
    engine: EngineOption = "processes",
    workers: WorkersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tune a heuristic's weights on match results; the last line of output is the heuristic to use.

    The tuned weights are kept only when a sequential test against the original accepts them.

    Example: enraya evolve weights --heuristic rivest --depth 2 --generations 5 --out rivest.json
    """
    chosen_seed = seed_of_run(seed, out)
    settings = TuningSettings(
        heuristic, depth, generations, candidates, pairs, finalists, opening_plies, sigma, elo1,
        test_pairs, chosen_seed, chosen_rules(rules, size).spec,
    )  # fmt: skip
    t = chosen_texts(lang)
    check_folder(report)
    if not as_json:
        print(f"Seed: {chosen_seed}", flush=True)
    most = (generations * candidates + finalists * FINAL_FACTOR) * pairs + test_pairs
    with resumable(out) as part, progress_bar("tuning", 2 * most) as advance:

        def on_step(sentence: str) -> None:
            advance(0, description=sentence.partition(", centre")[0])
            if not as_json:
                print(sentence, flush=True)

        run = tune_weights(
            settings, engine=engine, workers=workers, checkpoint=part, on_step=on_step,
            on_games=advance,
        )  # fmt: skip
        save_run(run, out)
    if report:
        write_text(report, tuning_report(run, t).render())
    answer = {"heuristic": run.heuristic, "accepted": run.accepted, "verdict": run.verdict}
    more = {"tuned": run.test.heuristic, "seed": chosen_seed, **tally_object(run.test.tally)}
    show({**answer, **more}, lambda: run.heuristic, as_json=as_json)
