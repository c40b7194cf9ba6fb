"""Options that many commands share, and groups of options that several commands take together.

A group is a `NamedTuple` whose fields are annotated like the parameters of a command:

    class Drawing(NamedTuple):
        colour: Annotated[str, typer.Option(help="Colour of the lines.")] = "blue"

    def draw(name: str, *, drawing: Drawing = Drawing("red")) -> None:

The command then has the option ``--colour``, here with its own default.
"""

import inspect
import os
import re
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, get_type_hints

import typer

from enraya.errors import InvalidSetting, UnknownName
from enraya.platform import cores
from enraya.texts import LANGUAGES, Texts, preferred_language, texts_in

if TYPE_CHECKING:
    from enraya.solver import Solver

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
EngineOption = Annotated[
    str, typer.Option(help="Where the work is done: serial, processes or ray.")
]
WorkersOption = Annotated[
    int | None, typer.Option(min=1, help="Jobs at once; one per core by default.")
]
PlayerOption = Annotated[
    int | None,
    typer.Option("--for", min=1, max=2, help="For player 1 or 2; default: the player to move."),
]
LangOption = Annotated[
    str | None,
    typer.Option(
        "--lang", help=f"Language: {', '.join(LANGUAGES)}; ENRAYA_LANG or the locale if not given."
    ),
]
NoCacheOption = Annotated[
    bool,
    typer.Option(
        "--no-cache",
        envvar="ENRAYA_NO_CACHE",
        help="Neither use nor fill the cache of scores that took long to find.",
    ),
]
TableOption = Annotated[
    int, typer.Option("--table-mb", min=4, help="Memory of the solver's table, in MB.")
]
CLI_TABLE_MB = 512
_Command = Callable[..., None]


class SolverOptions(NamedTuple):
    """The options about the solver that `solve`, `analyse` and `review` share."""

    threads: Annotated[
        int | None, typer.Option(min=1, help="Threads for one position; default: all cores.")
    ] = None
    no_book: Annotated[bool, typer.Option("--no-book", help="Do not use the opening book.")] = False
    no_cache: NoCacheOption = False
    limit_seconds: Annotated[
        float | None, typer.Option(min=0, help="Give up on a position or game after this time.")
    ] = None
    table_mb: TableOption = CLI_TABLE_MB

    def make_solver(self) -> "Solver":
        """A solver with these options, loaded already if there is a time limit."""
        from enraya.solver import Solver
        from enraya.solver.solved import SolvedPositions

        solver = Solver(
            self.table_mb,
            self.threads or cores(),
            book=None if self.no_book else "shipped",
            solved=None if self.no_cache else SolvedPositions(),
        )
        if self.limit_seconds is not None:
            solver.prepare()
        return solver


def chosen_texts(lang: str | None) -> Texts:
    """The texts in a language, by default that of ENRAYA_LANG or of the locale.

    Raises:
        UnknownName: when enraya has no texts in that language.
    """
    language = preferred_language(os.environ) if lang is None else lang
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    return texts_in(language)


def parse_range(option: str, text: str, most: int) -> range:
    """The range that an option's text gives: ``8`` for one number, ``6-14`` for 6 to 14.

    Raises:
        InvalidSetting: when the text is neither, the larger number comes first, or it exceeds
            ``most``.
    """
    written = re.fullmatch(r"\s*([0-9]{1,9})\s*(?:-\s*([0-9]{1,9})\s*)?", text)
    if written is None:
        raise InvalidSetting(f"--{option} {text!r}: write a number, or two such as 6-14")
    first, last = int(written[1]), int(written[2] or written[1])
    if not first <= last <= most:
        raise InvalidSetting(f"--{option} {text!r}: at most {most}, the smaller one first")
    return range(first, last + 1)


def with_groups(command: _Command) -> _Command:
    """The command with the options of each group in place of the parameter that takes the group."""
    keyword = inspect.Parameter.KEYWORD_ONLY
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, Any] = {}
    parameters: list[inspect.Parameter] = []
    for name, own in inspect.signature(command).parameters.items():
        group: Any = hints[name]
        defaults = getattr(group, "_field_defaults", None) if isinstance(group, type) else None
        if defaults is None:
            parameters.append(own.replace(kind=keyword))
            continue
        groups[name] = group
        if own.default is not own.empty:
            defaults = own.default._asdict()
        parameters += [
            inspect.Parameter(field, keyword, default=defaults[field], annotation=hint)
            for field, hint in get_type_hints(group, include_extras=True).items()
        ]
    if not groups:
        return command

    @wraps(command)
    def expanded(**given: Any) -> None:
        chosen = {
            name: group(**{field: given.pop(field) for field in group._fields})
            for name, group in groups.items()
        }
        command(**given, **chosen)

    signature = inspect.Signature(parameters)  # what typer reads
    expanded.__signature__ = signature  # type: ignore[attr-defined]
    expanded.__annotations__ = {p.name: p.annotation for p in parameters}
    return expanded
