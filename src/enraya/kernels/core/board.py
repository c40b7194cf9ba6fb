"""The rules of every rule set: whose turn it is, what an action does, who has won.

The whole project uses one convention for the score of a position. It is from the mover's point of
view: +n when the mover wins with the n-th last of their own stones, so a sooner win scores more; 0
for a draw; -n when the opponent wins with the n-th last of theirs. On 7×6 a win scores 22 minus
the number of stones the winner has used.

The same code serves the classic game and both bomb games, which differ in the five numbers of
`Rules`. Players are 0 (first) and 1 here; the layers above count them from 1. Like `bits`, all of
this runs on Python integers and inside kernels alike. The caller makes sure that actions are
legal.
"""

from typing import NamedTuple

from enraya.kernels.core.bits import column_cells, drops, four_cells, has_four, row_cells
from enraya.kernels.core.compile import inlined, shared, word
from enraya.kernels.core.geometry import Geometry
from enraya.kernels.core.randomness import GOLDEN, mix

UNDECIDED = -1
DRAW = 0
"""Results of `game_result`; the others are 1 and 2, a win of the first or the second player."""
_SECOND_FACTOR = word(0xC2B2AE3D27D4EB4F)
_BOMBS_FACTOR = word(0x165667B19E3779F9)


class Rules(NamedTuple):
    """What distinguishes the rule sets, as numbers."""

    double_turns: int
    """1: a turn has two actions, except the very first, which has one; 0: a turn has one action."""
    bomb_period: int
    """In every round divisible by this number, a player's first stone is a bomb unless they still
    have one on the board; 0: there are no bombs."""
    blast_own: int
    """1: an explosion removes the mover's own stones in the bomb's row; 0: the opponent's, and the
    bomb."""
    line_loses: int
    """1: four in a line loses; 0: it wins."""
    blocked_loses: int
    """1: a mover without a legal action loses; 0: a full board is a draw."""


class Board(NamedTuple):
    """The stones of both players, which of them are bombs, and the number of actions so far."""

    first: int
    second: int
    bombs: int
    plies: int


@shared
def mover(rules: Rules, plies: int) -> int:
    """The player, 0 or 1, who acts after ``plies`` actions; 0 begins and full turns alternate."""
    return ((plies + rules.double_turns) >> rules.double_turns) & 1


@shared
def round_number(rules: Rules, plies: int) -> int:
    """The round of the next action, counted from 1; a round ends with the second player's turn."""
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
    """The board after the mover's bomb has exploded: stones in its row go, those above fall."""
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
    """The stones after the ``removed`` ones, all in one row, are gone and those above fell."""
    open_columns = (removed >> row) * geometry.first_column
    up_to_row = (geometry.bottom << (row + 1)) - geometry.bottom  # all cells of rows 0..row
    staying = stones & ~removed & (up_to_row | ~open_columns)
    falling = stones & open_columns & ~up_to_row
    return staying | (falling >> 1)


@shared
def act(rules: Rules, geometry: Geometry, board: Board, place: int) -> Board:
    """The board after an action: a drop into column ``place``, or an explosion.

    For an explosion, ``place`` is the number of columns.
    """
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
    """The player, 0 or 1, whose line comes first, scanning rows upwards and each to the right."""
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
    """A hash of a board, never 0; two different boards share it with a probability of 2⁻⁶³.

    Within one rule set it identifies the position, since the plies tell whose turn it is. The keys
    of the solver's table and of books never collide, but only serve games without bombs.
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
