"""Learning the weights of n-tuples, from games against oneself or from exact scores.

The first is done by temporal differences (`train_games`). A game is played with the weights as
they are. Then, from its end to its beginning, the value of each position is moved towards its
target: partly the value of the best successor, partly the target of that successor, TD(λ) in its
forward view. After a move that was not the best one, only the best successor counts, so exploring
does not spoil what is learned.

Every weight has its own rate: how much of its changes so far have not cancelled each other
(temporal coherence: Beal and Smith, 1999; Bagheri, Thill, Koch and Konen, 2015).

Nothing but the rules is known at the start. A player who can complete four with the next stone does
so, and avoids stones after which the opponent can, where there is a choice.

Tables are fitted to exact scores (`fit_tables`) by one correction for each board, shared among its
looks.
"""

from math import sqrt, tanh
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops, has_four, safe_moves, winning_cells
from enraya.kernels.core.compile import kernel, shared, word
from enraya.kernels.core.geometry import MAX_COLUMNS, Geometry
from enraya.kernels.core.intrinsics import lowest, lowest_index, popcount, without_lowest
from enraya.kernels.core.randomness import advance, below, mix, stream
from enraya.kernels.games.playouts import random_cell
from enraya.kernels.models.ntuple import (
    OPEN,
    Wiring,
    column_code,
    known_reply,
    known_value,
    locate,
    sum_at,
    value_at,
)

FIRST_WINS, DRAWN, MOVES, ERROR = 0, 1, 2, 3
"""Places of ``counts``: games won by the first player, drawn; moves; the sum of all errors."""
COUNTS = 4
MAX_PLIES = 65
_UNIT = 2.0**-53
_FRACTION = word(11)


class Tables(NamedTuple):
    """Weights and their history, a row for each player to move; modified in place."""

    weights: NDArray[np.float32]
    net: NDArray[np.float32]
    """The sum of the changes that were asked for."""
    gross: NDArray[np.float32]
    """The sum of their sizes."""


class TrainingNumbers(NamedTuple):
    """How games are played and learned from."""

    step: float
    """The part of an error that one update corrects in the first game, when all rates are 1."""
    games: int
    """The number of the game in which the step has shrunk to nothing."""
    decay: float
    """λ: how much of a target comes from further on in the game."""
    exploration: float
    """How often a move is random."""
    openings: float
    """The part of the games that begin with random moves."""
    longest: int
    """The most random moves that a game begins with."""


class Room(NamedTuple):
    """Space for one game; modified in place."""

    indexes: NDArray[np.int32]
    """The index of each look, position by position."""
    found: NDArray[np.float32]
    """The weights of the looks at one position."""
    values: NDArray[np.float64]
    """The values of the moves of one position, for the first player."""
    best: NDArray[np.float64]
    """The value of the best move, position by position."""
    explored: NDArray[np.int8]
    """1 where another one was played."""


def make_room(looks: int) -> Room:
    """The space that games with this many looks need."""
    return Room(
        np.zeros((MAX_PLIES, looks), dtype=np.int32),
        np.zeros(looks, dtype=np.float32),
        np.zeros(MAX_COLUMNS),
        np.zeros(MAX_PLIES),
        np.zeros(MAX_PLIES, dtype=np.int8),
    )


@shared
def chance(bits: int) -> float:
    """A number from 0 to below 1 made from a random word."""
    return (bits >> _FRACTION) * _UNIT


@shared
def random_opening(
    geometry: Geometry, settings: TrainingNumbers, state: int
) -> tuple[int, int, int, int]:
    """The stones after some random moves that decide nothing, how many, and the random state."""
    state = advance(state)
    if chance(mix(state)) >= settings.openings:
        return word(0), word(0), 0, state
    while True:
        state = advance(state)
        plies = below(mix(state), settings.longest + 1)
        mover, other, over = word(0), word(0), False
        for _ in range(plies):
            cells = drops(geometry, mover | other)
            state = advance(state)
            mover |= random_cell(cells, below(mix(state), popcount(cells)))
            over = over or has_four(geometry, mover)
            mover, other = other, mover
        if not over:
            return (mover, other, plies, state) if plies & 1 == 0 else (other, mover, plies, state)


@shared
def parts_around(
    geometry: Geometry, wiring: Wiring, first: int, occupied: int, mover: int, cell: int
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """What a column adds to all indexes before and after a stone of the mover falls into a cell."""
    column = lowest_index(cell) // geometry.stride
    before = column_code(geometry, first, occupied, column)
    later_first = first | cell if mover == 0 else first
    after = column_code(geometry, later_first, occupied | cell, column)
    return wiring.contributions[column, before], wiring.contributions[column, after]


@shared
def move_value(
    geometry: Geometry, wiring: Wiring, weights: NDArray[np.float32], indexes: NDArray[np.int32],
    found: NDArray[np.float32], total: np.float32, first: int, second: int, mover: int, cell: int,
) -> float:  # fmt: skip
    """The value of a safe move for the first player; only the looks that it touches are read.

    ``found`` and ``total`` are the weights of all looks at the board before, for the opponent to
    move, and their sum.
    """
    occupied = first | second
    own = (first if mover == 0 else second) | cell
    reply = known_reply(geometry, occupied | cell, winning_cells(geometry, own) & ~occupied & ~cell)
    if reply != OPEN:
        return -reply if mover == 0 else reply
    old, new = parts_around(geometry, wiring, first, occupied, mover, cell)
    index = lowest_index(cell)
    spare = geometry.stride - geometry.rows
    place = index - index // geometry.stride * spare  # among all cells, column by column
    change = np.float32(0)
    for i in range(wiring.touched_from[place], wiring.touched_from[place + 1]):
        look = wiring.touched[i]
        change += weights[indexes[look] - old[look] + new[look]] - found[look]
    return tanh(total + change)


@shared
def value_moves(
    geometry: Geometry, wiring: Wiring, weights: NDArray[np.float32], room: Room, ply: int,
    first: int, second: int, mover: int, moves: int,
) -> int:  # fmt: skip
    """Writes the values of safe moves and returns the place of the best one for the mover."""
    indexes, found = room.indexes[ply], room.found
    total = np.float32(0)
    for look in range(indexes.size):
        found[look] = weights[1 - mover, indexes[look]]
        total += found[look]
    best, place = 0, 0
    sign = 1.0 - 2.0 * mover
    while moves != 0:
        value = move_value(
            geometry, wiring, weights[1 - mover], indexes, found, total, first, second, mover,
            lowest(moves),
        )  # fmt: skip
        room.values[place] = value
        if sign * value > sign * room.values[best]:
            best = place
        moves = without_lowest(moves)
        place += 1
    return best


@shared
def write_next(
    geometry: Geometry, wiring: Wiring, room: Room, ply: int, first: int, occupied: int,
    mover: int, cell: int,
) -> None:  # fmt: skip
    """Writes the indexes of the next ply: after a stone of the mover has fallen into a cell."""
    old, new = parts_around(geometry, wiring, first, occupied, mover, cell)
    now, following = room.indexes[ply], room.indexes[ply + 1]
    for look in range(now.size):
        following[look] = now[look] - old[look] + new[look]


@shared
def play_game(
    geometry: Geometry, wiring: Wiring, weights: NDArray[np.float32], settings: TrainingNumbers,
    room: Room, first: int, second: int, plies: int, state: int,
) -> tuple[int, float]:  # fmt: skip
    """Plays on from a board; returns the number of moves and the result for the first player.

    The game ends as soon as `known_value` knows the result.
    """
    locate(geometry, wiring.contributions, first, first | second, room.indexes[0])
    ply = 0
    while True:
        mover = (plies + ply) & 1
        own, other = (first, second) if mover == 0 else (second, first)
        known = known_value(geometry, own, other)
        if known != OPEN:
            return ply, known if mover == 0 else -known
        occupied = first | second
        safe = safe_moves(geometry, occupied, winning_cells(geometry, other) & ~occupied)
        best = value_moves(geometry, wiring, weights, room, ply, first, second, mover, safe)
        chosen = best
        state = advance(state)
        if chance(mix(state)) < settings.exploration:
            state = advance(state)
            chosen = below(mix(state), popcount(safe))
        room.best[ply], room.explored[ply] = room.values[best], chosen != best
        cell = random_cell(safe, chosen)
        write_next(geometry, wiring, room, ply, first, occupied, mover, cell)
        if mover == 0:
            first |= cell
        else:
            second |= cell
        ply += 1


@shared
def correct(
    weights: NDArray[np.float32], net: NDArray[np.float32], gross: NDArray[np.float32],
    indexes: NDArray[np.int32], step: float, target: float,
) -> float:  # fmt: skip
    """Moves the value of one position towards its target; returns how far it was from it."""
    value = value_at(weights, indexes)
    wanted = np.float32((target - value) * (1.0 - value * value))
    size, shared_step = abs(wanted), np.float32(step / indexes.size)
    for look in range(indexes.size):
        i = indexes[look]
        rate = abs(net[i]) / gross[i] if gross[i] > 0 else np.float32(1)
        weights[i] += shared_step * rate * wanted
        net[i] += wanted
        gross[i] += size
    return abs(target - value)


@shared
def learn_game(
    tables: Tables, decay: float, step: float, room: Room, plies: int, moves: int, result: float
) -> float:
    """Learns from the game in the room, its end first; returns the sum of all errors."""
    target, error = result, 0.0
    for ply in range(moves - 1, -1, -1):
        onward = 0.0 if room.explored[ply] else decay
        target = (1.0 - onward) * room.best[ply] + onward * target
        mover = (plies + ply) & 1
        error += correct(
            tables.weights[mover], tables.net[mover], tables.gross[mover], room.indexes[ply],
            step, target,
        )  # fmt: skip
    return error


@kernel
def train_games(
    geometry: Geometry, wiring: Wiring, tables: Tables, settings: TrainingNumbers, room: Room,
    seed: int, first_game: int, games: int, counts: NDArray[np.float64],
) -> None:  # fmt: skip
    """Plays games and learns from each; tables, room and counts are modified in place.

    How game number n goes depends on the seed, n and the weights before it, and nothing else.
    """
    for game in range(first_game, first_game + games):
        state = stream(seed, word(game))
        first, second, plies, state = random_opening(geometry, settings, state)
        moves, result = play_game(
            geometry, wiring, tables.weights, settings, room, first, second, plies, state
        )
        step = settings.step * (1.0 - game / settings.games)
        counts[ERROR] += learn_game(tables, settings.decay, step, room, plies, moves, result)
        counts[FIRST_WINS] += result > 0
        counts[DRAWN] += result == 0
        counts[MOVES] += moves


@kernel
def fit_tables(
    geometry: Geometry,
    contributions: NDArray[np.int32],
    boards: NDArray[np.uint64],
    targets: NDArray[np.float64],
    order: NDArray[np.int64],
    rate: float,
    weights: NDArray[np.float32],
    counts: NDArray[np.float32],
) -> None:
    """Corrects the weights once by each board, in this order; modified in place.

    ``boards`` has the first and the second player's stones in each row; ``weights`` and ``counts``
    have a row for each player to move. ``counts`` says how often each weight was met, from 1: the
    more often, the less it changes.
    """
    looks = contributions.shape[2]
    indexes = np.empty(looks, dtype=np.int32)
    for i in order:
        occupied = boards[i, 0] | boards[i, 1]
        mover = popcount(occupied) & 1
        locate(geometry, contributions, boards[i, 0], occupied, indexes)
        error = targets[i] - sum_at(weights[mover], indexes)
        for look in range(looks):
            place = indexes[look]
            counts[mover, place] += 1
            weights[mover, place] += rate * error / (looks * sqrt(counts[mover, place]))
