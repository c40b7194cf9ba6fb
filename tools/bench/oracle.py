"""Agreement with bitbully, an independent solver, on random positions, column by column.

python -m tools.bench.oracle --count 100
"""

import json
import sys
from collections.abc import Iterator
from functools import partial
from typing import Annotated, NamedTuple

import numpy as np
import typer

from enraya.game.playthrough import random_undecided
from enraya.game.position import Position
from enraya.solver import Solver, analyse
from enraya.solver.bitbully import Bitbully
from tools.bench.servers import JsonOption

MIN_PLIES, MAX_PLIES = 8, 41


class Disagreement(NamedTuple):
    """Both solvers' scores for one position; equal when they agree."""

    moves: str
    ours: list[int | None]
    theirs: list[int | None]


def random_position(rng: np.random.Generator) -> Position:
    """A random undecided position with 8 to 41 stones; games that are over are redrawn."""
    draw_plies = partial(rng.integers, MIN_PLIES, MAX_PLIES + 1)
    return random_undecided(Position.start(), rng, draw_plies)


def compare(count: int, seed: int, table_mb: int) -> Iterator[Disagreement]:
    """Both solvers' scores for all columns of random positions, one position after the other."""
    rng = np.random.default_rng(seed)
    peer, solver = Bitbully(with_book=True), Solver(table_mb, threads=1, book=None)
    for _ in range(count):
        position = random_position(rng)
        ours: list[int | None] = list(analyse(solver, position).scores)
        yield Disagreement(position.moves, ours, peer.column_scores(position))


def main(
    count: Annotated[int, typer.Option(min=1, help="Random positions to compare.")] = 1000,
    seed: Annotated[int, typer.Option(min=0, help="The random seed.")] = 0,
    table_mb: Annotated[int, typer.Option(min=1, help="Our solver's table, in megabytes.")] = 512,
    as_json: JsonOption = False,
) -> None:
    """Compare our scores with bitbully's, column by column; the exit code is 1 if they differ."""
    wrong = []
    for pair in compare(count, seed, table_mb):
        if pair.ours != pair.theirs:
            wrong.append(pair._asdict())
            print(f"{pair.moves}: we say {pair.ours}, bitbully {pair.theirs}", file=sys.stderr)
    if as_json:
        print(json.dumps({"count": count, "seed": seed, "disagreements": wrong}))
    else:
        print(f"{count - len(wrong)} of {count} positions agree in every column")
    raise typer.Exit(1 if wrong else 0)


if __name__ == "__main__":
    typer.run(main)
