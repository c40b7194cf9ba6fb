"""Learning the weights of n-tuples, from self-play or from exact scores.

Self-play learns by temporal differences (`train_games`). A game is played with the current weights.
Then, from its end to its beginning, the value of each position is moved towards its target: partly
the value of the best successor, partly the target of that successor, TD(λ) in its forward view.
After a move that was not the best one, only the best successor counts, so exploring does not spoil
what is learned.

Every weight has its own learning rate: the share of its changes so far that did not cancel each
other (temporal coherence: Beal and Smith, 1999; Bagheri, Thill, Koch and Konen, 2015).

Nothing but the rules is known at the start. A player who can complete four with the next stone does
so, and otherwise avoids moves after which the opponent can, if there is a choice.

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
"""Places in ``counts``: games won by the first player, drawn games, moves, the sum of errors."""
COUNTS = 4
MAX_PLIES = 65
_UNIT = 2.0**-53
_FRACTION = word(11)


class Tables(NamedTuple):
    """Weights and their history, a row for each player to move; modified in place."""

    weights: NDArray[np.float32]
    net: NDArray[np.float32]
    """The sum of the changes requested of each weight so far."""
    gross: NDArray[np.float32]
    """The sum of the absolute values of these changes."""


class TrainingNumbers(NamedTuple):
    """How games are played and learned from."""

    step: float
    """The part of an error that one update in the first game corrects, when all rates are 1."""
    games: int
    """The number of the game at which the step has shrunk to 0."""
    decay: float
    """λ: how much of a target comes from later positions of the game."""
    exploration: float
    """The probability that a move is random."""
    openings: float
    """The share of games that begin with random moves."""
    longest: int
    """The largest number of random moves at the beginning of a game."""


class Room(NamedTuple):
    """Work space for one game; modified in place."""

    indexes: NDArray[np.int32]
    """The index of each look, position by position."""
    found: NDArray[np.float32]
    """The weights of the looks at one position."""
    values: NDArray[np.float64]
    """The values of the moves of one position, for the first player."""
    best: NDArray[np.float64]
    """The value of the best move, position by position."""
    explored: NDArray[np.int8]
    """1 where a move other than the best was played, position by position."""


def make_room(looks: int) -> Room:
    """Work space for games with this many looks."""
    return Room(
        np.zeros((MAX_PLIES, looks), dtype=np.int32),
        np.zeros(looks, dtype=np.float32),
        np.zeros(MAX_COLUMNS),
        np.zeros(MAX_PLIES),
        np.zeros(MAX_PLIES, dtype=np.int8),
    )


@shared
def chance(bits: int) -> float:
    """A number from 0 to just below 1 made from a random word."""
    return (bits >> _FRACTION) * _UNIT


@shared
def random_opening(
    geometry: Geometry, settings: TrainingNumbers, state: int
) -> tuple[int, int, int, int]:
    """Both players' stones after random moves that end no game, the moves' number, and the state.

    Games that do not begin with random moves begin on the empty board.
    """
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
    """What the cell's column adds to all indexes before and after the mover's stone lands there."""
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

    ``found`` has the weights of all looks at the board before the move, if the opponent were to
    move, and ``total`` is their sum.
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
    """Writes the values of safe moves and returns the index of the best one for the mover."""
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
    """Moves the value of one position towards its target; returns how far off it was."""
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
    """Learns from the game in ``room``, from its end back; returns the sum of all errors."""
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

    Game number n depends only on the settings, the seed, n and the tables before it.
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
    """Corrects the weights once for each board, in this order.

    ``boards`` has the first and the second player's stones in each row; ``weights`` and ``counts``,
    modified in place, have a row for each player to move. ``counts`` tells how often each weight
    was used: the more often, the less it changes.
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
