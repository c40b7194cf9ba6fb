"""How often an agent goes wrong on a set of positions, measured against perfect play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from enraya.agents import Limit, parse_agent
from enraya.arena.statistics.elo import wilson_interval
from enraya.arena.statistics.mistakes import TABLE_MB, count_mistakes
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.solver import Solver
from enraya.solver.analysis import move_bounds
from enraya.solver.position_sets import ScoredPosition
from enraya.solver.review import label_move


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """One agent on one set of positions."""

    agent: str
    set: str
    count: int
    value_losing: int
    """Moves that change a win to a draw or loss, or a draw to a loss."""
    not_perfect: int
    """Moves that are not among the best: also a slower win or a faster loss."""

    @property
    def shares(self) -> str:
        """Value-losing and not perfect, as percentages of the moves.

        >>> MistakeRow("random", "end-easy", 40, 6, 10).shares
        '15.0 / 25.0'
        """
        losing, imperfect = (100 * n / self.count for n in (self.value_losing, self.not_perfect))
        return f"{losing:.1f} / {imperfect:.1f}"

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of value-losing moves, in percent.

        >>> MistakeRow("random", "end-easy", 40, 6, 10).interval
        (7.1, 29.1)
        """
        low, high = wilson_interval(self.value_losing / self.count, self.count)
        return round(100 * low, 1) + 0.0, round(100 * high, 1)


@dataclass(slots=True)
class Judge:
    """Knows the exact scores of moves, and remembers them."""

    solver: Solver = field(default_factory=lambda: Solver(table_mb=TABLE_MB))
    _scores: dict[tuple[Position, int], int] = field(default_factory=dict)

    def score(self, position: Position, column: int) -> int:
        """The score of a move for the player who makes it."""
        key = position, column
        if key not in self._scores:
            self._scores[key] = move_bounds(self.solver, position, column)[0].lower  # exact
        return self._scores[key]


def measure_mistakes(
    agent: str,
    name: str,
    positions: Sequence[ScoredPosition],
    judge: Judge,
    on_move: Callable[[], None] | None = None,
) -> MistakeRow:
    """Lets an agent choose in every position of a set and judges its moves."""
    player = parse_agent(agent, 1)
    labels = []
    if positions:
        player.choose(positions[0].position, Limit())  # compiles before any clock runs
    for position, best in positions:
        move = player.choose(position, Limit()).move
        if not isinstance(move, int):
            raise InvalidSetting(f"{agent} played {move!r} in a classic game")
        labels.append(label_move(best, judge.score(position, move)))
        if on_move:
            on_move()
    return MistakeRow(agent, name, *count_mistakes(labels))
