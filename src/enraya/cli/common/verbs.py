"""Verbs that are loaded only when they run, so that no command waits for all the others."""

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
    """A verb as the help lists it, and the module that implements it."""

    name: str
    place: str
    """The module below `enraya.cli` with a function of that name, or with an ``app``."""
    summary: str
    """The first sentence of the command's help."""


class Command(TyperCommand):
    """A command that refuses to run where compiled kernels could not be kept."""

    def get_params(self, ctx: typer.Context) -> list[Any]:  # type: ignore[override]
        """The command's parameters, which convert values without pydantic where possible."""
        return completed(spare_pydantic(super().get_params(ctx), self.callback))

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Runs the command."""
        from enraya.kernels import cache_problem

        gc.freeze()  # the modules, loaded with the collector off, stay
        gc.enable()
        if problem := cache_problem():
            raise InvalidSetting(f"{problem}; set ENRAYA_CACHE_DIR to a folder of yours")
        return super().invoke(ctx)


_TEXT, _TEXTS = (str, str | None), (list[str], list[str] | None)


def spare_pydantic(parameters: list[Any], function: Callable[..., Any] | None) -> list[Any]:
    """Makes each parameter of a function convert only values that need it; returns them.

    Typer converts every value with pydantic, whose import takes as long as that of all our modules.
    A default value, and text for a parameter that takes text, need no conversion.
    """
    kinds = get_type_hints(function) if function else {}
    for parameter in parameters:
        if not parameter.required and not isinstance(parameter.process_value, partial):
            kind = kinds.get(parameter.name)
            parameter.process_value = partial(_value, parameter, parameter.process_value, kind)
    return parameters


def _value(parameter: Any, convert: Callable[..., Any], kind: object, ctx: Any, value: Any) -> Any:
    """The value of a parameter of type ``kind``, converted by ``convert`` only if necessary."""
    if ctx.resilient_parsing:  # completion must not convert what is typed so far
        return value
    if parameter.nargs == -1 or getattr(parameter, "multiple", False):
        return list(value or ()) if kind in _TEXTS else convert(ctx, value)
    is_text = kind in _TEXT and isinstance(value, str)
    is_default = value is parameter.default and isinstance(value, int | float | str)
    return value if value is None or is_text or is_default else convert(ctx, value)


class _App(typer.Typer):
    def command(self, name: str | None = None, **options: Any) -> Any:
        """Registers a function as a `Command`, or as another class given by ``cls``."""
        from enraya.cli.common.options import with_groups  # not needed to list verbs

        register = super().command(name, **{"cls": Command, **options})
        return lambda function: register(with_groups(function))


def make_app(
    verbs: Sequence[Verb] = (), cls: type[TyperGroup] = TyperGroup, **options: Any
) -> typer.Typer:
    """A typer application with our settings, whose ``verbs`` are loaded when they run."""

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
        app.callback()(_nothing)  # without it, typer refuses an app whose commands are not loaded
    return app


def _nothing() -> None:
    pass


class _Unloaded(TyperCommand):
    """A verb of which only the summary is loaded; running it loads the real command."""

    def __init__(self, verb: Verb) -> None:
        super().__init__(verb.name, help=verb.summary)
        self._verb = verb

    def get_short_help_str(self, limit: int = 200) -> str:
        """The whole summary, for completion."""
        return super().get_short_help_str(limit)

    def make_context(self, *arguments: Any, **options: Any) -> Any:
        """The context of the loaded command, which then runs instead of this one."""
        return self.load().make_context(*arguments, **options)

    def load(self) -> Any:
        """Loads and returns the real command."""
        module = import_module(f"enraya.cli.{self._verb.place}")
        app = getattr(module, "app", None)
        if app is None:
            app = make_app()
            app.command(self._verb.name)(getattr(module, self._verb.name))
        return typer.main.get_command(app)


def loaded(command: Any) -> Any:
    """The real command, loaded now if it was not yet."""
    return command.load() if isinstance(command, _Unloaded) else command
