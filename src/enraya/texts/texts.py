"""The texts of one language, and its way to write numbers."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

CATALOGUES = Path(__file__).parent / "catalogues"
"""The folder of the catalogues, one JSON file for each language."""
_PLACE = re.compile(r"\{(\w+)\}")
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
"""The languages that enraya speaks, each with its numbers."""


class Sentence:
    """A text by its key, with the values for its places: a sentence in no language yet.

    As a string it is English; `Texts.say` says it in any language. A value may itself be one.

    >>> str(Sentence("problem.column_full", column="4", moves="'444444'"))
    "column 4 is full after '444444'"
    """

    __slots__ = ("key", "values")

    def __init__(self, key: str, /, **values: "Value") -> None:
        self.key = key
        self.values = values

    def __str__(self) -> str:
        return ENGLISH.say(self)

    def __repr__(self) -> str:
        return f"Sentence({self.key!r}, {self.values!r})"

    def to_object(self) -> dict[str, Any]:
        """The sentence for programs in other languages, as plain values."""
        return {
            "key": self.key,
            "values": {
                name: value.to_object() if isinstance(value, Sentence) else value
                for name, value in self.values.items()
            },
        }

    @staticmethod
    def from_object(state: Mapping[str, Any]) -> "Sentence":
        """The sentence that `to_object` made plain values of.

        >>> inner = Sentence("fault.signal", signal="SIGKILL")
        >>> made = Sentence("fault.printed", reason=inner, output="1")
        >>> str(Sentence.from_object(made.to_object())) == str(made)
        True
        """
        values = {
            name: Sentence.from_object(value) if isinstance(value, dict) else value
            for name, value in state["values"].items()
        }
        return Sentence(state["key"], **values)


Value = str | int | float | Sentence
"""What may stand in a place of a text; a float is written as the language writes it."""


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
        """The text for a key, its places filled with values; a key without a text itself."""
        text = self.catalogue.get(key, key)
        return _PLACE.sub(lambda place: self._word(values.get(place[1], place[0])), text)

    def __contains__(self, key: str) -> bool:
        return key in self.catalogue

    def say(self, sentence: Sentence) -> str:
        """A sentence in this language."""
        return self(sentence.key, **sentence.values)

    def say_error(self, message: Sentence | str) -> str:
        """The message of an error in this language, as far as it is not English only."""
        return self.say(message) if isinstance(message, Sentence) else message

    def _word(self, value: Value) -> str:
        if isinstance(value, Sentence):
            return self.say(value)
        return self.plain(f"{value:g}") if isinstance(value, float) else str(value)

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
        """Two ends of an interval, already written."""
        return self("report.interval", low=low, high=high)


@cache
def texts_in(language: str) -> Texts:
    """The texts of one of `LANGUAGES`."""
    content = (CATALOGUES / f"{language}.json").read_text(encoding="utf-8")
    return Texts(language, json.loads(content))


ENGLISH = texts_in("en")
