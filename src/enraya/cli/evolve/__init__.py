"""`enraya evolve`: ways to find better agents, one per file."""

import typer
from typer.core import TyperGroup

from enraya.cli.common.verbs import Verb, make_app
from enraya.cli.evolve.original import translated

# fmt: off
VERBS = (
    Verb("genes", "evolve.genes",
         "Evolve agents of four genes; the last line of output is the best one, ready to play."),
    Verb("report", "evolve.report",
         "Write a page about a run: charts, the family tree, matches of the winners."),
    Verb("weights", "evolve.weights",
         "Tune the weights of a heuristic on match results; the last line of output is the "
         "better one."),
)
# fmt: on


class _Group(TyperGroup):
    """The commands, and the call of the original program."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Translates the arguments of the original program before anything else sees them."""
        return super().parse_args(ctx, translated(args))


app = make_app(
    VERBS,
    _Group,
    help="Find better agents: genes by a genetic algorithm, weights by CMA-ES. Also takes the "
    "original call: --gen_number:20 --pop_number:20 --next_gen_agents:80",
)
