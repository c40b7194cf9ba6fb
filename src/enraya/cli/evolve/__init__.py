"""`enraya evolve`: its commands, and the command line of the genetic paper's program."""

from collections.abc import Sequence

import typer
from typer.core import TyperGroup

from enraya.cli.common.verbs import Verb, make_app
from enraya.errors import InvalidSetting

# fmt: off
VERBS = (
    Verb("genes", "evolve.genes",
         "Evolve agents of four genes; the last line of output is the best one, ready to play."),
    Verb("report", "evolve.genes",
         "Write a page about a run: charts, the family tree, matches of the winners."),
    Verb("weights", "evolve.weights",
         "Tune a heuristic's weights on match results; the last line of output is the heuristic "
         "to use."),
)
# fmt: on
ORIGINAL = {
    "--gen_number": "--generations",
    "--pop_number": "--population",
    "--next_gen_agents": "--keep",
}
"""Our name of each option of the original program, which are written ``--name:value``."""
EXAMPLE = "--gen_number:20 --pop_number:20 --next_gen_agents:80"


class _EvolveGroup(TyperGroup):
    """The commands of `enraya evolve`, which also takes the original program's options."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Translates the arguments of the original program before anything else sees them."""
        return super().parse_args(ctx, translated(args))


app = make_app(
    VERBS,
    _EvolveGroup,
    help="Find better agents: genes by a genetic algorithm, weights by CMA-ES. Also takes the "
    "original call: --gen_number:20 --pop_number:20 --next_gen_agents:80",
)


def translated(arguments: Sequence[str]) -> list[str]:
    """The arguments of `enraya evolve`, with those of the original program translated into ours.

    Raises:
        InvalidSetting: when one of the three is missing, given twice, or not a number.

    >>> translated(["--gen_number:20", "--pop_number:20", "--next_gen_agents:80"])
    ['genes', '--shrinking', '--numbers', '--generations', '20', '--population', '20', '--keep',
     '80']
    """
    given: dict[str, str] = {}
    others = []
    for argument in arguments:
        name, colon, value = argument.partition(":")
        if name not in ORIGINAL or not colon:
            others.append(argument)
            continue
        if name in given:
            raise InvalidSetting(f"{name} is given twice")
        given[name] = _number(argument, value)
    if not given:
        return list(arguments)
    missing = [name for name in ORIGINAL if name not in given]
    if missing:
        raise InvalidSetting(f"{missing[0]} is missing; the original call is {EXAMPLE}")
    words = [word for name in ORIGINAL for word in (ORIGINAL[name], given[name])]
    return ["genes", "--shrinking", "--numbers", *words, *others]


def _number(argument: str, value: str) -> str:
    if not (value.isascii() and value.isdecimal() and len(value) < 10):
        raise InvalidSetting(f"{argument!r}: {value!r} must be a whole number")
    return value
