"""`enraya bench`: its commands, and the options that several of them take."""

from typing import Annotated

import typer

from enraya.cli.common.verbs import Verb, make_app

AgentsOption = Annotated[
    list[str] | None, typer.Option("--agent", help="Only this agent; may be given several times.")
]
RunsOption = Annotated[
    int, typer.Option(min=1, help="Number of measurements; the median is reported.")
]

# fmt: off
VERBS = (
    Verb("playouts", "bench.speed",
         "Measure random games per second on one core, compiled and through Position."),
    Verb("solver", "bench.positions",
         "Time the solver on six sets of positions, beside bitbully if that is installed."),
    Verb("analysis", "bench.positions",
         "Time the scores of all columns with the shipped book, on one core."),
    Verb("search", "bench.speed",
         "Measure the agents' positions per second and time per move, on 7x6, 8x8 and BOOM."),
    Verb("mistakes", "bench.positions",
         "Measure the agents' share of wrong moves, judged by the solver, on six sets of "
         "positions."),
    Verb("agents", "bench.agents",
         "Measure how well every agent plays: its rating, mistakes and speed, in one table."),
    Verb("arena", "bench.speed",
         "Measure games per second, the cost of isolation, and how long ranking a large "
         "store takes."),
    Verb("evolve", "bench.speed",
         "Measure games per second on one core: gene agents, the original call, fixed-depth "
         "searches."),
)
# fmt: on

app = make_app(VERBS, help="Benchmarks; each command prints one table.")
