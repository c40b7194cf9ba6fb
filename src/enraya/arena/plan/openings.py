"""Openings: positions after a few moves from which a pair of games starts."""

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
"""A balanced opening is decided no sooner than the empty 7×6 board: by the very last stone."""
SOLVE_NODES = 20_000_000
"""An opening that takes more than this to solve is skipped; in nodes, so that runs agree."""
TRIES = 200
"""How often a new opening is drawn before the earlier ones are used again."""


def random_openings(
    rules: RuleSet,
    plies: int,
    count: int,
    seed: int,
    *,
    balanced: bool = False,
    on_found: Callable[[], None] | None = None,
) -> list[str]:
    """Seeded random openings of ``plies`` moves, none of them over, as different as possible.

    There may be fewer than asked for: then start again with the first. A longer list with the same
    seed begins with the shorter one.

    Raises:
        InvalidSetting: when there is no opening, or balanced ones are wanted of a game that
            cannot be solved.
    """
    if balanced and rules.name != "classic":
        raise InvalidSetting(f"openings of {rules.name!r} cannot be balanced: it cannot be solved")
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
    """An opening not seen before, then added to ``seen``; None when none turns up."""
    for _ in range(TRIES):
        position = random_walk(Position.start(rules), rng, plies)
        if position.is_over or position in seen:
            continue
        seen.add(position)
        if judge is None or is_balanced(judge, position):
            return position
    return None


def is_balanced(solver: Solver, position: Position, nodes: int = SOLVE_NODES) -> bool:
    """Whether perfect play draws or wins only with the last stone; False when too hard to solve."""
    solution = solver.solve(position, limit=Limit(nodes=nodes))
    return -BALANCED_SCORE <= solution.lower <= solution.upper <= BALANCED_SCORE


def read_openings(path: Path, rules: RuleSet) -> list[str]:
    """The openings in a file: the moves of one per line; empty and ``#`` lines are skipped.

    Raises:
        InvalidSetting: when the file cannot be read or holds none.
        InvalidNotation: when a line is not an unfinished position; with its number.
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
            raise InvalidNotation(f"{where}: the game {moves!r} is over; nobody can play on")
        found.append(position.moves)
    if not found:
        raise InvalidSetting(f"{str(path)!r} holds no opening; write the moves of one per line")
    return found
