"""Texts for people in their language: one set of catalogues for page, reports and terminal.

A text has a key, such as ``game.won``, and places in braces for values. A catalogue is a JSON
file of keys and texts; all of them have the same keys with the same places.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

CATALOGUES = Path(__file__).parent / "catalogues"
"""The folder of the catalogues, one JSON file for each language."""
VARIABLE = "ENRAYA_LANG"
"""The environment variable for enraya alone; it comes before the locale."""
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_PLACE = re.compile(r"\{(\w+)\}")
_DECIMAL = re.compile(r"-?\d+\.\d+")
_JSON = ("{", '"')
"""First characters of an encoded sentence, and of encoded text that looks like one."""
MOST_NESTED = 5
"""How deeply nested sentences may be to be read back; faults have three levels."""
_NO_BREAK = "\N{NO-BREAK SPACE}"


class _Numbers(NamedTuple):
    """How a language writes numbers."""

    point: str
    group: str
    """What stands between thousands."""
    shortest_grouped: int
    """The digits of the shortest number that is written in groups."""
    percent: str


LANGUAGES = {
    "en": _Numbers(".", ",", 4, "%"),
    "es": _Numbers(",", _NO_BREAK, 5, f"{_NO_BREAK}%"),
    "pt": _Numbers(",", _NO_BREAK, 5, f"{_NO_BREAK}%"),
    "ca": _Numbers(",", ".", 4, f"{_NO_BREAK}%"),
}
"""The languages that enraya speaks, each with the way it writes numbers."""


class Sentence(str):
    """A text of the catalogues, as its key and the values for its places.

    As a string it is the English text; `Texts.say` gives it in any language. A value may itself be
    a sentence.

    >>> full = Sentence("problem.column_full", column="4", moves="'444444'")
    >>> full == "column 4 is full after '444444'", full.key
    (True, 'problem.column_full')
    """

    __slots__ = ("key", "values")

    key: str
    values: dict[str, "Value"]

    def __new__(cls, key: str, /, **values: "Value") -> "Sentence":  # noqa: D102  # as above
        sentence = super().__new__(cls, ENGLISH(key, **values))
        sentence.key = key
        sentence.values = values
        return sentence

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, "Value"]]:
        return (self.key,), self.values

    def __repr__(self) -> str:
        return f"Sentence({self.key!r}, {self.values!r})"

    def with_words(self, change: Callable[[str], str]) -> "Sentence":
        """The same sentence with ``change`` applied to every text among its values.

        >>> inner = Sentence("fault.permission", reason="no")
        >>> str(Sentence("fault.printed", reason=inner, output="yes").with_words(str.upper))[:3]
        'NO;'
        """
        changed = dict(self.values)
        for name, value in self.values.items():
            if isinstance(value, Sentence):
                changed[name] = value.with_words(change)
            elif isinstance(value, str):
                changed[name] = change(value)
        return Sentence(self.key, **changed)

    def words(self) -> list[str]:
        """The texts among the values, those of nested sentences included."""
        found: list[str] = []
        for value in self.values.values():
            if isinstance(value, Sentence):
                found += value.words()
            elif isinstance(value, str):
                found.append(value)
        return found

    def to_object(self) -> dict[str, Any]:
        """The sentence for other programs, as plain values."""
        return {
            "key": self.key,
            "values": {name: _plain(value) for name, value in self.values.items()},
        }

    @staticmethod
    def from_object(state: object, depth: int = MOST_NESTED) -> "Sentence":
        """The sentence that `to_object` turned into plain values, perhaps on another machine.

        Args:
            state: the plain values.
            depth: how deeply sentences may be nested.

        Raises:
            ValueError: when these are not the values of a sentence in the catalogues.

        >>> inner = Sentence("fault.signal", signal="SIGKILL")
        >>> made = Sentence("fault.printed", reason=inner, output="1")
        >>> Sentence.from_object(made.to_object()) == made
        True
        """
        if not isinstance(state, dict) or set(state) != {"key", "values"} or not depth:
            raise ValueError("no sentence")
        key, values = state["key"], state["values"]
        if not isinstance(key, str) or key not in ENGLISH or not isinstance(values, dict):
            raise ValueError("no sentence")
        if not set(values).issuperset(_PLACE.findall(ENGLISH.catalogue[key])):
            raise ValueError(f"not the values of {key!r}")
        return Sentence(key, **{name: _value(value, depth) for name, value in values.items()})


def _plain(value: "Value") -> Any:
    """A value for JSON; a number that JSON cannot hold becomes text."""
    if isinstance(value, Sentence):
        return value.to_object()
    return value if isinstance(value, str) or _is_number(value) else str(value)


def _value(value: Any, depth: int) -> "Value":
    """The value that `_plain` wrote; raises `ValueError` for anything else."""
    if isinstance(value, dict):
        return Sentence.from_object(value, depth - 1)
    if not isinstance(value, str) and not _is_number(value):
        raise ValueError("no value of a sentence")
    found: Value = value
    return found


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and type(value) is not bool and isfinite(value)


Value = str | int | float
"""What may stand in a place of a text; a number is written as the language writes it."""


def encode_text(text: str) -> str:
    """A text for a file: a sentence as JSON, so that it keeps its key and values.

    Other text is kept as it is, unless it could be mistaken for that; then it becomes JSON, too.

    >>> encode_text(Sentence("fault.exit_code", code=3)), encode_text("ValueError: no")
    ('{"key": "fault.exit_code", "values": {"code": 3}}', 'ValueError: no')
    """
    if isinstance(text, Sentence):
        return json.dumps(text.to_object())
    return json.dumps(text) if text.startswith(_JSON) else text


def decode_text(kept: str) -> str:
    """The text that `encode_text` encoded; anything else is plain text and returned unchanged.

    >>> decode_text(encode_text(Sentence("fault.exit_code", code=3))).key
    'fault.exit_code'
    """
    if not kept.startswith(_JSON):
        return kept
    try:
        state = json.loads(kept)
        return state if isinstance(state, str) else Sentence.from_object(state)
    except (ValueError, RecursionError):  # plain text of an earlier version
        return kept


@dataclass(frozen=True, slots=True)
class Texts:
    r"""The texts of a language.

    >>> t = texts_in("ca")
    >>> t("arena.title", number=3, state=t("state.running"))
    'Torneig 3: en marxa'
    >>> t.number(1234567.891, 1), t.share(0.125)
    ('1.234.567,9', '12,5\xa0%')
    """

    language: str
    catalogue: dict[str, str] = field(repr=False)

    def __call__(self, key: str, /, **values: Value) -> str:
        """The text for a key, with values in its places; a key that has no text is returned."""
        text = self.catalogue.get(key, key)
        return _PLACE.sub(lambda place: self._word(values.get(place[1], place[0])), text)

    def __contains__(self, key: str) -> bool:
        return key in self.catalogue

    def say(self, text: str) -> str:
        """A sentence in this language; any other text is returned unchanged."""
        if not isinstance(text, Sentence):
            return text
        return self(text.key, **{name: self._decimal(one) for name, one in text.values.items()})

    def _decimal(self, value: Value) -> Value:
        """A value of a sentence; text with a decimal number gets this language's decimal point."""
        if isinstance(value, str) and _DECIMAL.fullmatch(value):
            return self.plain(value)
        return value

    def _word(self, value: Value) -> str:
        """A value as the text for a place; plain text must be in this language already."""
        if isinstance(value, float):
            return self.plain(f"{value:g}")
        return self.say(value) if isinstance(value, str) else str(value)

    def plain(self, number: str) -> str:
        """A number that Python has written, with this language's decimal point."""
        return number.replace(".", LANGUAGES[self.language].point)

    def number(self, value: float, digits: int = 0, *, sign: bool = False) -> str:
        """A number rounded to this many digits after the point, its thousands in groups."""
        numbers = LANGUAGES[self.language]
        whole, _, rest = f"{value:{'+' if sign else ''}.{digits}f}".partition(".")
        if len(whole.lstrip("+-")) >= numbers.shortest_grouped:
            whole = f"{int(whole):{'+' if sign else ''},}".replace(",", numbers.group)
        return f"{whole}{numbers.point}{rest}" if rest else whole

    def share(self, value: float, digits: int = 1) -> str:
        """A share of the whole, in percent."""
        return self.number(100 * value, digits) + LANGUAGES[self.language].percent

    def interval(self, low: str, high: str) -> str:
        """An interval with these two ends, which are formatted already."""
        return self("report.interval", low=low, high=high)


@cache
def texts_in(language: str) -> Texts:
    """The texts of one of `LANGUAGES`."""
    content = (CATALOGUES / f"{language}.json").read_text(encoding="utf-8")
    return Texts(language, json.loads(content))


ENGLISH = texts_in("en")


def preferred_language(environment: Mapping[str, str]) -> str:
    """The language that ``ENRAYA_LANG`` names, unchecked; else that of the locale, else English.

    >>> preferred_language({"LANG": "pt_PT.UTF-8"}), preferred_language({"LANG": "de_DE"})
    ('pt', 'en')
    """
    if environment.get(VARIABLE):
        return environment[VARIABLE]
    named = next((environment[name] for name in _LOCALE if environment.get(name)), "")
    language = named.replace(".", "_").partition("_")[0].lower()
    return language if language in LANGUAGES else "en"
