"""Sentences that were kept as English text, such as the reasons in a store of games."""

import re
from functools import cache

from enraya.texts.texts import ENGLISH, Sentence, Texts, Value

_DECIMAL = re.compile(r"-?\d+\.\d+")
_SPLIT = re.compile(r"\{(\w+)\}")


def in_language(t: Texts, text: str, group: str) -> str:
    """An English text in another language, if it is a sentence of the group; else as it stands."""
    found = None if t is ENGLISH else recognise(text, group)
    return t.say(found) if found else text


def recognise(text: str, group: str) -> Sentence | None:
    """The sentence of a group of keys that reads so in English; None if there is none.

    >>> found = recognise("ended itself with exit code 3", "fault")
    >>> found.key, found.values
    ('fault.exit_code', {'code': '3'})
    """
    for key, pattern in _patterns(group):
        found = pattern.fullmatch(text)
        if found:
            values = {name: _value(value) for name, value in found.groupdict().items()}
            if "reason" in found.groupdict():  # a sentence of the same group, with more behind it
                values["reason"] = recognise(found["reason"], group) or found["reason"]
            return Sentence(key, **values)
    return None


def _value(text: str) -> Value:
    """A number with a decimal point as a number, which each language writes in its way."""
    return float(text) if _DECIMAL.fullmatch(text) else text


@cache
def _patterns(group: str) -> list[tuple[str, re.Pattern[str]]]:
    """The texts of a group as patterns: first those that hold another, then the longest."""
    texts = {key: text for key, text in ENGLISH.catalogue.items() if key.startswith(f"{group}.")}
    ordered = sorted(
        texts, key=lambda key: ("{reason}" not in texts[key], -len(_SPLIT.sub("", texts[key])))
    )
    return [(key, re.compile(_pattern(texts[key]), re.DOTALL)) for key in ordered]


def _pattern(text: str) -> str:
    parts = _SPLIT.split(text)  # words and names of places in turn
    return "".join(f"(?P<{p}>.+)" if i % 2 else re.escape(p) for i, p in enumerate(parts))
