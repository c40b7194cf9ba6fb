"""The agent of the genetic paper: four traits that each propose columns.

A set of columns is stored as the bottom cells of these columns. A range, in which a column may
occur several times, is four such sets: a column occurs once for each set that contains it. The
order of the published ranges is lost, which changes nothing, because columns are only ever drawn
at random.

Whole games between two such agents are played here too, many in one call.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from enraya.kernels.core.bits import drops, winning_cells
from enraya.kernels.core.board import UNDECIDED, Board, Rules, drop, game_result, mover, stones_of
from enraya.kernels.core.compile import integer, kernel, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.intrinsics import lowest, lowest_index, popcount
from enraya.kernels.core.randomness import advance, below, mix, stream
from enraya.kernels.games.playouts import random_cell

TRAITS = 4
_MARGIN = 2
_RESOLUTION = 2**30


class Range(NamedTuple):
    """Columns with repetitions: each occurs once for every one of these sets that contains it."""

    one: int
    two: int
    three: int
    four: int


@shared
def columns_of(geometry: Geometry, cells: int) -> int:
    """The columns that contain any of the cells."""
    found = cells
    for row in range(1, geometry.rows):
        found |= cells >> row
    return found & geometry.bottom


@shared
def once(columns: int) -> Range:
    """The range in which each of these columns occurs once."""
    none = columns & ~columns
    return Range(columns, none, none, none)


@shared
def anywhere(columns: Range) -> int:
    """The columns of a range as a set, without repetitions."""
    return columns.one | columns.two | columns.three | columns.four


@shared
def among(columns: Range, wanted: int) -> Range:
    """The part of a range that is in a set of columns."""
    return Range(
        columns.one & wanted, columns.two & wanted, columns.three & wanted, columns.four & wanted
    )


@shared
def size_of(columns: Range) -> int:
    """The length of a range, repetitions included."""
    return (
        popcount(columns.one)
        + popcount(columns.two)
        + popcount(columns.three)
        + popcount(columns.four)
    )


@shared
def top_stones(geometry: Geometry, occupied: int) -> int:
    """The highest stone of every column that has one."""
    return occupied & ~((occupied >> 1) & geometry.not_top)


@shared
def possible_cells(geometry: Geometry, occupied: int) -> int:
    """The cells that the author's program considers playable: also empty ones in the top row."""
    return drops(geometry, occupied) | (geometry.top & ~occupied)


@shared
def centre_or_edges(geometry: Geometry, first_branch: bool) -> Range:
    """Trait 1 proposes the middle columns, or those at the edges."""
    edge = min(_MARGIN, (geometry.columns - 1) // 2) * geometry.stride
    centre = (geometry.bottom >> (edge + edge)) << edge
    return once(centre if first_branch else geometry.bottom & ~centre)


@shared
def near_own(geometry: Geometry, own: int, occupied: int, first_branch: bool) -> Range:
    """Trait 2 proposes columns on and beside own top stones, or two and three steps from them.

    The cells on the way must be `possible_cells`, and no own stone may lie directly beyond a cell
    three steps away.
    """
    tops = top_stones(geometry, occupied) & own
    possible, stride = possible_cells(geometry, occupied), geometry.stride
    right, left = (tops << stride) & possible, (tops >> stride) & possible
    if first_branch:
        return Range(
            columns_of(geometry, tops),
            columns_of(geometry, right),
            columns_of(geometry, left),
            tops & ~tops,
        )
    right_2, left_2 = (right << stride) & possible, (left >> stride) & possible
    return Range(
        columns_of(geometry, right_2),
        columns_of(geometry, (right_2 << stride) & possible & ~(own >> stride)),
        columns_of(geometry, left_2),
        columns_of(geometry, (left_2 >> stride) & possible & ~(own << stride)),
    )


@shared
def full_or_empty(geometry: Geometry, occupied: int, first_branch: bool) -> Range:
    """Trait 3 proposes the fullest columns, full ones included, or the emptiest."""
    cells = occupied if first_branch else geometry.board & ~occupied
    row, step = (geometry.rows - 1, -1) if first_branch else (0, 1)
    found = (cells >> row) & geometry.bottom
    for _ in range(geometry.rows - 1):
        if found != 0:
            break
        row += step
        found = (cells >> row) & geometry.bottom
    return once(found if found != 0 else geometry.bottom)


@shared
def near_other(geometry: Geometry, own: int, occupied: int, first_branch: bool) -> Range:
    """Trait 4 proposes the columns of the opponent's top stones, or those beside them."""
    tops = top_stones(geometry, occupied) & ~own
    if not first_branch:
        beside = (tops << geometry.stride) | (tops >> geometry.stride)
        tops = beside & possible_cells(geometry, occupied)
    return once(columns_of(geometry, tops))


@shared
def propose(geometry: Geometry, own: int, occupied: int, trait: int, first_branch: bool) -> Range:
    """The range that a trait proposes; traits are counted from 0."""
    if trait == 0:
        return centre_or_edges(geometry, first_branch)
    if trait == 1:
        return near_own(geometry, own, occupied, first_branch)
    if trait == 2:
        return full_or_empty(geometry, occupied, first_branch)
    return near_other(geometry, own, occupied, first_branch)


@shared
def agreed(former: Range, more: Range, coin: int) -> Range:
    """One of two disjoint ranges: the one that is not empty, or if neither is, by the coin."""
    takes_former = anywhere(more) == 0 or (anywhere(former) != 0 and coin == 0)
    return former if takes_former else more


@shared
def _drawn(columns: Range, choice: int) -> int:
    """The ``choice``-th column of a range, counted from 0."""
    for some in columns:
        count = popcount(some)
        if choice < count:
            return random_cell(some, choice)
        choice -= count
    return columns.one & ~columns.one


@shared
def _tasteful_column(
    geometry: Geometry, own: int, occupied: int, open_columns: int,
    genes: NDArray[np.float64], state: int,
) -> int:  # fmt: skip
    """The column that the four genes choose among the open ones, which must not be empty."""
    chosen = once(geometry.bottom)
    for trait in range(TRAITS):
        state = advance(state)
        is_first = below(mix(state), _RESOLUTION) <= genes[trait] * _RESOLUTION
        proposed = propose(geometry, own, occupied, trait, is_first)
        common = among(chosen, anywhere(proposed))
        if trait == 0:
            chosen = proposed
        elif anywhere(common) == 0:
            state = advance(state)
            chosen = agreed(chosen, proposed, below(mix(state), 2))
        else:
            chosen = common
            if size_of(chosen) == 1 and (anywhere(chosen) & open_columns) != 0:
                return anywhere(chosen)
    chosen = among(chosen, open_columns)
    if anywhere(chosen) == 0:
        chosen = once(open_columns)
    return _drawn(chosen, below(mix(advance(state)), size_of(chosen)))


@shared
def crucial_cell(rules: Rules, geometry: Geometry, own: int, other: int) -> int:
    """The cell where the mover wins at once, else where the opponent would; 0 if there is none.

    Of several cells, it is the one in the leftmost column. It is 0 if four in a line loses.
    """
    playable = drops(geometry, own | other)
    cells = winning_cells(geometry, own) & playable
    if cells == 0:
        cells = winning_cells(geometry, other) & playable
    return lowest(cells) if rules.line_loses == 0 and cells != 0 else cells & ~cells


@shared
def genes_cell(
    rules: Rules, geometry: Geometry, board: Board, genes: NDArray[np.float64], seed: int
) -> int:
    """The cell that the agent chooses: a win, else a block, else by its genes; 0 if none is open.

    The choice depends only on the rules, the board, the genes and the seed.
    """
    player = mover(rules, board.plies)
    own, other = stones_of(board, player), stones_of(board, 1 - player)
    crucial, playable = crucial_cell(rules, geometry, own, other), drops(geometry, own | other)
    if crucial != 0 or playable == 0:
        return crucial
    state = stream(seed, board.first ^ (board.second * board.second))
    open_columns = columns_of(geometry, playable)
    column = _tasteful_column(geometry, own, own | other, open_columns, genes, state)
    return playable & (column * geometry.first_column)


@kernel
def genes_move(
    rules: Rules, geometry: Geometry, board: Board, genes: NDArray[np.float64], seed: int
) -> int:
    """The column of the cell that `genes_cell` chooses; -1 when all columns are full."""
    cell = genes_cell(rules, geometry, board, genes, seed)
    return integer(lowest_index(cell) // geometry.stride) if cell != 0 else -1


@shared
def gene_game(
    rules: Rules, geometry: Geometry, first: NDArray[np.float64], second: NDArray[np.float64],
    seed: int,
) -> tuple[int, int]:  # fmt: skip
    """The winner, 0 for a draw, and the length of one game from the empty board."""
    board = Board(word(0), word(0), word(0), 0)
    result = integer(UNDECIDED)
    while result == UNDECIDED:
        genes = first if mover(rules, board.plies) == 0 else second
        board = drop(rules, board, genes_cell(rules, geometry, board, genes, seed))
        result = game_result(rules, geometry, board)
    return result, board.plies


@kernel
def gene_games(
    rules: Rules, geometry: Geometry, population: NDArray[np.float64], pairs: NDArray[np.int64],
    seeds: NDArray[np.uint64], winners: NDArray[np.int8], lengths: NDArray[np.int16],
) -> None:  # fmt: skip
    """Plays a game without bombs for each row of ``pairs``.

    A row has the places in ``population`` of the agents that move first and second. A game depends
    only on the rules, their genes and its seed, which both agents use. ``winners`` (0 for a draw)
    and ``lengths`` are modified in place.
    """
    for i in range(len(pairs)):
        first, second = population[pairs[i, 0]], population[pairs[i, 1]]
        winners[i], lengths[i] = gene_game(rules, geometry, first, second, seeds[i])
