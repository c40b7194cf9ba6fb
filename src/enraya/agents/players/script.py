"""An agent that plays given columns in turn."""

from dataclasses import dataclass

from enraya.agents.players.agent import Choice
from enraya.errors import InvalidNotation, InvalidSetting
from enraya.game.notation import format_move, parse_move
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.rules import RuleSet
from enraya.texts import Sentence


@dataclass(frozen=True, slots=True)
class ScriptAgent:
    """Plays the moves of its script in turn, then the leftmost open column.

    An illegal move of the script is replaced by the leftmost open column; the place in the script
    is the number of moves this player has made.
    """

    name: str
    script: str

    def check_rules(self, rules: RuleSet) -> None:
        """Refuses a script that names columns the board does not have.

        Raises:
            InvalidSetting: with the first such move.
        """
        for character in self.script:
            try:
                parse_move(character, rules.columns)
            except InvalidNotation as error:
                raise InvalidSetting(
                    Sentence("problem.of_agent", agent=self.name, why=error.sentence)
                ) from None

    def choose(self, position: Position, limit: Limit) -> Choice:  # noqa: ARG002  # needs none
        """The next move of the script."""
        made = _moves_made(position)
        legal = position.legal_moves
        if made < len(self.script):
            move = parse_move(self.script[made], position.rules.columns)
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
