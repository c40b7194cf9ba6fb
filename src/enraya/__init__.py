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

from enraya import readonly_kernels  # noqa: F401  # before any kernel is imported
from enraya.errors import EnrayaError, IllegalMove, InvalidNotation, InvalidSetting, UnknownName
from enraya.game.outcome import Cell, Ending, Outcome
from enraya.game.position import Position
from enraya.rules import RuleSet, parse_rules

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
