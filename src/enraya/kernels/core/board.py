"""How a game goes, for every rule set: whose turn it is, what an action does, who has won.

The score of a position, one convention in the whole project, is seen by the mover: +n when the
mover wins with the n-th last of their own stones, so a sooner win scores more; 0 for a draw; -n
when the opponent wins with the n-th last of theirs. On 7×6 a win scores 22 less the number of
stones the winner has used.

One body serves the classic game and both bomb games: they differ in the five numbers of
`Rules`. Players are 0 (first) and 1 here; the friendly layers above count them from 1. Like
`bits`, all of this runs on Python integers and inside kernels alike. Legality is checked by the
caller.
"""

from typing import NamedTuple

from enraya.kernels.core.bits import column_cells, drops, four_cells, has_four, row_cells
from enraya.kernels.core.compile import inlined, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.randomness import GOLDEN, mix

UNDECIDED = -1
DRAW = 0
"""What `game_result` says besides 1 and 2, a win of the first or the second player."""
_SECOND_FACTOR = word(0xC2B2AE3D27D4EB4F)
_BOMBS_FACTOR = word(0x165667B19E3779F9)


class Rules(NamedTuple):
    """What distinguishes the rule sets, as numbers."""

    double_turns: int
    """1: two actions in each turn, except the very first, which has one; 0: always one."""
    bomb_period: int
    """A player's first stone in every round divisible by this is a bomb; 0: there are none."""
    blast_own: int
    """1: an explosion removes the mover's own stones of the row; 0: the opponent's."""
    line_loses: int
    """1: whoever has four in a line loses; 0: wins."""
    blocked_loses: int
    """1: a mover without any action loses; 0: a full board is a draw."""


class Board(NamedTuple):
    """Stones of both players, the bombs among them, and the number of actions so far."""

    first: int
    second: int
    bombs: int
    plies: int


@shared
def mover(rules: Rules, plies: int) -> int:
    """The player, 0 or 1, who acts after ``plies`` actions: 0, then alternating full turns."""
    return ((plies + rules.double_turns) >> rules.double_turns) & 1


@shared
def round_number(rules: Rules, plies: int) -> int:
    """The round in which the next action falls; it rises when the second player's turn ends."""
    return ((plies + rules.double_turns) >> (rules.double_turns + 1)) + 1


@shared
def stones_of(board: Board, player: int) -> int:
    """All stones of a player, bombs included."""
    return board.first if player == 0 else board.second


@shared
def can_explode(rules: Rules, board: Board) -> bool:
    """Whether the mover has a bomb on the board."""
    return (board.bombs & stones_of(board, mover(rules, board.plies))) != 0


@shared
def next_is_bomb(rules: Rules, board: Board) -> bool:
    """Whether the mover's next stone would be a bomb."""
    if rules.bomb_period == 0 or can_explode(rules, board):
        return False
    return round_number(rules, board.plies) % rules.bomb_period == 0


@shared
def drop(rules: Rules, board: Board, cell: int) -> Board:
    """The board after the mover's stone has landed in ``cell``."""
    bombs = board.bombs
    if next_is_bomb(rules, board):
        bombs = bombs | cell
    if mover(rules, board.plies) == 0:
        return Board(board.first | cell, board.second, bombs, board.plies + 1)
    return Board(board.first, board.second | cell, bombs, board.plies + 1)


@shared
def explode(rules: Rules, geometry: Geometry, board: Board) -> Board:
    """The board after the mover's bomb has gone off: its row is thinned and the stacks fall."""
    player = mover(rules, board.plies)
    own = stones_of(board, player)
    bomb = board.bombs & own
    row = 0
    while (row_cells(geometry, row) & bomb) == 0:
        row += 1
    hit = own if rules.blast_own else stones_of(board, 1 - player) | bomb
    removed = hit & row_cells(geometry, row)
    return Board(
        _fall(geometry, board.first, removed, row),
        _fall(geometry, board.second, removed, row),
        _fall(geometry, board.bombs, removed, row),
        board.plies + 1,
    )


@shared
def _fall(geometry: Geometry, stones: int, removed: int, row: int) -> int:
    """The stones once the ``removed`` ones, all in one row, are gone and those above fell."""
    open_columns = (removed >> row) * geometry.first_column
    up_to_row = (geometry.bottom << (row + 1)) - geometry.bottom  # all cells of rows 0..row
    staying = stones & ~removed & (up_to_row | ~open_columns)
    falling = stones & open_columns & ~up_to_row
    return staying | (falling >> 1)


@shared
def act(rules: Rules, geometry: Geometry, board: Board, place: int) -> Board:
    """The board after the action with this place: a column, or the number of columns to explode."""
    if place == geometry.columns:
        return explode(rules, geometry, board)
    cells = drops(geometry, board.first | board.second)
    return drop(rules, board, cells & column_cells(geometry, int(place)))


@shared
def game_result(rules: Rules, geometry: Geometry, board: Board) -> int:
    """`UNDECIDED`, `DRAW`, or 1 or 2 for the player who has won."""
    last = mover(rules, board.plies - 1) if board.plies > 0 else 0
    if rules.bomb_period == 0:  # only the stone that just fell can have made a line
        if has_four(geometry, stones_of(board, last)):
            return last + 1
    else:
        first, second = has_four(geometry, board.first), has_four(geometry, board.second)
        if first and second:
            return 2 - first_line(geometry, board) if rules.line_loses else last + 1
        if first or second:
            return 1 if first == (rules.line_loses == 0) else 2
    return blocked_result(rules, geometry, board)


@shared
def blocked_result(rules: Rules, geometry: Geometry, board: Board) -> int:
    """The result on a board without a line."""
    if (board.first | board.second) != geometry.board:
        return UNDECIDED
    if rules.blocked_loses == 0:
        return DRAW
    if can_explode(rules, board):
        return UNDECIDED
    return 2 - mover(rules, board.plies)


@shared
def first_line(geometry: Geometry, board: Board) -> int:
    """The player, 0 or 1, whose line is met first, scanning rows upwards and to the right."""
    first, second = four_cells(geometry, board.first), four_cells(geometry, board.second)
    row = 0
    while ((first | second) & row_cells(geometry, row)) == 0:
        row += 1
    for column in range(geometry.columns):
        cell = row_cells(geometry, row) & column_cells(geometry, column)
        if (first & cell) != 0:
            return 0
        if (second & cell) != 0:
            return 1
    return 0


@shared
def board_hash(board: Board) -> int:
    """A number for a board, never 0: two different boards share it once in 2⁶³.

    Within one rule set it stands for the position, since the plies say whose turn it is. The keys
    of the solver's table and of books are exact, but only for games without bombs.
    """
    stones = board.first * GOLDEN + board.second * _SECOND_FACTOR
    return mix(stones + board.bombs * _BOMBS_FACTOR + word(board.plies)) | word(1)


@inlined
def win_score(plies: int, cells: int) -> int:
    """The score of winning with the next stone when ``plies`` of ``cells`` cells are filled.

    >>> win_score(6, 42)  # 4455667 wins with X's fourth stone of 21
    18
    """
    return (cells + 1 - plies) >> 1
