"""Makes the six sets of positions that `enraya bench solver` uses.

python -m tools.bench.sets --out sets --set end-easy --count 20
"""

from pathlib import Path
from typing import Annotated

import typer

from enraya.files import write_text
from enraya.solver.position_sets import SETS, generate_set


def main(
    out: Annotated[
        Path, typer.Option(exists=True, file_okay=False, help="Where to write the files.")
    ],
    names: Annotated[
        list[str] | None, typer.Option("--set", help="Make only this set; may be repeated.")
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="Positions in each set.")] = 50,
    seed: Annotated[int, typer.Option(min=0, help="The random seed.")] = 1,
) -> None:
    """Make the six sets of positions that `enraya bench solver` uses."""
    for name in names or list(SETS):
        found = generate_set(name, count, seed, lambda: None)
        lines = [f"{position.moves} {score}\n" for position, score in found]
        write_text(out / f"{name}.txt", "".join(lines))


if __name__ == "__main__":
    typer.run(main)
