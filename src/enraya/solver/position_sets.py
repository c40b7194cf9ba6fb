"""Sets of 7×6 positions with exact scores, from easy to hard.

A set is defined by how many stones its positions have and how many plies perfect play takes from
there. The six sets that come with enraya were made by ``python -m tools.bench.sets`` with seed 1:
200 positions in the easy sets and middle-medium, 50 in begin-medium and begin-hard.
"""

from collections.abc import Callable
from functools import partial
from importlib import resources
from pathlib import Path
from typing import NamedTuple

import numpy as np

from enraya.errors import InvalidNotation, InvalidSetting, UnknownName
from enraya.game.notation import quote
from enraya.game.playthrough import random_undecided
from enraya.game.position import Position
from enraya.rules.classic import classic
from enraya.solver.solver import Solver

CELLS = 42


class SetDefinition(NamedTuple):
    """The ranges that define a set: how many stones positions have, and how long games still take.

    The second is the number of plies to the end under perfect play.
    """

    stones: range
    plies_to_end: range


_EARLY, _MIDDLE, _LATE = range(4, 15), range(15, 29), range(29, CELLS)
_SOON, _LATER, _FAR = range(1, 14), range(14, 28), range(28, CELLS)
SETS = {
    "end-easy": SetDefinition(_LATE, _SOON),
    "middle-easy": SetDefinition(_MIDDLE, _SOON),
    "middle-medium": SetDefinition(_MIDDLE, _LATER),
    "begin-easy": SetDefinition(_EARLY, _SOON),
    "begin-medium": SetDefinition(_EARLY, _LATER),
    "begin-hard": SetDefinition(_EARLY, _FAR),
}


class ScoredPosition(NamedTuple):
    """A position with its exact score."""

    position: Position
    score: int


def check_set(name: str) -> None:
    """Checks that there is a set of this name.

    Raises:
        UnknownName: if there is none.
    """
    if name not in SETS:
        raise UnknownName("set of positions", name, SETS)


def load_set(name: str) -> list[ScoredPosition]:
    """The positions of one of the six sets that come with enraya; raises as `check_set` does."""
    check_set(name)
    file = resources.files("enraya.solver").joinpath("sets", f"{name}.txt")
    return parse_lines(file.read_text(), name)


def load_file(path: Path) -> list[ScoredPosition]:
    """The positions in a file whose lines are ``MOVES SCORE``."""
    try:
        text = path.read_text(errors="replace")
    except OSError as error:
        raise InvalidSetting(f"cannot read {str(path)!r}: {error.strerror}") from None
    return parse_lines(text, str(path))


def parse_lines(text: str, name: str) -> list[ScoredPosition]:
    """The positions in lines ``MOVES SCORE``; error messages call their source ``name``."""
    positions = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if len(words) != 2 or not words[1].lstrip("-").isdecimal():
            raise InvalidNotation(f"line {number} of {name}: {quote(line)} is not 'MOVES SCORE'")
        positions.append(ScoredPosition(Position.parse(words[0]), int(words[1])))
    return positions


def generate_set(
    name: str, count: int, seed: int, on_found: Callable[[], None] | None = None
) -> list[ScoredPosition]:
    """Different random positions that meet a set's definition, with their scores.

    ``on_found`` is called after each of them.

    Raises:
        UnknownName: if there is no set of this name.
    """
    check_set(name)
    solver = Solver(table_mb=256, threads=1)
    found: dict[Position, int] = {}
    start, rng = Position.start(classic()), np.random.default_rng(seed)
    draw_plies = partial(rng.choice, SETS[name].stones)
    while len(found) < count:
        position = random_undecided(start, rng, draw_plies)
        solution = solver.solve(position)
        if position not in found and solution.plies_to_end in SETS[name].plies_to_end:
            found[position] = solution.exact()
            if on_found:
                on_found()
    return [ScoredPosition(position, score) for position, score in found.items()]
