"""What the terminal says about a position, a move and its cost, and the end of a game."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from rich.text import Text

from enraya.agents import Choice
from enraya.game.notation import BOOM, COLUMN_NAMES, Move, format_move
from enraya.game.outcome import Cell
from enraya.game.position import Position
from enraya.game.text_drawing import disc_name, status
from enraya.result import DISC_STYLES, with_discs
from enraya.texts import Texts

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def player_name(player: int, agent: str) -> str:
    """What the terminal calls a player: the disc, with the agent's name if it is one."""
    return f"{disc_name(player)} ({agent})" if agent else disc_name(player)


def style_of(player: int) -> str:
    """The colour of a player's discs."""
    return DISC_STYLES[disc_name(player)]


def drawing(position: Position, t: Texts) -> Text:
    """The board with the two kinds of discs in colours that everyone can tell apart."""
    board = str(position).rpartition("\n")[0]  # its last line says in English what `status` says
    drawn = with_discs("\n" + board)
    winner = position.outcome.winner if position.outcome else 0
    return drawn.append("\n" + status(position, t), style_of(winner) if winner else "")


def prompt(position: Position, t: Texts) -> str:
    """The question for a human's move."""
    choices = [_columns(position)]
    choices += [t("terminal.boom")] if position.can_explode else []
    choices += [t(f"terminal.{word}") for word in ("hint", "undo", "help")]
    return t("terminal.prompt", disc=disc_name(position.mover), choices=", ".join(choices))


def helping(position: Position, t: Texts) -> list[str]:
    """The help: one line for everything that can be typed."""
    lines = [t("terminal.help.move", columns=_columns(position))]
    lines += [t("terminal.help.boom")] if position.rules.has_bombs else []
    words = ("hint", "undo", "resign", "quit")
    return lines + [t(f"terminal.help.{word}", word=t(f"terminal.{word}")) for word in words]


def _columns(position: Position) -> str:
    names = COLUMN_NAMES[: position.rules.columns]
    return f"{names[0]}-{names[-1]}"


def played(player: str, move: Move, t: Texts) -> str:
    """A sentence that says which move a player made."""
    if move == BOOM:
        return t("terminal.explodes", player=player)
    return t("terminal.plays", player=player, column=format_move(move))


def announce_end(last: Sequence[Position], name: Callable[[int], str], t: Texts) -> Iterator[str]:
    """The winner with the deciding move and line, and the moves of the game.

    Args:
        last: the last positions of the game, the final one at the end.
        name: gives the name of a player.
        t: the texts in the player's language.
    """
    end = last[-1]
    outcome = end.outcome
    assert outcome is not None
    if outcome.winner:
        winner = name(outcome.winner)
        if len(last) == 1 or last[0].mover != outcome.winner:
            yield t("terminal.won", player=winner)
        elif end.moves[-1] == BOOM:
            yield t("terminal.won_by_bomb", player=winner)
        else:
            yield t("terminal.won_by_column", player=winner, column=end.moves[-1])
    for player, first, last_cell in lines_of(end):
        yield t("terminal.line", disc=disc_name(player), line=_line(first, last_cell, t))
    yield t("terminal.moves", moves=end.moves)


def lines_of(position: Position) -> list[tuple[int, Cell, Cell]]:
    """The owner and the ends of every straight row of at least four stones."""
    found = []
    for player in (1, 2):
        stones = set(position.stones(player))
        for first in sorted(stones):
            for across, up in _DIRECTIONS:
                if Cell(first.column - across, first.row - up) in stones:
                    continue  # not the first of its row
                last, length = first, 1
                while (following := Cell(last.column + across, last.row + up)) in stones:
                    last, length = following, length + 1
                if length >= 4:
                    found.append((player, first, last))
    return found


def _line(first: Cell, last: Cell, t: Texts) -> str:
    start, end = COLUMN_NAMES[first.column - 1], COLUMN_NAMES[last.column - 1]
    if first.column == last.column:
        return t("terminal.line.column", column=start, low=first.row, high=last.row)
    if first.row == last.row:
        return t("terminal.line.row", row=first.row, left=start, right=end)
    return t(
        "terminal.line.diagonal", left=start, left_row=first.row, right=end, right_row=last.row
    )


@dataclass(slots=True)
class Statistics:
    """What the moves of one player have cost in a game."""

    seconds: list[float] = field(default_factory=list)

    def lines(self, choice: Choice, t: Texts) -> list[str]:
        """Three lines: the move and how many positions were valued, its seconds, the mean so far.

        Columns count from 1 as everywhere here; in the original program they counted from 0.
        """
        self.seconds.append(choice.seconds or 0.0)
        return [
            _chosen(choice, t),
            t("terminal.stats.seconds", seconds=t.number(self.seconds[-1], 3)),
            t("terminal.stats.mean", mean=t.number(fmean(self.seconds), 4)),
        ]


def _chosen(choice: Choice, t: Texts) -> str:
    explored = choice.leaves if choice.leaves is not None else choice.nodes
    what = "bomb" if choice.move == BOOM else "column"
    if explored is None:
        return t(f"terminal.stats.{what}", column=format_move(choice.move))
    column = format_move(choice.move)
    return t(f"terminal.stats.{what}_explored", column=column, explored=explored)
