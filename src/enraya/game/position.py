"""A position: an immutable board with the moves that led to it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, SupportsIndex

from enraya.errors import IllegalMove, InvalidNotation
from enraya.game import svg, text_drawing
from enraya.game.notation import BOOM, Move, format_move, meant_move, no_column, parse_move, quote
from enraya.game.outcome import Cell, Ending, Outcome
from enraya.kernels.core import board as engine
from enraya.kernels.core.bits import column_cells, four_cells, has_four, mirrored
from enraya.kernels.core.board import DRAW, UNDECIDED, Board
from enraya.kernels.core.compile import word
from enraya.rules import RuleSet, parse_rules
from enraya.texts import Sentence

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import DTypeLike, NDArray

EMPTY = Board(0, 0, 0, 0)
EARLIEST_END = 7
"""The fewest moves after which a player has four in a line, in any of the games."""


@dataclass(frozen=True, slots=True, eq=False, init=False, repr=False)
class Position:
    """A position of any rule set; players are 1 and 2.

    Args:
        moves: the moves played so far, such as ``4453``; empty for the start.
        rules: the rule set, such as ``boom`` or ``classic(columns=8, rows=8)``.

    >>> position = Position("4453")
    >>> position.mover, position.legal_moves
    (1, (1, 2, 3, 4, 5, 6, 7))
    >>> position.play(4)
    Position('44534')
    >>> position.play(4).undo() == position
    True

    Two positions are equal when they have the same future: the same rule set, the same stones
    and bombs, and the same number of moves. The order of the moves does not count.
    """

    rules: RuleSet
    board: Board
    """The stones as bits; see `enraya.kernels.core.geometry` for the layout."""
    moves: str
    """The moves from the empty board, one character each."""
    result: int
    """-1 while the game is undecided, 0 for a draw, else the winner."""

    def __init__(self, moves: str = "", rules: RuleSet | str = "classic") -> None:
        found = Position.parse(moves, rules)
        _fill(self, found.rules, found.board, found.moves, found.result)

    @staticmethod
    def start(rules: RuleSet | str = "classic") -> "Position":
        """The empty board."""
        return _start(parse_rules(rules) if isinstance(rules, str) else rules)

    @staticmethod
    def parse(moves: str, rules: RuleSet | str = "classic") -> "Position":
        """The position after these moves, such as ``4453``.

        Raises:
            InvalidNotation: when a character stands for no move.
            IllegalMove: when the rules forbid one of the moves.
        """
        if not isinstance(moves, str):
            raise InvalidNotation(f"moves are a text such as '4453', not {moves!r}")
        position = Position.start(rules)
        stripped = moves.strip()
        for number, character in enumerate(stripped, start=1):
            try:
                position = position.play(parse_move(character, position.rules.columns))
            except (IllegalMove, InvalidNotation) as error:
                raise type(error)(
                    Sentence(
                        "problem.move_of", number=number, moves=quote(stripped), why=error.sentence
                    )
                ) from None
        return position

    def play(self, move: Move | SupportsIndex) -> "Position":
        """The position after a move: a 1-based column, or ``"B"`` for the explosion.

        A column may be any whole number, also one of NumPy, or a character such as ``"4"``.

        Raises:
            IllegalMove: when the rules forbid it; the message says why.
        """
        if type(move) is not int:
            move = meant_move(move, self.rules.columns)
        if self.result != UNDECIDED:
            raise IllegalMove(Sentence("problem.over", moves=quote(self.moves)))
        rules = self.rules
        if move == BOOM:
            if not self.can_explode:
                raise IllegalMove(self._why_no_boom())
            board = engine.explode(rules.numbers, rules.geometry, self.board)
        else:
            assert isinstance(move, int)
            board = engine.drop(rules.numbers, self.board, self._landing_cell(move))
        result = UNDECIDED
        if board.plies >= EARLIEST_END:
            result = engine.game_result(rules.numbers, rules.geometry, board)
        return _made(rules, board, self.moves + format_move(move), result)

    def undo(self) -> "Position":
        """The position before the last move.

        >>> Position("4453").undo()
        Position('445')

        Raises:
            IllegalMove: at the start.
        """
        if not self.moves:
            raise IllegalMove(Sentence("problem.nothing_to_undo"))
        return Position.parse(self.moves[:-1], self.rules)

    def _landing_cell(self, move: int) -> int:
        geometry = self.rules.geometry
        if not 1 <= move <= geometry.columns:
            raise no_column(move, geometry.columns)
        shift = (move - 1) * geometry.stride
        column = geometry.first_column
        filled = (self.board.first | self.board.second) >> shift & column
        if filled == column:
            raise IllegalMove(
                Sentence("problem.column_full", column=format_move(move), moves=quote(self.moves))
            )
        return (filled + 1) << shift  # one more than a stack of ones is the bit above it

    def _why_no_boom(self) -> Sentence:
        if not self.rules.has_bombs:
            return Sentence("problem.no_bombs", rules=repr(self.rules.name))
        return Sentence("problem.no_bomb", player=self.mover, moves=quote(self.moves))

    @property
    def kernel_board(self) -> Board:
        """The board with its masks as `numpy.uint64`, as kernels need it."""
        first, second, bombs, plies = self.board
        return Board(word(first), word(second), word(bombs), plies)

    @property
    def mover(self) -> int:
        """The player to move, 1 or 2; in games with double turns they may have moved last, too."""
        return engine.mover(self.rules.numbers, self.board.plies) + 1

    @property
    def round(self) -> int:
        """The round of the next move; a round ends with player 2's turn."""
        return engine.round_number(self.rules.numbers, self.board.plies)

    @property
    def actions_left(self) -> int:
        """How many actions the player to move has left in this turn, the next one included.

        >>> [Position.parse("445"[:plies], "boom").actions_left for plies in range(4)]
        [1, 2, 1, 2]
        """
        rules, plies = self.rules.numbers, self.board.plies
        return 1 if engine.mover(rules, plies + 1) != engine.mover(rules, plies) else 2

    @property
    def plies(self) -> int:
        """The number of moves so far."""
        return self.board.plies

    @property
    def can_explode(self) -> bool:
        """Whether the player to move has a bomb on the board."""
        return bool(engine.can_explode(self.rules.numbers, self.board))

    @property
    def next_is_bomb(self) -> bool:
        """Whether the next stone of the player to move would be a bomb."""
        return not self.is_over and engine.next_is_bomb(self.rules.numbers, self.board)

    @property
    def bombs(self) -> tuple[bool, bool]:
        """Whether player 1 and player 2 have a bomb on the board."""
        board = self.board
        return bool(board.bombs & board.first), bool(board.bombs & board.second)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result != UNDECIDED

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves: open columns from the left, then ``"B"``; none when the game is over."""
        if self.result != UNDECIDED:
            return ()
        occupied = self.board.first | self.board.second
        moves: list[Move] = [move for move, top in self.rules.tops if not occupied & top]
        if self.board.bombs and self.can_explode:
            moves.append(BOOM)
        return tuple(moves)

    @property
    def ending(self) -> Ending | None:
        """Why the game is over; None while it continues."""
        if self.result == UNDECIDED:
            return None
        geometry = self.rules.geometry
        if has_four(geometry, self.board.first) or has_four(geometry, self.board.second):
            return Ending.LINE
        return Ending.FULL if self.result == DRAW else Ending.BLOCKED

    @property
    def outcome(self) -> Outcome | None:
        """The winner, the reason and the deciding stones; None while the game continues."""
        ending = self.ending
        if ending is None:
            return None
        geometry = self.rules.geometry
        lines = four_cells(geometry, self.board.first) | four_cells(geometry, self.board.second)
        return Outcome(self.result, ending, self._cells(lines))

    def stones_mask(self, player: int) -> int:
        """The bits of a player's stones, bombs included."""
        return engine.stones_of(self.board, player - 1)

    def occupied_mask(self) -> int:
        """The bits of all stones."""
        return self.board.first | self.board.second

    def stones(self, player: int) -> tuple[Cell, ...]:
        """The cells of a player's stones, column by column from the left, bottom first."""
        return self._cells(self.stones_mask(player))

    def _cells(self, mask: int) -> tuple[Cell, ...]:
        geometry = self.rules.geometry
        return tuple(
            Cell(column + 1, row + 1)
            for column in range(geometry.columns)
            for row in range(geometry.rows)
            if mask >> (column * geometry.stride + row) & 1
        )

    @property
    def last_cell(self) -> Cell | None:
        """Where the last stone landed; None at the start and after an explosion."""
        if not self.moves or self.moves[-1] == BOOM:
            return None
        column = parse_move(self.moves[-1], self.rules.columns)
        assert isinstance(column, int)
        filled = self.occupied_mask() & column_cells(self.rules.geometry, column - 1)
        return Cell(column, filled.bit_count())

    @property
    def rows_from_bottom(self) -> tuple[str, ...]:
        """The board as text rows, lowest first: ``.``, ``1``, ``2``, and ``4``, ``5`` for bombs.

        >>> Position.parse("4453").rows_from_bottom[:2]
        ('..211..', '...2...')
        """
        geometry = self.rules.geometry
        return tuple(
            "".join(
                self._symbol(column * geometry.stride + row) for column in range(geometry.columns)
            )
            for row in range(geometry.rows)
        )

    def _symbol(self, index: int) -> str:
        if self.board.bombs >> index & 1:
            return "4" if self.board.first >> index & 1 else "5"
        if self.board.first >> index & 1:
            return "1"
        return "2" if self.board.second >> index & 1 else "."

    def with_result(self, result: int) -> "Position":
        """The same position with its result replaced."""
        return _made(self.rules, self.board, self.moves, result)

    def to_array(self) -> "NDArray[np.int8]":
        """The board as numbers, highest row first: 0, 1, 2, and 4, 5 for bombs.

        >>> Position("4453").to_array()[-2:]
        array([[0, 0, 0, 2, 0, 0, 0],
               [0, 0, 2, 1, 1, 0, 0]], dtype=int8)
        """
        import numpy as np

        rows = [row.replace(".", "0") for row in self.rows_from_bottom]
        return np.array([[int(cell) for cell in row] for row in reversed(rows)], dtype=np.int8)

    def __array__(
        self, dtype: "DTypeLike | None" = None, copy: bool | None = None
    ) -> "NDArray[np.generic]":
        if copy is False:
            raise ValueError("a position is made of bits; its array is always a copy")
        return self.to_array().astype(dtype or "int8", copy=False)

    def mirror(self) -> "Position":
        """The position with left and right exchanged."""
        columns = self.rules.columns
        moves = (parse_move(character, columns) for character in self.moves)
        image = "".join(format_move(m if isinstance(m, str) else columns + 1 - m) for m in moves)
        first, second, bombs = (mirrored(self.rules.geometry, mask) for mask in self.board[:3])
        board = Board(first, second, bombs, self.board.plies)
        result = engine.game_result(self.rules.numbers, self.rules.geometry, board)
        return _made(self.rules, board, image, result)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return self.board == other.board and self.rules == other.rules

    def __hash__(self) -> int:
        return hash((self.board, self.rules))

    def __repr__(self) -> str:
        spec = self.rules.spec
        return f"Position({self.moves!r}" + (")" if spec == "classic" else f", {spec!r})")

    def __str__(self) -> str:
        return text_drawing.draw(self)

    def _repr_svg_(self) -> str:
        return svg.draw(self)


@lru_cache(maxsize=256)
def _start(rules: RuleSet) -> Position:
    return _made(rules, EMPTY, "", UNDECIDED)


def _made(rules: RuleSet, board: Board, moves: str, result: int) -> Position:
    """A position with these fields, which must fit together."""
    position = Position.__new__(Position)
    _fill(position, rules, board, moves, result)
    return position


def _fill(position: Position, rules: RuleSet, board: Board, moves: str, result: int) -> None:
    set_field = object.__setattr__  # the class is frozen
    set_field(position, "rules", rules)
    set_field(position, "board", board)
    set_field(position, "moves", moves)
    set_field(position, "result", result)
