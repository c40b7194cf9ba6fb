"""Openings: positions after a few moves, from which the two games of a pair start."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from enraya.arena.plan.schedule import derive_seed
from enraya.errors import EnrayaError, InvalidNotation, InvalidSetting
from enraya.game.playthrough import random_walk
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.solver import Solver

BALANCED_SCORE = 1
"""The largest score of a balanced opening, for either player: a win with the last stone.

It is also the score of the empty 7×6 board."""
SOLVE_NODES = 20_000_000
"""Openings that need more nodes to solve are skipped; counted in nodes, so that runs agree."""
TRIES = 200
"""How often to draw at random in search of a new opening before giving up."""


def random_openings(
    rules: RuleSet,
    plies: int,
    count: int,
    seed: int,
    *,
    balanced: bool = False,
    on_found: Callable[[], None] | None = None,
) -> list[str]:
    """Different random openings of ``plies`` moves, in none of which the game is over.

    There may be fewer than ``count`` if no more are found; the caller then uses them again from
    the first. With the same seed, a longer list begins with the shorter one.

    Args:
        rules: the rules of the games.
        plies: the number of moves of each opening.
        count: how many openings to look for.
        seed: the seed of the random choices.
        balanced: whether to take only openings for which `is_balanced` holds.
        on_found: called for each opening found.

    Raises:
        InvalidSetting: when no opening is found, or ``balanced`` is set for rules that cannot be
            solved.
    """
    if balanced and rules.name != "classic":
        raise InvalidSetting(
            f"openings of {rules.name!r} cannot be balanced: this game cannot be solved"
        )
    judge = Solver() if balanced else None
    found: list[str] = []
    seen: set[Position] = set()
    for number in range(count):
        rng = np.random.default_rng(derive_seed("opening", seed, rules, plies, number))
        position = _new_opening(rules, plies, rng, seen, judge)
        if position is None:
            break
        found.append(position.moves)
        if on_found:
            on_found()
    if not found:
        what = "balanced opening" if balanced else "opening"
        raise InvalidSetting(f"found no {what} of {plies} moves on {rules}; try another length")
    return found


def _new_opening(
    rules: RuleSet,
    plies: int,
    rng: np.random.Generator,
    seen: set[Position],
    judge: Solver | None,
) -> Position | None:
    """A random opening that is not in ``seen``, and is added to it; None if none is found."""
    for _ in range(TRIES):
        position = random_walk(Position.start(rules), rng, plies)
        if position.is_over or position in seen:
            continue
        seen.add(position)
        if judge is None or is_balanced(judge, position):
            return position
    return None


def is_balanced(solver: Solver, position: Position, nodes: int = SOLVE_NODES) -> bool:
    """Whether perfect play ends in a draw, or in a win with the winner's last stone.

    False if ``nodes`` do not suffice to prove it.
    """
    solution = solver.solve(position, limit=Limit(nodes=nodes))
    return -BALANCED_SCORE <= solution.lower <= solution.upper <= BALANCED_SCORE


def read_openings(path: Path, rules: RuleSet) -> list[str]:
    """The openings in a file, one on each line; empty lines and those with ``#`` first are skipped.

    Raises:
        InvalidSetting: when the file cannot be read or has no openings.
        InvalidNotation: when a line is not an unfinished position; the message has its number.
    """
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidSetting(f"cannot read {str(path)!r}: {error}") from None
    found = []
    for number, line in enumerate(lines, start=1):
        moves = line.strip()
        if not moves or moves.startswith("#"):
            continue
        where = f"line {number} of {str(path)!r}"
        try:
            position = Position.parse(moves, rules)
        except EnrayaError as error:
            raise InvalidNotation(f"{where}: {error}") from None
        if position.is_over:
            raise InvalidNotation(f"{where}: the game is already over after {moves!r}")
        found.append(position.moves)
    if not found:
        raise InvalidSetting(f"{str(path)!r} has no openings; write the moves of one on each line")
    return found
