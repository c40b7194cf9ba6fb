"""Parameters of things written as a call: agents and heuristics.

A registry entry lists its parameters; `read_parameters` turns what a user wrote into their values
and refuses unknown ones, with the nearest match and the valid names.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from enraya.callspec import CallSpec
from enraya.errors import InvalidSetting, kind_word
from enraya.texts import Sentence, Value

REQUIRED = object()
"""The default of a parameter that must be given."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its name, how it is read, its default, and what it does."""

    name: str
    read: Callable[[CallSpec], Any]
    """Reads the value; raises `InvalidSetting` with the end of a sentence: "must be a number"."""
    default: Any
    help: str

    @property
    def default_text(self) -> str:
        """The default as a user would write it; empty for a parameter without one."""
        if self.default is None or self.default is REQUIRED:
            return ""
        if isinstance(self.default, bool):
            return "true" if self.default else "false"
        return f"{self.default:g}" if isinstance(self.default, float) else str(self.default)

    def __str__(self) -> str:
        text = self.default_text
        return f"{self.name}={text}" if text else self.name


def integer(least: int, most: int) -> Callable[[CallSpec], int]:
    """A function that reads a whole number from ``least`` to ``most``."""

    def read(spec: CallSpec) -> int:
        digits = spec.name.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal()) or spec.args or spec.options:
            raise InvalidSetting(Sentence("problem.whole_number"))
        number = int(spec.name[:25])
        if not least <= number <= most:
            raise InvalidSetting(Sentence("problem.from_to", least=str(least), most=str(most)))
        return number

    return read


def number(least: float, most: float) -> Callable[[CallSpec], float]:
    """A function that reads a number from ``least`` to ``most``."""

    def read(spec: CallSpec) -> float:
        try:
            value = float(spec.name)
        except ValueError:
            raise InvalidSetting(Sentence("problem.number")) from None
        if spec.args or spec.options or not least <= value <= most:
            raise InvalidSetting(Sentence("problem.from_to", least=least, most=most))
        return value

    return read


def choice(*names: str) -> Callable[[CallSpec], str]:
    """A function that reads one of these words."""

    def read(spec: CallSpec) -> str:
        if str(spec) not in names:
            raise InvalidSetting(_near("problem.one_of", str(spec), names, known=", ".join(names)))
        return spec.name

    return read


def flag(spec: CallSpec) -> bool:
    """Reads true or false, also written as yes or no, or as 1 or 0."""
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    if str(spec).lower() not in words:
        raise InvalidSetting(Sentence("problem.true_or_false"))
    return words[spec.name.lower()]


def raw(spec: CallSpec) -> CallSpec:
    """The specification itself, for a caller that reads it."""
    return spec


def text(spec: CallSpec) -> str:
    """Reads any text; quotes around it are removed."""
    return str(spec) if spec.args or spec.options else spec.name


def _near(key: str, name: str, names: Sequence[str], /, **values: Value) -> Sentence:
    """The sentence ``key``, or ``key_near`` with the nearest of the names if one is close."""
    close = get_close_matches(name, names, n=1)
    if close:
        return Sentence(f"{key}_near", nearest=repr(close[0]), **values)
    return Sentence(key, **values)


def read_parameters(kind: str, spec: CallSpec, parameters: Sequence[Parameter]) -> dict[str, Any]:
    """The value of every parameter: what was written, by place or by name, or its default.

    Raises:
        InvalidSetting: when there are too many, or one is unknown, given twice, missing or wrong.
    """
    names = [parameter.name for parameter in parameters]
    what: dict[str, Value] = {
        "kind": kind_word(kind),
        "name": repr(spec.name),
        "known": ", ".join(map(str, parameters)) or Sentence("word.none"),
    }
    if len(spec.args) > len(parameters):
        raise InvalidSetting(Sentence("problem.many_parameters", most=len(parameters), **what))
    given = dict(zip(names, spec.args, strict=False))
    for key, item in spec.options:
        if key not in names:
            raise InvalidSetting(_near("problem.parameter", key, names, given=repr(key), **what))
        if key in given:
            raise InvalidSetting(Sentence("problem.given_twice", text=repr(str(spec)), name=key))
        given[key] = item
    return {parameter.name: _value(kind, spec, parameter, given) for parameter in parameters}


def _value(kind: str, spec: CallSpec, parameter: Parameter, given: dict[str, CallSpec]) -> Any:
    if parameter.name not in given:
        if parameter.default is REQUIRED:
            raise InvalidSetting(
                Sentence(
                    "problem.needs",
                    kind=kind_word(kind),
                    name=repr(spec.name),
                    parameter=parameter.name,
                    help=parameter.help,
                )
            )
        return parameter.default
    item = given[parameter.name]
    try:
        return parameter.read(item)
    except InvalidSetting as error:
        raise InvalidSetting(
            Sentence(
                "problem.parameter_value",
                given=f"{spec.name}({parameter.name}={item})",
                name=parameter.name,
                why=error.sentence,
            )
        ) from None
