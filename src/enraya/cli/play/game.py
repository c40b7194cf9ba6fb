"""A game in the terminal: turns, commands such as undo and hint, and playing again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from time import perf_counter, sleep

from rich.text import Text

from enraya.agents import Agent, Limit, parse_agent, prepare
from enraya.cli.play.screen import Screen
from enraya.cli.play.words import (
    Statistics,
    announce_end,
    drawing,
    helping,
    played,
    player_name,
    prompt,
    style_of,
)
from enraya.errors import EnrayaError
from enraya.game.notation import BOOM, format_move, parse_move, quote
from enraya.game.position import Position
from enraya.solver import Solver
from enraya.solver.analysis import Analysis, analyse
from enraya.texts import Texts

_SECONDS = 3.0
"""How long the solver may take for a hint; the book answers early positions at once."""
_ADVISER = "search(seconds=1)"
HUMAN = "human"
_WORDS = {
    "quit": {"q", "quit", "exit"},
    "undo": {"u", "undo"},
    "hint": {"h", "hint"},
    "help": {"?", "help"},
    "resign": {"resign"},
}
"""Commands understood in every language, beside the language's own; no column has such a name."""


class _Quit(Exception):
    """The human wants to leave."""


@dataclass(slots=True)
class Hints:
    """The solver and the agent that give hints in games of one rule set, made when first needed."""

    _solver: Solver | None = None
    _adviser: Agent | None = None

    def hint(self, position: Position, t: Texts) -> str:
        """A sentence with the move to play and, if it is known, how the game ends then."""
        if not position.rules.has_bombs:
            self._solver = self._solver or Solver()
            analysis = analyse(self._solver, position, deadline=perf_counter() + _SECONDS)
            if analysis.score is not None:
                return _exact(analysis, t)
        if self._adviser is None:
            self._adviser = parse_agent(_ADVISER)
            prepare(self._adviser, position.rules)
        move = self._adviser.choose(position, Limit()).move
        if move == BOOM:
            return t("terminal.hint_bomb")
        return t("terminal.hint_column", column=format_move(move))


def _exact(analysis: Analysis, t: Texts) -> str:
    assert analysis.score is not None
    value = "win" if analysis.score > 0 else "loss" if analysis.score < 0 else "draw"
    end = t(f"value.{value}", plies=analysis.plies_to_end or 0)
    columns = ", ".join(map(format_move, analysis.best))
    return t("terminal.hint_exact", columns=columns, value=end)


@dataclass(slots=True)
class TerminalPlay:
    """Two players and the games they play from one position."""

    start: Position
    players: Mapping[int, Agent | None]
    """The players by their numbers, 1 and 2; None is a human."""
    told: frozenset[int]
    """The players whose statistics are printed."""
    pace: float
    """Seconds between moves when agents play each other."""
    texts: Texts
    screen: Screen
    is_interactive: bool
    """Whether someone at a terminal can be asked to play again."""
    history: list[Position] = field(default_factory=list)
    """Every position of the game so far, for undo."""
    hints: Hints = field(default_factory=Hints)
    has_resigned: bool = False
    """Whether a human has resigned the current game, or the last one when it is over."""
    _news: list[Text] = field(default_factory=list)
    """What has happened since a human was last asked, shown below a board that is redrawn."""

    def play(self) -> None:
        """Plays games until the human quits or does not want another."""
        try:
            self._play_to_the_end()
            while self.is_interactive:
                answer = self.screen.ask(self.texts("terminal.again"))
                if answer.lower() not in self.texts("terminal.yes").split():
                    break
                self._play_to_the_end()
        except (_Quit, KeyboardInterrupt, EOFError):
            if not (self.history[-1].is_over or self.has_resigned):
                moves = self.history[-1].moves
                left = "left" if moves else "left_at_start"
                self.screen.show("")
                self.screen.show(self.texts(f"terminal.{left}", moves=quote(moves)))

    def _play_to_the_end(self) -> None:
        self.history, self.has_resigned = [self.start], False
        costs = {player: Statistics() for player in self.told}
        self.screen.keep()
        self._draw()
        while not (self.history[-1].is_over or self.has_resigned):
            agent = self.players[self.history[-1].mover]
            has_moved = self._ask_human() if agent is None else self._let_play(agent, costs)
            if has_moved or (self.screen.redraws and not self.has_resigned):
                self._draw()
        self._announce_end()

    def _announce_end(self) -> None:
        end = self.history[-1]
        if self.has_resigned:
            loser, winner = end.mover, 3 - end.mover
            names = {"player": self._name(loser), "winner": self._name(winner)}
            self.screen.show(Text(self.texts("terminal.resigned", **names), style_of(winner)))
            self.screen.show(self.texts("terminal.moves", moves=end.moves))
            return
        for line in announce_end(self.history[-2:], self._name, self.texts):
            self.screen.show(line)

    def _name(self, player: int) -> str:
        agent = self.players[player]
        return player_name(player, agent.name if agent else "")

    def _let_play(self, agent: Agent, costs: Mapping[int, Statistics]) -> bool:
        """Lets an agent move and reports the move; returns True, as the position has changed."""
        position = self.history[-1]
        if None not in self.players.values():
            self._news.clear()
            if self.pace and len(self.history) > 1:
                sleep(self.pace)
        choice = agent.choose(position, Limit())
        move = played(self._name(position.mover), choice.move, self.texts)
        self._tell(Text(move, style_of(position.mover)))
        if position.mover in costs:
            for line in costs[position.mover].lines(choice, self.texts):
                self._tell(Text(line))
        self.history.append(position.play(choice.move))
        return True

    def _ask_human(self) -> bool:
        """Asks once and acts on the answer; returns whether the position has changed."""
        position = self.history[-1]
        answer = self.screen.ask(prompt(position, self.texts))
        self._news.clear()
        request = self._request(answer.lower())
        if request is not None:
            return self._grant(request)
        is_boom = answer == "b" and position.rules.has_bombs  # and no column is called b
        try:
            move = BOOM if is_boom else parse_move(answer, position.rules.columns)
            self.history.append(position.play(move))
        except EnrayaError as error:
            why = self.texts.say(error.sentence)
            self._tell(Text(self.texts("terminal.try_again", why=why), "yellow"))
            return False
        return True

    def _request(self, answer: str) -> str | None:
        """The command that an answer stands for; None if it is not a command."""
        for request, words in _WORDS.items():
            if answer in words or answer == self.texts(f"terminal.{request}"):
                return request
        return None

    def _grant(self, request: str) -> bool:
        """Carries out a human's command; returns whether the position has changed."""
        if request == "quit":
            raise _Quit
        if request == "undo":
            return self._undo()
        if request == "resign":
            self.has_resigned = True
        elif request == "hint":
            self._tell(Text(self.hints.hint(self.history[-1], self.texts), "bold"))
        else:
            for line in helping(self.history[-1], self.texts):
                self._tell(Text(line))
        return False

    def _undo(self) -> bool:
        """Goes back to the last position in which a human was to move, or False."""
        for back in range(len(self.history) - 2, -1, -1):
            if self.players[self.history[back].mover] is None:
                del self.history[back + 1 :]
                return True
        self._tell(Text(self.texts("problem.nothing_to_undo"), "yellow"))
        return False

    def _draw(self) -> None:
        self.screen.erase()
        self.screen.show(drawing(self.history[-1], self.texts))
        for line in self._news if self.screen.redraws else ():
            self.screen.show(line)

    def _tell(self, line: Text) -> None:
        """Shows a line now, or below the next drawing on a screen that is redrawn in place."""
        if self.screen.redraws:
            self._news.append(line)
        else:
            self.screen.show(line)
