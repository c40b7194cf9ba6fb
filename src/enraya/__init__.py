"""enraya, a laboratory for Connect-Four artificial intelligence.

>>> from enraya import Position
>>> print(Position.parse("4453"))
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  O  .  .  .
 .  . (O) X  X  .  .
 1  2  3  4  5  6  7
X to move
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

from enraya.errors import EnrayaError, IllegalMove, InvalidNotation, InvalidSetting, UnknownName

if TYPE_CHECKING:
    from enraya.game.outcome import Cell, Ending, Outcome
    from enraya.game.position import Position
    from enraya.rules import RuleSet, parse_rules

if os.environ.get("ENRAYA_KERNELS"):
    from enraya import readonly_kernels  # noqa: F401  # before any kernel is imported

__version__ = "0.2.0"
__all__ = [
    "Cell",
    "Ending",
    "EnrayaError",
    "IllegalMove",
    "InvalidNotation",
    "InvalidSetting",
    "Outcome",
    "Position",
    "RuleSet",
    "UnknownName",
    "parse_rules",
]
_PLACES = {
    "Cell": "enraya.game.outcome",
    "Ending": "enraya.game.outcome",
    "Outcome": "enraya.game.outcome",
    "Position": "enraya.game.position",
    "RuleSet": "enraya.rules",
    "parse_rules": "enraya.rules",
}
"""Where the names are that need Numba, whose import most of a short command's time would go to."""


def __getattr__(name: str) -> Any:
    """Loads a name when it is first asked for."""
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_PLACES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
