"""The perfect player's engine: exact scores of classic positions on any board."""

import threading
from collections.abc import Mapping, Sequence
from time import perf_counter
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from enraya.errors import InvalidSetting, NotSolved
from enraya.game.position import Position
from enraya.kernels.core.board import UNDECIDED
from enraya.kernels.solver.solve import solve as solve_kernel
from enraya.limit import Limit
from enraya.result import Result, Rows
from enraya.rules import RuleSet
from enraya.rules.classic import classic
from enraya.solver.book import Book
from enraya.solver.book_file import shipped_book
from enraya.solver.score import Score, in_words, value_of
from enraya.solver.search import LARGEST_SIGNED, Search, as_signed, unpack
from enraya.solver.solved import LONG_SECONDS, SolvedPositions
from enraya.solver.table import PositionTable

DEFAULT_TABLE_MB = 64
STRONG: Final = 64
"""No score is larger than this, so a search between minus this and this finds the exact score."""
WEAK: Final = 1
"""A search between minus this and this finds win, draw or loss."""
_SMALLEST: Final = classic(4, 4)


class _Proved(NamedTuple):
    """The fields of `Solution`, as a tuple because that is cheap.

    Small searches make one every few microseconds.
    """

    position: Position
    lower: int
    """The score is at least this."""
    upper: int
    """The score is at most this."""
    nodes: int
    seconds: float


class Solution(Result, _Proved):
    """What is known about a position's score: the exact score, or the bounds that were proved.

    >>> solution = Solver(table_mb=8).solve(Position.parse("4455"))
    >>> solution.score, solution.score.words, solution.bounds
    (18, 'win in 3', (18, 18))
    """

    __slots__ = ()
    formats: ClassVar[Mapping[str, str]] = {"score": "+d", "nodes": ",", "seconds": ".3f"}

    @property
    def score(self) -> Score | None:
        """+n: the player to move wins with their n-th last stone; 0: draw; None: not solved."""
        if self.lower != self.upper:
            return None
        return Score.at(self.lower, self.position.plies, self.position.rules.cells)

    @property
    def value(self) -> int | None:
        """1, 0 or -1 for a win, draw or loss of the player to move; None if it is not known."""
        lower, upper = value_of(self.lower), value_of(self.upper)
        return lower if lower == upper else None

    @property
    def bounds(self) -> tuple[int, int]:
        """The lower and the upper bound of the score."""
        return self.lower, self.upper

    @property
    def plies_to_end(self) -> int | None:
        """How many more moves perfect play takes; for a draw the number of empty cells.

        None if the score is not known.
        """
        return None if self.score is None else self.score.plies_to_end

    def exact(self) -> Score:
        """The exact score.

        Raises:
            NotSolved: if only bounds are known; the message states them.
        """
        if self.score is None:
            raise NotSolved(
                f"not solved within the limit: the score is between {self.lower} and {self.upper}"
            )
        return self.score

    @property
    def drawn(self) -> Position:
        """The position that was solved."""
        return self.position

    @property
    def rows(self) -> Rows:
        """A single row with the position, its score, and the nodes and time it took."""
        known = {"moves": self.position.moves, "score": self.score}
        cost = {"nodes": self.nodes, "seconds": self.seconds}
        return [{**known, "perfect_play": in_words(self.score), **cost}]

    def to_object(self) -> dict[str, Any]:
        """The solution as plain values, in the order in which ``--json`` prints them."""
        return {
            "moves": self.position.moves,
            "score": self.score,
            "value": self.value,
            "lower": self.lower,
            "upper": self.upper,
            "plies_to_end": self.plies_to_end,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
        }


class Solver:
    """Solves classic positions exactly, with one table that is reused from call to call.

    >>> solver = Solver(table_mb=8)
    >>> solver.solve(Position.parse("44455554221")).score
    -15

    Args:
        table_mb: the size of the transposition table in MB; it affects speed, never results.
        threads: how many threads search a position together.
        book: an opening book, or None; the shipped one by default.
        solved: a store for scores that took long to find; None to keep none.

    It answers one call at a time: a call from a second thread waits for the first to finish.
    """

    def __init__(
        self,
        table_mb: int = DEFAULT_TABLE_MB,
        threads: int = 1,
        book: Book | str | None = "shipped",
        solved: SolvedPositions | None = None,
    ) -> None:
        if threads < 1:
            raise InvalidSetting(f"{threads} threads cannot solve anything; use 1 or more")
        if isinstance(book, str) and book != "shipped":
            raise InvalidSetting(f"{book!r} is not a book; give a Book, None, or 'shipped'")
        self.threads = threads
        self._table = PositionTable(table_mb)
        self.book = shipped_book() if isinstance(book, str) else book
        self.solved = solved
        self._lock = threading.Lock()
        self._searches: dict[RuleSet, Search] = {}
        self._rules: RuleSet | None = None
        self._search: Search = None  # type: ignore[assignment]  # set by the first question
        self._book_plies = -1

    def prepare(self, rules: RuleSet = _SMALLEST) -> None:
        """Loads what the first search of these rules needs, so that no time limit pays for it."""
        with self._lock:
            self._table.large[:] = 0  # in memory now, not page by page in the first search
            self._use(rules).run(0, 0, (-STRONG, STRONG), Limit(nodes=0), perf_counter())
        if self.book is not None and self.book.rules == rules:
            start = Position.start(rules)
            self.book.score(start)
            self.book.scores_of_moves(start)

    def solve(
        self,
        position: Position,
        *,
        weak: bool = False,
        between: tuple[int, int] | None = None,
        limit: Limit | None = None,
    ) -> Solution:
        """The exact score of a position, or its bounds if ``limit`` is reached first.

        Args:
            position: a classic position in which the game is not over.
            weak: find win, draw or loss only, which is faster.
            between: find the exact score only if it is between these two; otherwise prove that it
                is at most the first or at least the second.
            limit: seconds and nodes after which to stop.

        Raises:
            InvalidSetting: if the game is over or its rule set cannot be solved.
        """
        started = perf_counter()
        if position.result != UNDECIDED:
            raise InvalidSetting(f"the game {position.moves!r} is over; there is nothing to solve")
        with self._lock:
            search = self._search if position.rules is self._rules else self._use(position.rules)
            first, second, _, plies = position.board
            if self.book is not None and plies <= self._book_plies:
                score = self.book.score(position)
                if score is not None:
                    seconds = perf_counter() - started
                    return Solution(position, score, score, 0, seconds)
            mover, occupied = (second if plies & 1 else first), first | second
            if occupied > LARGEST_SIGNED:  # kernels take words from Python as signed integers
                mover, occupied = as_signed(mover), as_signed(occupied)
            low, high = between or ((-WEAK, WEAK) if weak else (-STRONG, STRONG))
            lower = upper = 0
            nodes = 0
            if limit is None:
                packed = solve_kernel(
                    mover, occupied, low, high, search.address, self._table.address
                )
                lower, upper = packed >> 8, (packed & 255) - 128
                nodes = search.nodes
            if limit is not None or (lower < min(upper, high) and upper > low):
                known = None if self.solved is None else self.solved.score(position)
                if known is not None:
                    seconds = perf_counter() - started
                    return Solution(position, known, known, nodes, seconds)
                lower, upper, more = search.run(mover, occupied, (low, high), limit, started)
                nodes += more
            seconds = perf_counter() - started
            if self.solved is not None and lower == upper and seconds > LONG_SECONDS:
                self.solved.keep(position, lower)
            return Solution(position, lower, upper, nodes, seconds)

    def solve_many(self, positions: Sequence[Position], *, weak: bool = False) -> list[Solution]:
        """The solutions of many positions of one rule set, without the cost of many calls.

        The threads divide the positions. The seconds of each solution are the mean over all.

        Raises:
            InvalidSetting: if the game is over in a position, or the rule sets differ.
        """
        started = perf_counter()
        if not positions:
            return []
        rules = positions[0].rules
        for position in positions:
            if position.rules != rules:
                raise InvalidSetting(
                    f"one call solves one rule set, not {rules} and {position.rules}"
                )
            if position.result != UNDECIDED:
                raise InvalidSetting(f"the game {position.moves!r} is over; nothing to solve")
        with self._lock:
            search = self._use(rules)
            stones = np.array([position.board[:2] for position in positions], dtype=np.uint64)
            plies = np.array([position.board.plies for position in positions])
            movers = np.where(plies % 2, stones[:, 1], stones[:, 0])
            reach = WEAK if weak else STRONG
            packed, nodes = search.run_many(movers, stones[:, 0] | stones[:, 1], reach)
        seconds = (perf_counter() - started) / len(positions)
        return [
            Solution(position, *unpack(int(bounds)), int(used), seconds)
            for position, bounds, used in zip(positions, packed, nodes, strict=True)
        ]

    def _use(self, rules: RuleSet) -> Search:
        """The search for a board size; clears the table if it was last used for another size."""
        if rules.name != "classic":
            raise InvalidSetting(f"positions of {rules.name!r} cannot be solved; classic ones can")
        if rules not in self._searches:
            self._searches[rules] = Search(rules, self._table, self.threads)
        if self._rules is not None and rules != self._rules:
            self._search.clear()
        self._rules, self._search = rules, self._searches[rules]
        fits = self.book is not None and self.book.rules == rules
        self._book_plies = self.book.plies if self.book is not None and fits else -1
        return self._search

    def stop(self) -> None:
        """Makes `solve` in another thread return soon, with bounds if it has not finished."""
        search = self._search
        if search is not None:
            search.stop()

    def clear(self) -> None:
        """Empties the transposition table."""
        with self._lock:
            if self._rules is not None:
                self._search.clear()
