"""`enraya bench oracle`: our scores against another solver's."""

import json
from typing import Annotated

import typer

from enraya.bench.oracle import compare
from enraya.cli.bench.options import SeedOption
from enraya.cli.common.messages import DISAGREEMENT, fail
from enraya.cli.common.options import JsonOption
from enraya.cli.common.progress import progress_bar
from enraya.cli.common.solving import CLI_TABLE_MB, TableOption


def oracle(
    count: Annotated[int, typer.Option(min=1, help="Random positions to compare.")] = 1000,
    seed: SeedOption = 0,
    table_mb: TableOption = CLI_TABLE_MB,
    as_json: JsonOption = False,
) -> None:
    """Compare our scores with bitbully's, column by column, on random 7x6 positions.

    Example: enraya bench oracle --count 100
    """
    wrong = []
    with progress_bar("comparing", count) as advance:
        for pair in compare(count, seed, table_mb):
            advance(1)
            if pair.ours != pair.theirs:
                wrong.append(pair._asdict())
                fail(f"{pair.moves}: we say {pair.ours}, bitbully says {pair.theirs}")
    if as_json:
        print(json.dumps({"count": count, "seed": seed, "disagreements": wrong}))
    else:
        print(f"{count - len(wrong)} of {count} positions agree in every column")
    if wrong:
        raise typer.Exit(DISAGREEMENT)
