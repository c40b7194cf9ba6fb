"""Everything enraya refuses, as exceptions whose message is one clear sentence.

::

    EnrayaError
    ├── IllegalMove      (ValueError)  the rules forbid this move here
    ├── InvalidNotation  (ValueError)  a text, drawing or JSON that cannot be read
    ├── InvalidSetting   (ValueError)  a setting that cannot be used
    ├── NotSolved                      a limit was reached before the score was known
    └── UnknownName      (ValueError)  no rule set, agent, … of that name
"""

from collections.abc import Iterable
from difflib import get_close_matches


class EnrayaError(Exception):
    """The root of all errors that enraya raises on purpose."""


class IllegalMove(EnrayaError, ValueError):
    """A move that the rules forbid in this position."""


class InvalidNotation(EnrayaError, ValueError):
    """A text, a drawing or a JSON object that cannot be read."""


class InvalidSetting(EnrayaError, ValueError):
    """A setting that cannot be used: a parameter outside its range, a file that cannot be read."""


class NotSolved(EnrayaError):
    """A limit was reached before the exact score was known."""


class UnknownName(EnrayaError, ValueError):
    """A name that is in no registry; the message lists the known ones.

    >>> str(UnknownName("rule set", "bom", ["classic", "boom"]))
    "unknown rule set 'bom'; did you mean 'boom'? There are: boom, classic"
    """

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        names = sorted(known)
        nearest = get_close_matches(name, names, n=1)
        hint = f"did you mean {nearest[0]!r}? There are" if nearest else "there are"
        super().__init__(f"unknown {kind} {name!r}; {hint}: {', '.join(names)}")
