"""Samplers: ways to draw the positions of a data set.

A sampler gives undecided positions of the 7×6 game. It takes a random generator, so a block of
positions depends only on the seed and the number of the block, not on the worker.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import numpy as np

from enraya.agents import Limit, parse_agent
from enraya.errors import InvalidSetting, UnknownName
from enraya.game.notation import Move
from enraya.game.playthrough import pick_move, playthrough, random_undecided
from enraya.game.position import Position
from enraya.solver import Solver, analyse

COLUMNS, ROWS, CELLS = 7, 6, 42
LEAST_DRAWS, MOST_DRAWS = 5, 35
"""The fewest and the most stones that the paper draws from the bag."""
_MOST_SEED = 2**31


@dataclass(frozen=True, slots=True)
class Sampling:
    """How positions are sampled, in plain values that can go to other processes as JSON."""

    sampler: str = "paper"
    agents: tuple[str, ...] = ("mcts(iterations=100)",)
    """The agents that play, for `selfplay`."""
    epsilon: float = 0.1
    """The share of random moves, for `selfplay` and `epsilon-perfect`."""
    stones: tuple[int, int] = (0, CELLS - 1)
    """The fewest and the most stones of a position, for all samplers except `paper`."""

    def as_json(self) -> dict[str, Any]:
        """The fields as values that JSON can hold."""
        return asdict(self)

    def check(self) -> None:
        """Checks that positions can be sampled in this way.

        Raises:
            UnknownName: for a sampler that does not exist.
            InvalidSetting: when a value is out of range, or an agent cannot be used.
        """
        if self.sampler not in SAMPLERS:
            raise UnknownName("sampler", self.sampler, SAMPLERS)
        least, most = self.stones
        if not 0 <= least <= most < CELLS:
            raise InvalidSetting(
                f"stones must be a range within 0 to {CELLS - 1}, not {least} to {most}"
            )
        if not 0 <= self.epsilon <= 1:
            raise InvalidSetting(f"epsilon must be from 0 to 1, not {self.epsilon:g}")
        for agent in self.agents:
            parse_agent(agent, 0)
        if not self.agents:
            raise InvalidSetting("self-play needs an agent")


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of columns drawn as in the paper, and the position it leads to."""

    drawn: str
    position: Position

    @property
    def is_truncated(self) -> bool:
        """Whether a winning move cut the pattern short; the position is the one before it."""
        return len(self.drawn) > self.position.plies


def draw_pattern(rng: np.random.Generator) -> Pattern:
    """Draws a pattern as the paper does: 5 to 35 columns from a bag that has each six times.

    The position stops before the first winning move.
    """
    length = int(rng.integers(LEAST_DRAWS, MOST_DRAWS + 1))
    bag = np.repeat(np.arange(1, COLUMNS + 1), ROWS)
    drawn = "".join(map(str, rng.permutation(bag)[:length]))
    position = Position.start()
    for character in drawn:
        after = position.play(int(character))
        if after.is_over:
            break
        position = after
    return Pattern(drawn, position)


def _paper(rng: np.random.Generator, sampling: Sampling, solver: Solver) -> Position:  # noqa: ARG001
    return draw_pattern(rng).position


def _random_games(rng: np.random.Generator, sampling: Sampling, solver: Solver) -> Position:  # noqa: ARG001
    """An undecided position after a random number of random moves."""
    least, most = sampling.stones
    return random_undecided(Position.start(), rng, partial(rng.integers, least, most + 1))


def _selfplay(rng: np.random.Generator, sampling: Sampling, solver: Solver) -> Position:  # noqa: ARG001
    chosen = rng.choice(len(sampling.agents), 2)
    seeds = rng.integers(_MOST_SEED, size=2)
    pairs = zip(chosen, seeds, strict=True)
    agents = [parse_agent(sampling.agents[i], int(seed)) for i, seed in pairs]
    return _met(
        rng, sampling, lambda position: agents[position.mover - 1].choose(position, Limit()).move
    )


def _epsilon_perfect(rng: np.random.Generator, sampling: Sampling, solver: Solver) -> Position:
    return _met(rng, sampling, lambda position: pick_move(rng, analyse(solver, position).best))


def _met(
    rng: np.random.Generator, sampling: Sampling, choose: Callable[[Position], Move]
) -> Position:
    """A random position from a game in which a share of the moves is random."""
    least, most = sampling.stones

    def choose_or_stray(position: Position) -> Move:
        is_random = rng.random() < sampling.epsilon
        return pick_move(rng, position.legal_moves) if is_random else choose(position)

    while True:
        game = playthrough(Position.start(), choose_or_stray)
        met = [p for p in game if least <= p.plies <= most and not p.is_over]
        if met:
            return met[int(rng.integers(len(met)))]


SAMPLERS: dict[str, Callable[[np.random.Generator, Sampling, Solver], Position]] = {
    "paper": _paper,
    "random-games": _random_games,
    "selfplay": _selfplay,
    "epsilon-perfect": _epsilon_perfect,
}
"""Every sampler by name."""


def sample(
    sampling: Sampling, seed: int, block: int, count: int, solver: Solver
) -> Iterator[Position]:
    """Samples the positions of one block."""
    rng = np.random.default_rng([seed, block])
    for _ in range(count):
        yield SAMPLERS[sampling.sampler](rng, sampling, solver)
