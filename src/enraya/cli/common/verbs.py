"""Verbs that are loaded when they are asked for, so that nothing waits for all the others."""

import gc
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, get_type_hints

import typer
from typer.core import TyperCommand, TyperGroup

from enraya.cli.common.completion_names import completed
from enraya.errors import InvalidSetting


class Verb(NamedTuple):
    """A verb as lists show it, and where the rest of it is."""

    name: str
    place: str
    """The module below `enraya.cli` that has it: a function of its name, or an ``app``."""
    summary: str
    """The first sentence of its help."""


class Command(TyperCommand):
    """A command that does not start where it would compile for minutes and keep nothing."""

    def get_params(self, ctx: typer.Context) -> list[Any]:  # type: ignore[override]
        """What it takes, read without pydantic if possible."""
        return completed(spare_pydantic(super().get_params(ctx), self.callback))

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Runs the command."""
        from enraya.kernels import cache_problem

        gc.freeze()  # modules stay, and were loaded with the collector off
        gc.enable()
        if problem := cache_problem():
            raise InvalidSetting(f"{problem}; set ENRAYA_CACHE_DIR to a folder of yours")
        return super().invoke(ctx)


_TEXT, _TEXTS = (str, str | None), (list[str], list[str] | None)


def spare_pydantic(parameters: list[Any], function: Callable[..., Any] | None) -> list[Any]:
    """The parameters of a function, each converting only values that need it.

    Typer converts every value with pydantic, whose import takes as long as everything of ours.
    A default value, and text for a parameter that takes text, are what they should be already.
    """
    kinds = get_type_hints(function) if function else {}
    for parameter in parameters:
        if not parameter.required and not isinstance(parameter.process_value, partial):
            kind = kinds.get(parameter.name)
            parameter.process_value = partial(_value, parameter, parameter.process_value, kind)
    return parameters


def _value(parameter: Any, convert: Callable[..., Any], kind: object, ctx: Any, value: Any) -> Any:
    """The value of a parameter that takes this kind of values, by ``convert`` if need be."""
    if ctx.resilient_parsing:  # a Tab: what is written so far is not yet to be converted
        return value
    if parameter.nargs == -1 or getattr(parameter, "multiple", False):
        return list(value or ()) if kind in _TEXTS else convert(ctx, value)
    is_text = kind in _TEXT and isinstance(value, str)
    is_default = value is parameter.default and isinstance(value, int | float | str)
    return value if value is None or is_text or is_default else convert(ctx, value)


class _App(typer.Typer):
    def command(self, name: str | None = None, **options: Any) -> Any:
        """Registers a function as a `Command`, unless it needs a class of its own."""
        from enraya.cli.common.options import with_groups  # lists of verbs do without

        register = super().command(name, **{"cls": Command, **options})
        return lambda function: register(with_groups(function))


def make_app(
    verbs: Sequence[Verb] = (), cls: type[TyperGroup] = TyperGroup, **options: Any
) -> typer.Typer:
    """An application with our settings, and with verbs that are not loaded yet."""

    class Group(cls):  # type: ignore[valid-type, misc]  # what the caller asked for
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            for verb in verbs:
                self.add_command(_Unloaded(verb))

        def get_params(self, ctx: typer.Context) -> list[Any]:
            return completed(spare_pydantic(super().get_params(ctx), self.callback))

    app = _App(
        cls=Group,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
        **options,
    )
    if verbs:
        app.callback()(_nothing)  # without one, typer takes an app that has no commands for empty
    return app


def _nothing() -> None:
    pass


class _Unloaded(TyperCommand):
    """A verb as lists show it; its arguments are read by the command itself, loaded for that."""

    def __init__(self, verb: Verb) -> None:
        super().__init__(verb.name, help=verb.summary)
        self._verb = verb

    def get_short_help_str(self, limit: int = 200) -> str:
        """The summary, which completion shows whole."""
        return super().get_short_help_str(limit)

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """The context of the loaded command, which then runs instead of this one."""
        return self.load().make_context(*arguments, **options)

    def load(self) -> Any:
        """The whole command."""
        module = import_module(f"enraya.cli.{self._verb.place}")
        app = getattr(module, "app", None)
        if app is None:
            app = make_app()
            app.command(self._verb.name)(getattr(module, self._verb.name))
        return typer.main.get_command(app)


def loaded(command: Any) -> Any:
    """The whole of a command, which may be one that is not loaded yet."""
    return command.load() if isinstance(command, _Unloaded) else command
