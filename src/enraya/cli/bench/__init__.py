"""`enraya bench`: one benchmark per file."""

from enraya.cli.common.verbs import Verb, make_app

# fmt: off
VERBS = (
    Verb("playouts", "bench.playouts",
         "Measure random games per second on one core, compiled and through Position."),
    Verb("solver", "bench.solver",
         "Time the solver on six sets of positions, beside bitbully when it is installed."),
    Verb("sets", "bench.sets", "Make the six sets of positions that `enraya bench solver` uses."),
    Verb("oracle", "bench.oracle",
         "Compare our scores with bitbully's, column by column, on random 7x6 positions."),
    Verb("analysis", "bench.analysis",
         "Time the scores of all columns with the shipped book, on one core."),
    Verb("search", "bench.search",
         "Measure the agents' positions per second and time per move, on 7x6, 8x8 and BOOM."),
    Verb("mistakes", "bench.strength.mistakes",
         "Measure the agents' share of wrong moves, judged by the solver, on six sets of "
         "positions."),
    Verb("agents", "bench.strength.agents",
         "Measure who plays how well: ratings, mistakes and speed of every agent, in one table."),
    Verb("arena", "bench.arena",
         "Measure games per second, the cost of isolation, and how long ranking a large "
         "store takes."),
    Verb("languages", "bench.languages",
         "Measure how long an agent takes to start and to move, for each language it may be "
         "written in."),
    Verb("evolve", "bench.evolve",
         "Measure games per second on one core: gene agents, the original call, fixed-depth "
         "searches."),
    Verb("ladder", "bench.ladder",
         "Simulate leagues with known strengths: do intervals hold them, and how many games it "
         "takes."),
    Verb("levels", "bench.levels",
         "Let the levels join a league as programs, and see whether the ladder finds their "
         "order."),
    Verb("startup", "bench.startup",
         "Time how long commands take to start, beside Python and Numba alone."),
    Verb("web", "bench.servers.web",
         "Measure a laboratory on this machine while visitors play and ask for analyses."),
    Verb("league", "bench.servers.league",
         "Measure a league on this machine while a class submits to it and watches."),
    Verb("fuzz", "bench.fuzz",
         "Give random and damaged input to all that reads files, lines and command lines."),
)
# fmt: on

app = make_app(VERBS, help="Benchmarks; each command prints one table.")
