"""Reading the positions for a command, from arguments, a file or standard input."""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from enraya.cli.common.messages import BAD_INPUT, fail
from enraya.cli.common.progress import compiling_shown
from enraya.errors import EnrayaError, InvalidSetting
from enraya.game.drawing_parser import parse_drawing
from enraya.game.jsonform import parse_json
from enraya.game.notation import quote
from enraya.game.position import Position
from enraya.rules import RuleSet, parse_rules
from enraya.rules.classic import classic

if TYPE_CHECKING:
    from rich.console import RenderableType

RulesOption = Annotated[
    str, typer.Option("--rules", help="Rule set: classic, classic(columns=8, rows=8), boom, …")
]
SizeOption = Annotated[
    str | None, typer.Option("--size", help="Board of the classic game as columns x rows: 8x8.")
]
MovesArguments = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="MOVES",
        help="Columns in the order played, such as 4453; if none, lines of standard input.",
        show_default=False,
    ),
]


def chosen_rules(rules: str, size: str | None) -> RuleSet:
    """The rule set that ``--rules`` and ``--size`` ask for together.

    Raises:
        EnrayaError: when either is wrong or they contradict each other.
    """
    rule_set = parse_rules(rules)
    if size is None:
        return rule_set
    sized = parse_size(size)
    if rule_set.name != "classic":
        raise InvalidSetting(f"--size goes with the classic rules; {rule_set.name!r} has its own")
    if rules.strip() != "classic" and rule_set != sized:
        raise InvalidSetting(f"--size {size} contradicts --rules {rules!r}")
    return sized


def parse_size(text: str) -> RuleSet:
    """The classic rule set on a board written as ``8x8``, columns first."""
    written = re.fullmatch("([0-9]{1,3})[xX×]([0-9]{1,3})", text)
    if written is None:
        raise InvalidSetting(
            f"{quote(text)} is not a board size; write columns x rows, such as 8x8"
        )
    return classic(*map(int, written.groups()))


class PositionOptions(NamedTuple):
    """The options of commands about positions."""

    moves: MovesArguments = None
    rules: RulesOption = "classic"
    size: SizeOption = None
    source: Annotated[
        str | None,
        typer.Option("--from", help="Read a drawing or JSON from this file (- is standard input)."),
    ] = None

    def read(self) -> tuple[list[str] | None, RuleSet]:
        """The moves of each position, None if they are on standard input, and the rule set.

        A position from ``--from`` is returned as the moves of a legal game that leads to it. Unless
        rules or a size are given, the drawing or the JSON decides the board.

        Raises:
            EnrayaError: when the rules or the position are refused, or there are moves as well.
        """
        chosen, source = chosen_rules(self.rules, self.size), self.source
        if source is None:
            return self.moves, chosen
        if self.moves:
            raise InvalidSetting("--from reads the position; give no moves with it")
        try:
            text = sys.stdin.read() if source == "-" else Path(source).read_text(errors="replace")
        except OSError as error:
            raise InvalidSetting(f"cannot read {source!r}: {error.strerror}") from None
        parse = parse_json if text.lstrip().startswith("{") else parse_drawing
        is_default = self.rules == "classic" and self.size is None
        position = parse(text, None if is_default else chosen)
        return [position.moves], position.rules


def answer_each(
    moves: list[str] | None, rules: RuleSet, answer: Callable[[Position], "RenderableType"]
) -> None:
    """Prints the answer to each position given as an argument or as a line of standard input.

    A refused position gets a message on standard error and, in a filter, an empty line in its
    place; the rest are still answered, and the exit code is then `BAD_INPUT`.
    """
    from_input = not moves
    failed = False
    for number, line in enumerate(_input_lines() if from_input else moves or [], start=1):
        try:
            with compiling_shown():
                answered = answer(Position.parse(line, rules))
            if isinstance(answered, str):  # printed as it is, so that programs can read it, too
                print(answered, flush=True)
            else:
                from enraya.cli.common.tables import terminal

                terminal().print(answered, soft_wrap=True)
        except EnrayaError as error:
            failed = True
            if from_input:
                print(flush=True)
            fail(f"line {number}: {error}" if from_input else error)
    if failed:
        raise typer.Exit(BAD_INPUT)


def _input_lines() -> Iterator[str]:
    """The lines of standard input; a terminal counts as one empty line, the starting position."""
    if sys.stdin.isatty():
        yield ""
        return
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure:
        reconfigure(errors="replace")
    for line in sys.stdin:
        yield line.rstrip("\r\n")
