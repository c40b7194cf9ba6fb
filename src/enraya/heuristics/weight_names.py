"""The weights of a heuristic by name: reading them, and describing a heuristic with other ones."""

from collections.abc import Mapping

import numpy as np

from enraya.callspec import CallSpec, parse_callspec
from enraya.errors import InvalidSetting, UnknownName
from enraya.heuristics import HEURISTICS, named_heuristic
from enraya.rules import RuleSet

DIGITS = 4
"""How many significant digits a weight has, so that a heuristic's text gives it exactly."""


def weights_by_name(text: str) -> dict[str, float]:
    """The weights of the heuristic that a text describes.

    Raises:
        UnknownName: if there is no heuristic of that name.
        InvalidSetting: if it has no weights.

    >>> weights_by_name("uam-h2(base=2)")
    {'one': 2.0, 'two': 4.0, 'three': 8.0}
    """
    spec = parse_callspec(text)
    if spec.name not in HEURISTICS:
        raise UnknownName("heuristic", spec.name, HEURISTICS)
    weights, values = HEURISTICS[spec.name].weights, named_heuristic(text).weights
    if not weights:
        tunable = ", ".join(name for name, entry in HEURISTICS.items() if entry.weights)
        raise InvalidSetting(
            f"heuristic {spec.name!r} has no weights to tune; these have: {tunable}"
        )
    return {weight.name: float(values[weight.places[0]]) for weight in weights}


def check_tunable(text: str, rules: RuleSet) -> None:
    """Checks that the weights of a heuristic matter in games of these rules.

    Raises:
        UnknownName: if there is no heuristic of that name.
        InvalidSetting: if it has no weights, or its weights are fixed in these games.
    """
    names = weights_by_name(text)
    texts = [with_weights(text, dict.fromkeys(names, value)) for value in (0, 1)]
    zero, one = (named_heuristic(heuristic).fitted(rules) for heuristic in texts)
    if np.array_equal(zero, one):
        raise InvalidSetting(f"the weights of {text!r} are fixed in games of {rules.name!r}")


def with_weights(text: str, weights: Mapping[str, float]) -> str:
    """The text that describes the same heuristic with these weights.

    >>> with_weights("uam-h2(2, three=9)", {"one": 1.5, "three": 100 / 3})
    'uam-h2(base=2, one=1.5, three=33.33)'
    """
    spec = parse_callspec(text)
    names = (parameter.name for parameter in HEURISTICS[spec.name].parameters)
    given = [*zip(names, spec.args, strict=False), *spec.options]
    kept = [(key, value) for key, value in given if key not in weights]
    new = [(key, CallSpec(format_weight(value))) for key, value in weights.items()]
    return str(CallSpec(spec.name, (), (*kept, *new)))


def format_weight(value: float) -> str:
    """A weight as text, rounded to `DIGITS` significant digits.

    >>> format_weight(5000.4), format_weight(-0.000123456)
    ('5000', '-0.0001235')
    """
    return f"{float(f'{value:.{DIGITS}g}'):g}"
