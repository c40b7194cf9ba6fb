"""The exceptions with which enraya refuses something; each message is one clear sentence.

::

    EnrayaError
    ├── IllegalMove      (ValueError)  the rules forbid this move here
    ├── InvalidNotation  (ValueError)  a text, drawing or JSON that cannot be read
    ├── InvalidSetting   (ValueError)  a setting that cannot be used
    │   └── StoreFailure               a file of games cannot be used at the moment
    ├── NotSolved                      a limit was reached before the score was known
    └── UnknownName      (ValueError)  no rule set, agent, … of that name
"""

import re
from collections.abc import Iterable
from difflib import get_close_matches

from enraya.texts import ENGLISH, Sentence


class EnrayaError(Exception):
    """The root of all errors that enraya raises on purpose.

    The message is in English; if it is a `Sentence`, it can be shown in any language.

    >>> import enraya
    >>> try:
    ...     enraya.agent("levle(5)")
    ... except EnrayaError as error:
    ...     print(str(error)[:46])
    unknown agent 'levle'; did you mean 'level'? T
    """

    @property
    def sentence(self) -> str:
        """The message: a `Sentence` if it can be translated, else plain English."""
        message = self.args[0] if self.args else ""
        return message if isinstance(message, Sentence) else str(self)


class IllegalMove(EnrayaError, ValueError):
    """A move that the rules forbid in this position.

    >>> import enraya
    >>> enraya.Position("444444").play(4)
    Traceback (most recent call last):
    enraya.errors.IllegalMove: column 4 is full after '444444'
    """


class InvalidNotation(EnrayaError, ValueError):
    """A text, a drawing or a JSON object that cannot be read.

    >>> import enraya
    >>> enraya.parse_rules("classic(")
    Traceback (most recent call last):
    enraya.errors.InvalidNotation: in 'classic(': expected a name, found the end
    """


class InvalidSetting(EnrayaError, ValueError):
    """A setting that cannot be used: a parameter outside its range, a file that cannot be read.

    >>> import enraya
    >>> enraya.agent("level(11)")
    Traceback (most recent call last):
    enraya.errors.InvalidSetting: level(level=11): level must be from 1 to 10
    """


class StoreFailure(InvalidSetting):
    """A store that cannot be read or written: locked, read-only, damaged, or on a full disk."""


class NotSolved(EnrayaError):
    """A limit was reached before the exact score was known."""


def kind_word(kind: str) -> str:
    """The word for a kind of named things, such as ``agent``: a `Sentence` if there is one."""
    key = f"kind.{kind.replace(' ', '_')}"
    return Sentence(key) if key in ENGLISH else kind


class UnknownName(EnrayaError, ValueError):
    """A name that is in no registry; the message lists the known ones.

    >>> str(UnknownName("rule set", "bom", ["classic", "boom"]))
    "unknown rule set 'bom'; did you mean 'boom'? There are: boom, classic"
    >>> str(UnknownName("agent", "level3", ["level", "random"]))
    "unknown agent 'level3'; did you mean 'level(3)'? There are: level, random"
    >>> str(UnknownName("rule set", "boom2", ["classic", "boom"]))
    "unknown rule set 'boom2'; did you mean 'boom'? There are: boom, classic"
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        nearest = _called(kind, name, names) or get_close_matches(name, names, n=1)
        values = {"kind": kind_word(kind), "name": repr(name), "known": ", ".join(names)}
        super().__init__(
            Sentence("problem.unknown_near", nearest=repr(nearest[0]), **values)
            if nearest
            else Sentence("problem.unknown", **values)
        )
        self._given = kind, name, names

    def __reduce__(self) -> tuple[type["UnknownName"], tuple[str, str, list[str]]]:
        return UnknownName, self._given


def _called(kind: str, name: str, names: list[str]) -> list[str]:
    """The call meant by an agent's name followed by a number, such as level3; empty if none is."""
    parts = re.fullmatch(r"(.*?)[ _-]?(\d+)", name)
    if kind != "agent" or parts is None or parts[1] not in names:
        return []
    return [f"{parts[1]}({parts[2]})"]
