"""The search: null-window negamax over quiet positions (see `forced`).

The search of a position tells whether its score exceeds alpha. Before any child is searched, all
children are tested by everything that needs no search: forced chains, follow-up bounds, and the
table. The rest is searched in an order that makes cut-offs come early.

A frame of the work area holds up to 16 ordering keys, best first, followed by four words for each
child: mover, occupied, losses, and its column with a higher bit that tells who is to move there.
"""

from enraya.kernels.core.bits import safe_moves, winning_cells
from enraya.kernels.core.board import win_score
from enraya.kernels.core.compile import ONE, ZERO, inlined, integer, kernel, word
from enraya.kernels.core.geometry import MAX_COLUMNS, Geometry
from enraya.kernels.core.intrinsics import bit_length, lowest_index, popcount, without_lowest
from enraya.kernels.core.memory import load, prefetch, save
from enraya.kernels.solver.forced import QUIET, settle, static_bounds
from enraya.kernels.solver.table import (
    bucket_of,
    lower_of,
    move_of,
    probe,
    store,
    table_key,
    upper_of,
)
from enraya.kernels.solver.workspace import (
    BARE_CELLS,
    BUDGET,
    COLUMN_OF,
    NODES,
    STOP,
    WEIGHT,
    cells_of,
    geometry_of,
)

STOPPED = 128
"""Returned instead of a score if the search was stopped."""
NO_COLUMN = 15
_RECORD = 4
_OPPONENT = 256
"""Added to a child's column when the opponent is to move in the child."""
_COLUMN_BITS = 255
_LOWEST = -99
_POLL_MASK = word(1023)
_HINT_BONUS = 1 << 20
_REPLY_WEIGHT = 8


@inlined
def _order(cell: int, threats: int, replies: int, workspace: int) -> int:
    """How promising a move is: the threats it makes, and how few safe replies it leaves.

    Few replies make a small tree, no matter who is to move; eight lines through the cell weigh as
    much as one reply.
    """
    order = 2 * popcount(threats) + MAX_COLUMNS - popcount(replies)
    return order * _REPLY_WEIGHT + integer(load(workspace, WEIGHT + cell))


@inlined
def _insert(order: int, count: int, frame: int, workspace: int) -> None:
    """Inserts an ordering key into the frame's ``count`` keys, which are in descending order."""
    place = frame + count
    while place > frame and load(workspace, place - 1) < order:
        save(workspace, place, load(workspace, place - 1))
        place -= 1
    save(workspace, place, order)


@inlined
def _child_at(place: int, frame: int, workspace: int) -> int:
    """The index of the words for the child at this place in the order."""
    child = integer(load(workspace, frame + place) & word(255))
    return frame + MAX_COLUMNS + child * _RECORD


@inlined
def _empty_cells(occupied: int, workspace: int) -> int:
    return cells_of(workspace) - popcount(occupied)


@inlined
def _bucket(hashed: int, occupied: int, workspace: int) -> int:
    return bucket_of(hashed, _empty_cells(occupied, workspace), workspace)


@inlined
def _expand(
    geometry: Geometry,
    mover: int,
    occupied: int,
    losses: int,
    alpha: int,
    hint: int,
    has_table: bool,
    frame: int,
    workspace: int,
    table: int,
) -> tuple[int, int, int]:
    """Writes the children worth searching to the frame, best first.

    Returns how many there are, the best bound of the score proved without search, and its column.
    If that bound exceeds alpha, there is nothing left to search.
    """
    safe = safe_moves(geometry, occupied, losses)
    best, best_column, count = _LOWEST, NO_COLUMN, 0
    while safe != 0:
        cell = lowest_index(safe)
        move = ONE << word(cell)
        safe = without_lowest(safe)
        column = integer(load(workspace, COLUMN_OF + cell))
        filled = occupied | move
        threats = winning_cells(geometry, mover | move) & ~filled
        child, full, wins, dangers, replies, turned, score = settle(
            geometry, occupied ^ mover, filled, losses & ~move, threats, workspace
        )
        lower, upper = score, score
        if score == QUIET:
            child_alpha = alpha if turned else -alpha - 1
            lower, upper = static_bounds(
                geometry, child, full, wins, dangers, child_alpha, workspace
            )
        if not turned:  # the opponent is to move there
            lower, upper = -upper, -lower
        if lower > best:
            best, best_column = lower, column
            if best > alpha:
                return 0, best, column
        if upper <= alpha:
            best = max(best, upper)
            continue
        order = _order(cell, threats, replies, workspace)
        if column == hint:
            order += _HINT_BONUS
        _insert(word(order << 8 | count), count, frame, workspace)
        record = frame + MAX_COLUMNS + count * _RECORD
        save(workspace, record, child)
        save(workspace, record + 1, full)
        save(workspace, record + 2, dangers)
        save(workspace, record + 3, word(column if turned else column + _OPPONENT))
        if has_table:
            hashed = table_key(geometry, child, full, workspace)[0]
            prefetch(table, _bucket(hashed, full, workspace))
        count += 1
    return count, best, best_column


@inlined
def _look_up(
    geometry: Geometry, count: int, best: int, alpha: int, frame: int, workspace: int, table: int
) -> tuple[int, int, int]:
    """Drops the children that the table settles; returns the same as `_expand`."""
    kept = 0
    for i in range(count):
        record = _child_at(i, frame, workspace)
        occupied = load(workspace, record + 1)
        info = integer(load(workspace, record + 3))
        key = table_key(geometry, load(workspace, record), occupied, workspace)
        entry = probe(geometry, key, _bucket(key[0], occupied, workspace), workspace, table)
        if entry != 0:
            lower, upper = lower_of(entry), upper_of(entry)
            if info >= _OPPONENT:
                lower, upper = -upper, -lower
            if lower > alpha:
                return 0, lower, info & _COLUMN_BITS
            if upper <= alpha:
                best = max(best, upper)
                continue
        save(workspace, frame + kept, load(workspace, frame + i))
        kept += 1
    return kept, best, NO_COLUMN


@inlined
def _remembered(entry: int, occupied: int, workspace: int) -> tuple[int, int, int]:
    """Bounds of a quiet position's score and its best column, from its table entry if any."""
    if entry != 0:
        return lower_of(entry), upper_of(entry), move_of(entry)
    stones, cells = popcount(occupied), cells_of(workspace)
    return -win_score(stones + 3, cells), win_score(stones + 2, cells), NO_COLUMN


@inlined
def _must_stop(nodes: int, workspace: int) -> bool:
    return load(workspace, STOP) != ZERO or nodes > load(workspace, BUDGET)


@kernel
def negamax(
    mover: int, occupied: int, losses: int, alpha: int, frame: int, workspace: int, table: int
) -> int:
    """Decides whether the score of a quiet position exceeds alpha.

    ``losses`` are the empty cells that complete a four of the opponent. The words of the workspace
    from ``frame`` on are free to use.

    Returns:
        v > alpha: the score is at least v; v <= alpha: it is at most v; `STOPPED`: neither.
    """
    nodes = load(workspace, NODES) + ONE
    save(workspace, NODES, nodes)
    if nodes & _POLL_MASK == ZERO and _must_stop(nodes, workspace):
        return STOPPED
    geometry = geometry_of(workspace)
    has_table = _empty_cells(occupied, workspace) > integer(load(workspace, BARE_CELLS))
    key, bucket, entry = (ZERO, ZERO), 0, ZERO
    if has_table:
        key = table_key(geometry, mover, occupied, workspace)
        bucket = _bucket(key[0], occupied, workspace)
        entry = probe(geometry, key, bucket, workspace, table)
    lower, upper, hint = _remembered(entry, occupied, workspace)
    if lower > alpha:
        return lower
    if upper <= alpha:
        return upper
    count, best, column = _expand(
        geometry, mover, occupied, losses, alpha, hint, has_table, frame, workspace, table
    )
    next_frame = frame + MAX_COLUMNS + count * _RECORD
    if has_table and count > 0:
        count, best, column = _look_up(geometry, count, best, alpha, frame, workspace, table)
    i = 0
    while best <= alpha and i < count:
        at = _child_at(i, frame, workspace)
        child, full, dangers = load(workspace, at), load(workspace, at + 1), load(workspace, at + 2)
        info = integer(load(workspace, at + 3))
        if info < _OPPONENT:
            score = negamax(child, full, dangers, alpha, next_frame, workspace, table)
        else:
            score = -negamax(child, full, dangers, -alpha - 1, next_frame, workspace, table)
        if abs(score) == STOPPED:
            return STOPPED
        if score > best:
            best, column = score, info & _COLUMN_BITS
        i += 1
    if not has_table:
        return best
    bounds = (max(lower, best), upper) if best > alpha else (lower, min(upper, best))
    work = bit_length(load(workspace, NODES) - nodes + ONE)
    store(geometry, key, bucket, bounds, column, work, workspace, table)
    return best
