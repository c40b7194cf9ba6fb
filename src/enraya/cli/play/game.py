"""A game in the terminal: turns, taking back, statistics, and playing again."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from time import sleep

from rich.console import Console

from enraya.agents import Agent, Limit
from enraya.cli.play.statistics import Statistics
from enraya.cli.play.words import announce_end, drawing, played, player_name, prompt
from enraya.errors import EnrayaError
from enraya.game.notation import BOOM, Move, parse_move, quote
from enraya.game.position import Position
from enraya.texts import Texts

HUMAN = "human"
_QUIT = {"q", "quit", "exit"}
_UNDO = {"u", "undo"}
"""The words that are understood in every language, beside its own; no column is called q or u."""


class _Quit(Exception):
    """The human wants to leave."""


@dataclass(slots=True)
class TerminalPlay:
    """Two players and the games they play from one position."""

    start: Position
    players: Mapping[int, Agent | None]
    """By number, 1 and 2; None is a human."""
    told: frozenset[int]
    """The players whose statistics are printed."""
    pace: float
    """Seconds between moves when agents play each other."""
    texts: Texts
    console: Console
    is_interactive: bool
    """Whether someone at a terminal can be asked to play again."""
    history: list[Position] = field(default_factory=list)
    """Every position of the game so far, for undo."""

    def play(self) -> None:
        """Plays until the human leaves or has had enough."""
        try:
            self._play_to_the_end()
            while self.is_interactive and self._wants_another():
                self._play_to_the_end()
        except (_Quit, KeyboardInterrupt, EOFError):
            if not self.history[-1].is_over:
                self._print("")
                self._print(self._left())

    def _left(self) -> str:
        moves = self.history[-1].moves
        if not moves:
            return self.texts("terminal.left_at_start")
        return self.texts("terminal.left", moves=quote(moves))

    def _play_to_the_end(self) -> None:
        self.history = [self.start]
        costs = {player: Statistics() for player in self.told}
        self._draw()
        while not self.history[-1].is_over:
            position = self.history[-1]
            agent = self.players[position.mover]
            has_moved = self._ask_human() if agent is None else self._let_play(agent, costs)
            if has_moved:
                self._draw()
        for line in announce_end(self.history[-2:], self._name, self.texts):
            self._print(line)

    def _name(self, player: int) -> str:
        agent = self.players[player]
        return player_name(player, agent.name if agent else "")

    def _let_play(self, agent: Agent, costs: Mapping[int, Statistics]) -> bool:
        """Lets an agent move, and tells what it did."""
        position = self.history[-1]
        if self.pace and None not in self.players.values() and len(self.history) > 1:
            sleep(self.pace)
        choice = agent.choose(position, Limit())
        self._print(played(self._name(position.mover), choice.move, self.texts))
        if position.mover in costs:
            for line in costs[position.mover].lines(choice, self.texts):
                self._print(line)
        self.history.append(position.play(choice.move))
        return True

    def _ask_human(self) -> bool:
        """Asks once and acts on the answer; returns whether the position has changed."""
        position = self.history[-1]
        answer = _ask(prompt(position, self.texts))
        word = answer.lower()
        if word in _QUIT | {self.texts("terminal.quit")}:
            raise _Quit
        if word in _UNDO | {self.texts("terminal.undo")}:
            return self._undo()
        try:
            self.history.append(position.play(_read_move(answer, position)))
        except EnrayaError as error:
            why = self.texts.say_error(error.sentence)
            self._print(self.texts("terminal.try_again", why=why))
            return False
        return True

    def _undo(self) -> bool:
        """Goes back to the last position in which a human was to move."""
        for back in range(len(self.history) - 2, -1, -1):
            if self.players[self.history[back].mover] is None:
                del self.history[back + 1 :]
                return True
        self._print(self.texts("problem.nothing_to_undo"))
        return False

    def _wants_another(self) -> bool:
        answer = _ask(self.texts("terminal.again"))
        return answer.lower() in self.texts("terminal.yes").split()

    def _draw(self) -> None:
        self.console.print(drawing(self.history[-1], self.texts))

    def _print(self, line: str) -> None:
        self.console.print(line, markup=False)


def _ask(question: str) -> str:
    """What someone types after a question.

    Raises:
        EOFError: when nobody will type any more.
    """
    print(question, end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _read_move(answer: str, position: Position) -> Move:
    """The move meant; ``b`` counts as BOOM where no column is called b."""
    if answer == "b" and position.rules.has_bombs:
        return BOOM
    return parse_move(answer, position.rules.columns)
