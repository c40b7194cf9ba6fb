"""The agent of the Costa Rica paper (genetic agents, 2018): four genes decide its taste.

Try it with `enraya match file:costa_rica.py random`, and ask for its reasons with
`echo 4453 | python3 costa_rica.py explain`.

It wins if it can, blocks if it must, and else asks four traits, each of which proposes columns. A
gene is the probability that its trait makes the first of its two proposals. It plays the classic
game, 7 columns by 6 rows.
"""

import random
import sys

from enraya import Position
from enraya.agents import Limit

Columns = list[int]  # from 0
COLUMNS, ROWS = 7, 6
GENES = (0.923072380453, 0.594874591925, 0.977029031199, 0.471895098323)  # as the paper prints them


class Board:
    """The stones of each column, 1 and 2, from the bottom up."""

    def __init__(self, moves: str) -> None:
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.player = 1  # whose turn it is
        for move in moves:
            self.columns[int(move) - 1].append(self.player)
            self.player = 3 - self.player

    def stone(self, column: int, row: int) -> int:
        """1 or 2; 0 for an empty cell, also outside the board."""
        inside = 0 <= column < COLUMNS and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else 0

    def is_open(self, column: int) -> bool:
        """Whether the column has room for another stone."""
        return len(self.columns[column]) < ROWS

    def open_columns(self) -> Columns:
        """The columns that may be played."""
        return [column for column in range(COLUMNS) if self.is_open(column)]

    def is_possible(self, column: int, row: int) -> bool:
        """Whether a stone could fall there.

        The author's program asks of cells in the top row only that they are empty.
        """
        if not 0 <= column < COLUMNS:
            return False
        height = len(self.columns[column])
        return row == height or (row == ROWS - 1 and self.is_open(column))

    def tops(self) -> list[tuple[int, int, int]]:
        """Column, row and owner of the top stone of each column that has one."""
        return [(c, len(stack) - 1, stack[-1]) for c, stack in enumerate(self.columns) if stack]

    def makes_four(self, column: int, player: int) -> bool:
        """Whether a stone of this player in an open column would complete four in a line."""
        row = len(self.columns[column])
        for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for way in (1, -1):
                step = way
                while self.stone(column + step * right, row + step * up) == player:
                    length += 1
                    step += way
            if length >= 4:
                return True
        return False


# The traits. Each returns its two proposals. A column may be in a list several times: it is then
# more likely to be drawn.


def centre_or_edges(board: Board, me: int) -> tuple[Columns, Columns]:
    """The middle of the board, or its sides."""
    return [2, 3, 4], [0, 1, 5, 6]


def beside_own_or_spaced(board: Board, me: int) -> tuple[Columns, Columns]:
    """On and beside my top stones, or two and three columns away from them."""
    beside: Columns = []
    spaced: Columns = []
    for column, row, owner in board.tops():
        if owner != me:
            continue
        beside.append(column)
        for way in (1, -1):
            steps = [column + way * step for step in range(5)]
            if not board.is_possible(steps[1], row):
                continue
            beside.append(steps[1])
            if not board.is_possible(steps[2], row):
                continue
            spaced.append(steps[2])
            if board.is_possible(steps[3], row) and board.stone(steps[4], row) != me:
                spaced.append(steps[3])
    return beside, spaced


def fullest_or_emptiest(board: Board, me: int) -> tuple[Columns, Columns]:
    """The highest stacks, full ones included, or the lowest."""
    heights = [len(stack) for stack in board.columns]
    fullest = [column for column in range(COLUMNS) if heights[column] == max(heights)]
    emptiest = [column for column in range(COLUMNS) if heights[column] == min(heights)]
    return fullest, emptiest


def over_or_beside_opponent(board: Board, me: int) -> tuple[Columns, Columns]:
    """On the opponent's top stones, or beside them."""
    over: Columns = []
    beside: Columns = []
    for column, row, owner in board.tops():
        if owner == me:
            continue
        over.append(column)
        for neighbour in (column - 1, column + 1):
            if board.is_possible(neighbour, row) and neighbour not in beside:
                beside.append(neighbour)
    return over, beside


TRAITS = (centre_or_edges, beside_own_or_spaced, fullest_or_emptiest, over_or_beside_opponent)


def choose_column(board: Board, genes: tuple[float, ...] = GENES) -> int:
    """The column, from 0, for the player whose turn it is."""
    me = board.player
    for player in (me, 3 - me):  # win, else block
        for column in board.open_columns():
            if board.makes_four(column, player):
                return column
    proposals = []
    for trait, gene in zip(TRAITS, genes, strict=True):
        first, second = trait(board, me)
        proposals.append(first if random.random() <= gene else second)
    return agree(board, proposals)


def agree(board: Board, proposals: list[Columns]) -> int:
    """What the traits have in common, one after the other; where they disagree, a coin decides."""
    chosen = proposals[0]
    for proposed in proposals[1:]:
        common = [column for column in chosen if column in proposed]
        if len(common) == 1 and board.is_open(common[0]):
            return common[0]
        if not common and chosen and proposed:
            chosen = random.choice([chosen, proposed])
        else:
            chosen = common or chosen or proposed
    return random.choice([c for c in chosen if board.is_open(c)] or board.open_columns())


def choose(position: Position, limit: Limit) -> int:
    """What enraya calls: the move, a column from 1."""
    return choose_column(Board(position.moves)) + 1


def main() -> None:
    """The same as a program: for each line of moves a column."""
    for line in sys.stdin:
        board = Board(line.strip())
        if "explain" in sys.argv:
            for trait in TRAITS:
                first, second = ([c + 1 for c in columns] for columns in trait(board, board.player))
                print(f"{trait.__name__}: {first} or {second}", file=sys.stderr)
        print(choose_column(board) + 1, flush=True)


if __name__ == "__main__":
    main()
