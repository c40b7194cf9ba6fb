"""How often agents go wrong, measured against perfect play."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from enraya.agents import Limit, parse_agent
from enraya.bench.positions import ScoredPosition
from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.solver import Solver
from enraya.solver.analysis import move_bounds
from enraya.solver.score import value_of

AGENTS = (
    "random(seed=1)",
    "greedy",
    "genes(0.92, 0.59, 0.97, 0.47, seed=1)",
    "alphabeta(depth=4, eval=uam-h2(base=2), style=uam)",
    "alphabeta(depth=4, eval=rivest, style=porto)",
    "alphabeta(depth=8, eval=qmatic, style=upc)",
    "alphabeta(depth=8)",
    "mcts(iterations=2000, seed=1)",
    "level(7, seed=1)",
    "search(seconds=0.1)",
)
TABLE_MB = 128


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


@dataclass(slots=True)
class Judge:
    """Knows the exact score of moves, and remembers them."""

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
    losing = imperfect = 0
    if positions:
        player.choose(positions[0].position, Limit())  # compiles before any clock runs
    for position, best in positions:
        move = player.choose(position, Limit()).move
        if not isinstance(move, int):
            raise InvalidSetting(f"{agent} played {move!r} in a classic game")
        score = judge.score(position, move)
        losing += value_of(score) < value_of(best)
        imperfect += score < best
        if on_move:
            on_move()
    return MistakeRow(agent, name, len(positions), losing, imperfect)
