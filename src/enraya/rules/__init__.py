"""The registry of rule sets, by name."""

import inspect
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from enraya.callspec import CallSpec, parse_callspec
from enraya.errors import InvalidSetting, UnknownName, kind_word
from enraya.rules import bombs, classic
from enraya.rules.ruleset import RuleSet
from enraya.texts import Sentence

__all__ = ["RULE_SETS", "RuleSet", "RuleSetEntry", "parse_rules"]


class RuleSetEntry(NamedTuple):
    """An entry of the registry: how to make a rule set, and its summary."""

    make: Callable[..., RuleSet]
    """Makes the rule set; its parameters, all integers with defaults, can be set in its text."""
    summary: str

    @property
    def parameters(self) -> dict[str, int]:
        """The names of the parameters with their defaults."""
        parameters = inspect.signature(self.make).parameters
        return {name: parameter.default for name, parameter in parameters.items()}


RULE_SETS: dict[str, RuleSetEntry] = {
    "classic": RuleSetEntry(classic.classic, classic.SUMMARY),
    "boom": RuleSetEntry(bombs.boom, bombs.BOOM_SUMMARY),
    "desconecta": RuleSetEntry(bombs.desconecta, bombs.DESCONECTA_SUMMARY),
}


@lru_cache(maxsize=256)
def parse_rules(text: str) -> RuleSet:
    """The rule set that a text such as ``classic(columns=8, rows=8)`` stands for.

    >>> str(parse_rules("classic(rows=6, columns=7)"))
    'classic'
    >>> parse_rules("boom(columns=8)")
    Traceback (most recent call last):
    enraya.errors.InvalidSetting: rule set 'boom' has no parameter 'columns'; it has: none

    Raises:
        UnknownName: when there is no rule set of that name.
        InvalidSetting: when a parameter is unknown, not a whole number, or out of range.
        InvalidNotation: when the text does not follow the grammar of `callspec`.
    """
    spec = parse_callspec(text)
    if spec.name not in RULE_SETS:
        raise UnknownName("rule set", spec.name, RULE_SETS)
    entry = RULE_SETS[spec.name]
    return entry.make(**_integer_options(spec, entry))


def _integer_options(spec: CallSpec, entry: RuleSetEntry) -> dict[str, int]:
    known = entry.parameters
    wanted = ", ".join(known) or Sentence("word.none")
    if spec.args:
        raise InvalidSetting(Sentence("problem.name_value", text=repr(str(spec)), known=wanted))
    values: dict[str, int] = {}
    for key, value in spec.options:
        if key not in known:
            raise InvalidSetting(
                Sentence(
                    "problem.parameter",
                    kind=kind_word("rule set"),
                    name=repr(spec.name),
                    given=repr(key),
                    known=wanted,
                )
            )
        if not (value.name.isascii() and value.name.isdecimal()) or value.args or value.options:
            raise InvalidSetting(
                Sentence(
                    "problem.rules_whole_number",
                    rules=repr(spec.name),
                    name=key,
                    given=repr(str(value)),
                )
            )
        values[key] = int(value.name[:9])
    return values
