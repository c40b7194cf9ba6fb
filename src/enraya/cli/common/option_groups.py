"""Options that several commands take together, written once.

A group is a `NamedTuple` whose fields are annotated like the parameters of a command:

    class Drawing(NamedTuple):
        colour: Annotated[str, typer.Option(help="Of the lines.")] = "blue"

    @with_options(Drawing, colour="red")
    def draw(name: str, *, options: Drawing) -> None:

The command then has the option ``--colour``, here with its own default.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, get_type_hints

_PARAMETER = "options"
_Command = Callable[..., None]


def with_options(group: type[NamedTuple], **defaults: object) -> Callable[[_Command], _Command]:
    """Gives a command the options of a group in place of its parameter ``options``.

    Args:
        group: the options.
        defaults: those of this command, where they differ from the group's.
    """
    hints = get_type_hints(group, include_extras=True)
    assert defaults.keys() <= hints.keys()
    values = {**group._field_defaults, **defaults}
    kind = inspect.Parameter.KEYWORD_ONLY
    shared = [
        inspect.Parameter(name, kind, default=values[name], annotation=hint)
        for name, hint in hints.items()
    ]

    def decorate(command: _Command) -> _Command:
        @wraps(command)
        def expanded(**given: Any) -> None:
            chosen = group._make(given.pop(name) for name in hints)
            command(**given, **{_PARAMETER: chosen})

        parameters: list[inspect.Parameter] = []
        for parameter in inspect.signature(command).parameters.values():
            is_group = parameter.name == _PARAMETER
            own = parameter.replace(kind=kind)
            parameters += shared if is_group else [own]
        signature = inspect.Signature(parameters)  # what typer reads
        expanded.__signature__ = signature  # type: ignore[attr-defined]
        expanded.__annotations__ = {p.name: p.annotation for p in parameters}
        return expanded

    return decorate
