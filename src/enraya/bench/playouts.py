"""Random games per second: compiled batches beside the same loop through `Position`."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import perf_counter

import numpy as np

from enraya.game.playthrough import random_walk
from enraya.game.position import Position
from enraya.kernels.core.compile import word
from enraya.kernels.games.playouts import playouts
from enraya.rules import parse_rules

RULES = ("classic", "classic(columns=8, rows=8)", "boom", "desconecta")
_RUNS = 5
_API_GAMES = 200


@dataclass(frozen=True, slots=True)
class PlayoutRow:
    """Speed for one rule set, on one core."""

    rules: str
    games_per_second: float
    """Compiled; the median of several runs."""
    slowest: float
    fastest: float
    position_games_per_second: float
    """The same loop through the `Position` API."""
    mean_length: float


def measure_playouts(rules: str, games: int = 200_000) -> PlayoutRow:
    """Plays batches of random games from the empty board and times them."""
    start = Position.start(parse_rules(rules))
    results, lengths = np.empty(games, dtype=np.int8), np.empty(games, dtype=np.int32)
    numbers, geometry, board = start.rules.numbers, start.rules.kernel_geometry, start.kernel_board

    def play(seed: int) -> None:
        playouts(numbers, geometry, board, word(seed), 0, results, lengths)

    play(0)
    speeds = [games / _seconds(partial(play, seed)) for seed in range(_RUNS)]
    rng = np.random.default_rng(0)
    api_seconds = _seconds(lambda: [random_walk(start, rng) for _ in range(_API_GAMES)])
    return PlayoutRow(
        rules=start.rules.spec,
        games_per_second=statistics.median(speeds),
        slowest=min(speeds),
        fastest=max(speeds),
        position_games_per_second=_API_GAMES / api_seconds,
        mean_length=float(lengths.mean()),
    )


def _seconds(function: Callable[[], object]) -> float:
    before = perf_counter()
    function()
    return perf_counter() - before
