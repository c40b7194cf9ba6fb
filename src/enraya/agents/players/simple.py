"""Agents that hardly look ahead: random, scripted, and greedy."""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from enraya.agents.players.agent import Choice, scored_choice
from enraya.errors import InvalidNotation, InvalidSetting
from enraya.game.notation import Move, format_move, parse_move
from enraya.game.position import Position
from enraya.heuristics import CompiledHeuristic, Heuristic
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.texts import Sentence

WINS, SAFE, RISKY, LOSES = 3, 2, 1, 0


class RandomAgent:
    """Plays every legal move with equal probability.

    >>> agent = RandomAgent("random", seed=1)
    >>> agent.choose(Position.start(), Limit()).move in range(1, 8)
    True
    """

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self._rng = np.random.default_rng(seed)

    def choose(self, position: Position, limit: Limit) -> Choice:  # noqa: ARG002  # needs none
        """A random legal move; the limit is ignored."""
        moves = position.legal_moves
        return Choice(moves[int(self._rng.random() * len(moves))])


@dataclass(frozen=True, slots=True)
class ScriptAgent:
    """Plays the moves of its script in turn, then the leftmost open column.

    An illegal move of the script is replaced by the leftmost open column. Which move of the script
    comes next depends on how many moves the player has made.
    """

    name: str
    moves: str

    def check_rules(self, rules: RuleSet) -> None:
        """Refuses a script with moves that do not exist on the board.

        Raises:
            InvalidSetting: naming the first such move.
        """
        for character in self.moves:
            try:
                parse_move(character, rules.columns)
            except InvalidNotation as error:
                raise InvalidSetting(
                    Sentence("problem.of_agent", agent=self.name, why=error.sentence)
                ) from None

    def choose(self, position: Position, limit: Limit) -> Choice:  # noqa: ARG002  # needs none
        """The next move of the script, or the leftmost open column."""
        made = _moves_made(position)
        legal = position.legal_moves
        if made < len(self.moves):
            move = parse_move(self.moves[made], position.rules.columns)
            if move in legal:
                return Choice(move, line=format_move(move))
        return Choice(legal[0], line=format_move(legal[0]))


def _moves_made(position: Position) -> int:
    """How many moves the player to move has made so far."""
    earlier, made = Position.start(position.rules), 0
    for character in position.moves:
        made += earlier.mover == position.mover
        earlier = earlier.play(parse_move(character, position.rules.columns))
    return made


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
        """The best move at first sight; of equally good moves the one nearest the middle."""
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
        count = len(children)
        return scored_choice(move, values, started, nodes=count, depth=1, leaves=count)


def rank_of(after: Position, player: int) -> int:
    """How good a move is: `WINS`, `SAFE`, `RISKY` (the opponent can win next) or `LOSES`."""
    if after.is_over:
        return {player: WINS, 0: SAFE}.get(after.result, LOSES)
    if after.mover == player:
        return SAFE
    replies = (after.play(move).result for move in after.legal_moves)
    return RISKY if after.mover in replies else SAFE
