"""enraya, a laboratory for Connect-Four artificial intelligence.

>>> import enraya
>>> print(enraya.Position("4453"))
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  .  .  .  .
 .  .  .  O  .  .  .
 .  . (O) X  X  .  .
 1  2  3  4  5  6  7
X to move

`dir(enraya)` lists what there is. Each name is loaded when it is first used; otherwise
a short program would spend most of its time on importing NumPy and Numba.
"""

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the same names as in PUBLIC, for editors and type checkers
    from enraya.agents.players.agent import Agent as Agent
    from enraya.agents.players.agent import Choice as Choice
    from enraya.errors import EnrayaError as EnrayaError
    from enraya.errors import IllegalMove as IllegalMove
    from enraya.errors import InvalidNotation as InvalidNotation
    from enraya.errors import InvalidSetting as InvalidSetting
    from enraya.errors import UnknownName as UnknownName
    from enraya.front.games import match as match
    from enraya.front.games import play as play
    from enraya.front.games import tournament as tournament
    from enraya.front.players import agent as agent
    from enraya.front.solving import analyse as analyse
    from enraya.front.solving import review as review
    from enraya.front.solving import solve as solve
    from enraya.game.outcome import Cell as Cell
    from enraya.game.outcome import Ending as Ending
    from enraya.game.outcome import Outcome as Outcome
    from enraya.game.position import Position as Position
    from enraya.limit import Limit as Limit
    from enraya.rules import RuleSet as RuleSet
    from enraya.rules import parse_rules as parse_rules

__version__ = "0.3.0"
PUBLIC = {
    "Agent": "enraya.agents.players.agent",
    "Cell": "enraya.game.outcome",
    "Choice": "enraya.agents.players.agent",
    "Ending": "enraya.game.outcome",
    "EnrayaError": "enraya.errors",
    "IllegalMove": "enraya.errors",
    "InvalidNotation": "enraya.errors",
    "InvalidSetting": "enraya.errors",
    "Limit": "enraya.limit",
    "Outcome": "enraya.game.outcome",
    "Position": "enraya.game.position",
    "RuleSet": "enraya.rules",
    "UnknownName": "enraya.errors",
    "agent": "enraya.front.players",
    "analyse": "enraya.front.solving",
    "match": "enraya.front.games",
    "parse_rules": "enraya.rules",
    "play": "enraya.front.games",
    "review": "enraya.front.solving",
    "solve": "enraya.front.solving",
    "tournament": "enraya.front.games",
}
"""The public names, and the modules that they are in."""
__all__ = list(PUBLIC)


def __getattr__(name: str) -> Any:
    """Loads a public name when it is first used."""
    if name not in PUBLIC:
        reason = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(
            reason, name=name, obj=sys.modules[__name__]
        )  # so Python suggests a similar name
    value = globals()[name] = getattr(import_module(PUBLIC[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted([*PUBLIC, *(name for name in globals() if name.startswith("__"))])
