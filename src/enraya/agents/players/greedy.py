"""An agent that looks one move ahead: win, else avoid losing at once, else the best position."""

from dataclasses import dataclass
from time import perf_counter

from enraya.agents.players.agent import Choice
from enraya.game.notation import Move, format_move
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic, Heuristic
from enraya.limit import Limit
from enraya.rules import RuleSet

WINS, SAFE, RISKY, LOSES = 3, 2, 1, 0


@dataclass(frozen=True, slots=True)
class GreedyAgent:
    """Takes a win, stops a loss, and otherwise moves to the position its heuristic likes best."""

    name: str
    heuristic: Heuristic

    def prepare(self, rules: RuleSet) -> None:
        """Loads the heuristic; one in plain Python has nothing to load."""
        if isinstance(self.heuristic, CompiledHeuristic):
            self.heuristic.evaluate(Position.start(rules), 1)

    def choose(self, position: Position, limit: Limit) -> Choice:  # noqa: ARG002  # always fast
        """The best move at first sight; of equal ones the one nearest the middle."""
        started = perf_counter()
        player = position.mover
        children = {move: position.play(move) for move in position.legal_moves}
        values = {move: self.heuristic.evaluate(after, player) for move, after in children.items()}
        ranks = {move: rank_of(after, player) for move, after in children.items()}
        middle = (position.rules.columns + 1) / 2

        def preference(move: Move) -> tuple[int, float, float]:
            off_centre = abs(move - middle) if isinstance(move, int) else middle
            return ranks[move], values[move], -off_centre

        move = max(children, key=preference)
        return Choice(
            move=move,
            score=values[move],
            nodes=len(children),
            depth=1,
            seconds=perf_counter() - started,
            line=format_move(move),
            leaves=len(children),
            columns=tuple({"move": m, "score": value} for m, value in values.items()),
        )


def rank_of(after: Position, player: int) -> int:
    """How a move turns out at once: it wins, is safe, lets the opponent win next, or loses."""
    if after.is_over:
        return {player: WINS, 0: SAFE}.get(after.result, LOSES)
    if after.mover == player:
        return SAFE
    replies = (after.play(move).result for move in after.legal_moves)
    return RISKY if after.mover in replies else SAFE
