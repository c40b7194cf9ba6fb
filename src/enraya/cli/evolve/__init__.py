"""`enraya evolve`: ways to find better agents, one per file."""

import typer
from typer.core import TyperGroup

from enraya.cli.evolve.genes import genes
from enraya.cli.evolve.original import translated
from enraya.cli.evolve.report import report
from enraya.cli.evolve.weights import weights

COMMANDS = (genes, report, weights)


class _Group(TyperGroup):
    """The commands, and the call of the original program."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Translates the arguments of the original program before anything else sees them."""
        return super().parse_args(ctx, translated(args))


app = typer.Typer(
    no_args_is_help=True,
    cls=_Group,
    help="Find better agents: genes by a genetic algorithm, weights by CMA-ES. Also takes the "
    "original call: --gen_number:20 --pop_number:20 --next_gen_agents:80",
)
for command in COMMANDS:
    app.command()(command)
