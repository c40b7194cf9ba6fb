"""`enraya play`: a game in the terminal."""

import sys
from dataclasses import dataclass, field
from statistics import fmean
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from enraya.agents import Agent, Choice, Limit, check_rules, parse_agent, prepare
from enraya.cli.common.rules import RulesOption, SizeOption, chosen_rules
from enraya.errors import EnrayaError
from enraya.game.notation import BOOM, COLUMN_NAMES, Move, format_move, parse_move
from enraya.game.position import Position
from enraya.game.text import disc_name
from enraya.rules import RuleSet

HUMAN = "human"
_DISC_STYLES = {"X": "bold orange1", "O": "bold deep_sky_blue1"}


class _Quit(Exception):
    """The human wants to leave."""


def play(
    first: Annotated[str, typer.Option(help="Who begins: human or an agent.")] = HUMAN,
    second: Annotated[str, typer.Option(help="Who moves second: human or an agent.")] = "random",
    rules: RulesOption = "classic",
    size: SizeOption = None,
    moves: Annotated[str, typer.Option("--moves", help="Start from this position.")] = "",
    seed: Annotated[int | None, typer.Option(help="Seed of agents that have none.")] = None,
    stats: Annotated[
        bool, typer.Option("--stats", help="Print what each move of an agent cost.")
    ] = False,
) -> None:
    """Play a game in the terminal: type a column, B for BOOM, undo or quit.

    Example: enraya play --second human --rules boom
    """
    position = Position.parse(moves, chosen_rules(rules, size))
    players = {
        1: _make_player(first, seed, position.rules),
        2: _make_player(second, None if seed is None else seed + 1, position.rules),
    }
    statistics = {1: _Statistics(), 2: _Statistics()} if stats else {}
    console = Console(highlight=False)
    history: list[Position] = []
    try:
        _play_to_the_end(position, players, statistics, history, console)
    except (_Quit, KeyboardInterrupt, EOFError):
        last = history[-1] if history else position
        console.print(f"\nleft after {last.moves!r}" if last.moves else "\nleft before a move")


def _make_player(name: str, seed: int | None, rules: RuleSet) -> Agent | None:
    """The agent of that name, prepared, if it plays these rules; None for a human."""
    if name == HUMAN:
        return None
    agent = parse_agent(name, seed)
    check_rules(agent, rules)
    prepare(agent, rules)
    return agent


@dataclass
class _Statistics:
    """What the moves of one player have cost."""

    seconds: list[float] = field(default_factory=list)

    def line(self, choice: Choice) -> str:
        """Column, positions valued, seconds, and the mean of all seconds so far."""
        self.seconds.append(choice.seconds or 0.0)
        explored = choice.leaves if choice.leaves is not None else choice.nodes
        return (
            f"column {format_move(choice.move)}, "
            f"explored {'-' if explored is None else explored}, "
            f"{self.seconds[-1]:.3f} s, mean {fmean(self.seconds):.4f} s"
        )


def _play_to_the_end(
    position: Position,
    players: dict[int, Agent | None],
    statistics: dict[int, _Statistics],
    history: list[Position],
    console: Console,
) -> None:
    """Plays from the position to the end; ``history`` holds every position so far, for undo."""
    history.append(position)
    console.print(_coloured(position))
    while not history[-1].is_over:
        position = history[-1]
        agent = players[position.mover]
        if agent is None:
            if not _human_turn(history, players, console):
                continue
        else:
            choice = agent.choose(position, Limit())
            played = format_move(choice.move)
            console.print(
                f"{disc_name(position.mover)} ({agent.name}) plays {played}", markup=False
            )
            if statistics:
                console.print(statistics[position.mover].line(choice), markup=False)
            history.append(position.play(choice.move))
        console.print(_coloured(history[-1]))
    console.print(f"moves: {history[-1].moves}")


def _human_turn(
    history: list[Position], players: dict[int, Agent | None], console: Console
) -> bool:
    """Asks once and acts on the answer; returns whether the position has changed."""
    position = history[-1]
    answer = _ask(position)
    if answer.lower() in {"q", "quit", "exit"}:
        raise _Quit
    if answer.lower() in {"u", "undo"}:
        return _undo(history, players, console)
    try:
        history.append(position.play(_read_move(answer, position)))
    except EnrayaError as error:
        console.print(f"{error}; try again", markup=False)
        return False
    return True


def _ask(position: Position) -> str:
    names = COLUMN_NAMES[: position.rules.columns]
    boom = ", B for BOOM" if position.can_explode else ""
    print(
        f"{disc_name(position.mover)}, your move ({names[0]}-{names[-1]}{boom}, undo, quit): ",
        end="",
        flush=True,
    )
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def _read_move(answer: str, position: Position) -> Move:
    """The move meant; ``b`` counts as BOOM where no column is called b."""
    if answer == "b" and position.rules.has_bombs:
        return BOOM
    return parse_move(answer, position.rules.columns)


def _undo(history: list[Position], players: dict[int, Agent | None], console: Console) -> bool:
    """Goes back to the last position in which a human was to move."""
    for back in range(len(history) - 2, -1, -1):
        if players[history[back].mover] is None:
            del history[back + 1 :]
            return True
    console.print("you have no move to take back")
    return False


def _coloured(position: Position) -> Text:
    """The drawing with the two kinds of discs in colours that everyone can tell apart."""
    drawing = Text("\n" + str(position))
    for disc, style in _DISC_STYLES.items():
        drawing.highlight_regex(rf"(?<=[ (\[]){disc}(?=[ )\]*]|$)(?! to move)", style)
    return drawing
