"""A slow and obvious second implementation of every rule set, to compare the fast one with.

Written from the rules alone: a grid of numbers, loops over cells, no bits. Cells are 0 for empty,
1 and 2 for stones, 4 and 5 for bombs of player 1 and 2; the owner is the value modulo 3.
"""

from functools import cache

Place = tuple[int, int]
"""A column and a row, both from 0, row 0 at the bottom."""
BOOM = "B"
SYMBOLS = {0: ".", 1: "1", 2: "2", 4: "4", 5: "5"}
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))
ACTIONS_PER_TURN = {"classic": 1, "boom": 2, "desconecta": 1}
BOMB_EVERY = {"classic": 0, "boom": 4, "desconecta": 5}


class Twin:
    """One game, changed by `play`."""

    def __init__(self, name: str, columns: int, rows: int) -> None:
        self.name, self.columns, self.rows = name, columns, rows
        self.actions_per_turn = ACTIONS_PER_TURN[name]
        self.bomb_every = BOMB_EVERY[name]
        self.grid = [[0] * columns for _ in range(rows)]
        self.active = 1
        self.last_mover = 0
        self.round = 1
        self.move_number = 1
        self.has_bomb = {1: False, 2: False}

    def height(self, column: int) -> int:
        """The number of stones in a column, counted from 0."""
        return sum(1 for row in self.grid if row[column])

    def owner(self, place: Place) -> int:
        """1 or 2 for the player whose stone stands there, 0 for none."""
        column, row = place
        return self.grid[row][column] % 3

    def places(self) -> list[Place]:
        """All places, column by column."""
        return [(column, row) for column in range(self.columns) for row in range(self.rows)]

    def open_moves(self) -> list[int | str]:
        """What the active player could do if the game is not over."""
        moves: list[int | str] = [c + 1 for c in range(self.columns) if self.height(c) < self.rows]
        return [*moves, BOOM] if self.has_bomb[self.active] else moves

    def legal_moves(self) -> tuple[int | str, ...]:
        """The columns from 1, then B; none after the end."""
        return () if self.is_over() else tuple(self.open_moves())

    def next_is_bomb(self) -> bool:
        """Whether the active player's next stone would be a bomb."""
        if not self.bomb_every or self.has_bomb[self.active]:
            return False
        return self.round % self.bomb_every == 0

    def play(self, move: int | str) -> None:
        """Makes a move and passes the turn if it is complete."""
        assert move in self.legal_moves()
        if isinstance(move, str):
            self._boom()
        else:
            self._put(move - 1)
        self.last_mover = self.active
        self.move_number += 1
        if self.actions_per_turn == 1 or self.move_number % 2 == 0:
            if self.active == 2:
                self.round += 1
            self.active = 3 - self.active

    def _put(self, column: int) -> None:
        value = self.active
        if self.next_is_bomb():
            self.has_bomb[self.active] = True
            value += 3
        self.grid[self.height(column)][column] = value

    def _boom(self) -> None:
        me, opponent = self.active, 3 - self.active
        [bomb_row] = [r for r in range(self.rows) if me + 3 in self.grid[r]]
        if self.name == "boom":
            targets = {opponent, opponent + 3, me + 3}
            if opponent + 3 in self.grid[bomb_row]:
                self.has_bomb[opponent] = False
        else:
            targets = {me, me + 3}
        for column in range(self.columns):
            if self.grid[bomb_row][column] in targets:
                stack = [self.grid[row][column] for row in range(self.rows)]
                del stack[bomb_row]
                stack.append(0)
                for row in range(self.rows):
                    self.grid[row][column] = stack[row]
        self.has_bomb[me] = False

    def lines(self) -> list[tuple[int, tuple[Place, ...]]]:
        """Every four in a line, with its owner."""
        found = []
        for places in windows(self.columns, self.rows):
            player = self.owner(places[0])
            if player and all(self.owner(place) == player for place in places):
                found.append((player, places))
        return found

    def line_cells(self) -> set[Place]:
        """The places of all lines, 1-based."""
        return {(c + 1, r + 1) for _, places in self.lines() for c, r in places}

    def is_full(self) -> bool:
        """Whether no cell is empty."""
        return all(cell for row in self.grid for cell in row)

    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.winner() is not None

    def winner(self) -> int | None:
        """1, 2, 0 for a draw, None while the game continues."""
        aligned = {player for player, _ in self.lines()}
        if self.name == "desconecta":
            return self._misere_winner(aligned)
        if len(aligned) == 1:
            return aligned.pop()
        if len(aligned) == 2:
            return self.last_mover
        if self.name == "boom":
            return None if self.open_moves() else 3 - self.active
        return 0 if self.is_full() else None

    def _misere_winner(self, aligned: set[int]) -> int | None:
        if not aligned:
            return 0 if self.is_full() else None
        for row in range(self.rows):
            for column in range(self.columns):
                for player, places in self.lines():
                    if (column, row) in places:
                        return 3 - player
        raise AssertionError("a line without a cell")

    def ending(self) -> str | None:
        """Why the game ended: line, full or blocked."""
        if not self.is_over():
            return None
        if self.lines():
            return "line"
        return "blocked" if self.name == "boom" else "full"

    def rows_from_bottom(self) -> tuple[str, ...]:
        """The rows as text, lowest first."""
        return tuple("".join(SYMBOLS[cell] for cell in row) for row in self.grid)


@cache
def windows(columns: int, rows: int) -> list[tuple[Place, ...]]:
    """All sets of four places in a line."""
    found = []
    for column in range(columns):
        for row in range(rows):
            for right, up in DIRECTIONS:
                places = tuple((column + i * right, row + i * up) for i in range(4))
                if all(0 <= c < columns and 0 <= r < rows for c, r in places):
                    found.append(places)
    return found


def completing_cells(columns: int, rows: int, stones: set[Place]) -> set[Place]:
    """The empty places where one more stone would make four in a line.

    In a column only the place on top counts: stones leave no gaps below them.
    """
    completing = set()
    for places in windows(columns, rows):
        missing = [place for place in places if place not in stones]
        is_column = len({column for column, _ in places}) == 1
        if len(missing) == 1 and not (is_column and missing[0] != max(places)):
            completing.add(missing[0])
    return completing
