"""`enraya bench`: one benchmark per file."""

from enraya.cli.common.verbs import Verb, make_app

# fmt: off
VERBS = (
    Verb("playouts", "bench.playouts",
         "Measure random games per second on one core, compiled and through Position."),
    Verb("solver", "bench.solver",
         "Time the solver on six sets of positions, beside bitbully when it is installed."),
    Verb("analysis", "bench.analysis",
         "Time the scores of all columns with the shipped book, on one core."),
    Verb("search", "bench.search",
         "Measure the agents' positions per second and time per move, on 7x6, 8x8 and BOOM."),
    Verb("mistakes", "bench.mistakes",
         "Measure the agents' share of wrong moves, judged by the solver, on six sets of "
         "positions."),
    Verb("agents", "bench.agents",
         "Measure who plays how well: ratings, mistakes and speed of every agent, in one table."),
    Verb("arena", "bench.arena",
         "Measure games per second, the cost of isolation, and how long ranking a large "
         "store takes."),
    Verb("evolve", "bench.evolve",
         "Measure games per second on one core: gene agents, the original call, fixed-depth "
         "searches."),
)
# fmt: on

app = make_app(VERBS, help="Benchmarks; each command prints one table.")
