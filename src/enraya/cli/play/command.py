"""`enraya play`: its options, and who plays."""

import sys
from typing import Annotated

import typer

from enraya.agents import Agent, check_rules, parse_agent, prepare
from enraya.agents.players.level import HIGHEST
from enraya.agents.text.spec import agent_text
from enraya.cli.common.options import LangOption, chosen_texts
from enraya.cli.common.positions import RulesOption, SizeOption, chosen_rules
from enraya.cli.common.progress import compiling_shown
from enraya.cli.common.tables import terminal as console
from enraya.cli.common.verbs import Command, make_app
from enraya.cli.play.game import HUMAN, TerminalPlay
from enraya.cli.play.screen import Screen
from enraya.errors import InvalidSetting, UnknownName
from enraya.game.position import Position
from enraya.rules import RuleSet

_SIDES = {"first": {1}, "second": {2}, "both": {1, 2}}
"""The players whose statistics each value of --stats prints."""
OPPONENT = "level(3)"
"""The default opponent of a human."""
_STATS = "--stats"


class PlayCommand(Command):
    """`enraya play`, in which ``--stats`` without a value means both players."""

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        """Parses the arguments after completing a bare ``--stats``."""
        for place, argument in enumerate(args):
            following = args[place + 1 : place + 2]
            if argument == _STATS and (not following or following[0].startswith("-")):
                args[place] = f"{_STATS}=both"
        return super().parse_args(ctx, args)


app = make_app()


@app.command(cls=PlayCommand)
def play(
    first: Annotated[
        str | None, typer.Option(help="Who begins: human or an agent.", show_default=HUMAN)
    ] = None,
    second: Annotated[
        str | None, typer.Option(help="Who moves second: human or an agent.", show_default=OPPONENT)
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=HIGHEST,
            help=f"Your opponent's level, from 1 to {HIGHEST}, which is perfect.",
        ),
    ] = None,
    rules: RulesOption = "classic",
    size: SizeOption = None,
    moves: Annotated[str, typer.Option(help="Start from this position.")] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="Seed for agents that name none.")] = None,
    stats: Annotated[
        str | None,
        typer.Option(
            _STATS,
            metavar="[first|second|both]",
            help="Print what each move of an agent cost; of both players if none is named.",
        ),
    ] = None,
    pace: Annotated[
        float,
        typer.Option(min=0, max=3600, help="Seconds between moves when agents play each other."),
    ] = 0.0,
    lang: LangOption = None,
) -> None:
    """Play a game in the terminal: type a column, or help for the other commands.

    Example: enraya play --level 5

    Two people, with bombs: enraya play --second human --rules boom
    """
    texts = chosen_texts(lang)
    if stats is not None and stats not in _SIDES:
        raise UnknownName("player", stats, _SIDES)
    start = Position.parse(moves, chosen_rules(rules, size))
    first, second = _seats(first, second, level)
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    has_human = HUMAN in (first, second)
    with compiling_shown():
        terminal = TerminalPlay(
            start,
            {
                1: _make_player(first, seed, start.rules),
                2: _make_player(second, None if seed is None else seed + 1, start.rules),
            },
            told=frozenset(_SIDES[stats] if stats else ()),
            pace=pace,
            texts=texts,
            screen=Screen(console(), redraws=is_terminal and (has_human or pace > 0)),
            is_interactive=is_terminal,
        )
        terminal.play()


def _seats(first: str | None, second: str | None, level: int | None) -> tuple[str, str]:
    """Who begins and who moves second; the agent of a level takes the free seat.

    Raises:
        InvalidSetting: when a level is given and neither seat is free.
    """
    if level is None:
        return first or HUMAN, second or OPPONENT
    if first and second:
        raise InvalidSetting("--level is your opponent's; with it give --first or --second at most")
    opponent = f"level({level})"
    return (opponent, second) if second else (first or HUMAN, opponent)


def _make_player(name: str, seed: int | None, rules: RuleSet) -> Agent | None:
    """The agent of that name, if it plays these rules; None for a human."""
    if name == HUMAN:
        return None
    agent = parse_agent(agent_text(name), seed)
    check_rules(agent, rules)
    prepare(agent, rules)
    return agent
