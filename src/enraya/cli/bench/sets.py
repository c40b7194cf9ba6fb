"""`enraya bench sets`: the sets of positions that other benchmarks use."""

from pathlib import Path
from typing import Annotated

import typer

from enraya.cli.bench.options import SetsOption
from enraya.cli.common.progress import progress_bar
from enraya.errors import InvalidSetting
from enraya.files import write_text
from enraya.solver.position_sets import SETS, generate_set


def sets(
    out: Annotated[Path, typer.Option(help="The directory to write the files to.")],
    names: SetsOption = None,
    count: Annotated[int, typer.Option(min=1, help="Positions in each set.")] = 50,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random positions.")] = 1,
) -> None:
    """Make the six sets of positions that `enraya bench solver` uses.

    Example: enraya bench sets --out sets --set end-easy --count 20
    """
    if not out.is_dir():
        raise InvalidSetting(f"there is no directory {str(out)!r}")
    wanted = names or list(SETS)
    with progress_bar("finding positions", len(wanted) * count) as advance:
        for name in wanted:
            found = generate_set(name, count, seed, lambda: advance(1))
            lines = [f"{position.moves} {score}\n" for position, score in found]
            write_text(out / f"{name}.txt", "".join(lines))
