"""Checks of the numbers and positions that programs pass to the functions of `enraya`."""

from math import isnan
from numbers import Integral, Real

from enraya.errors import InvalidSetting
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.rules import RuleSet


def whole(name: str, value: object) -> int:
    """The value as an int, if it is a whole number.

    Raises:
        InvalidSetting: when it is not a whole number.

    >>> whole("games", 5)
    5
    """
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise InvalidSetting(f"{name} must be a whole number, not {value!r}")
    return int(value)


def duration(value: object) -> float:
    """The value as a float, if it is a number of seconds.

    Raises:
        InvalidSetting: when it is not a number, or negative.
    """
    if not isinstance(value, Real) or isinstance(value, bool) or isnan(value):
        raise InvalidSetting(f"seconds must be a number, not {value!r}")
    if value < 0:
        raise InvalidSetting(f"seconds must be 0 or more, not {value!r}")
    return float(value)


def limit_of(
    seconds: float | None = None, nodes: int | None = None, depth: int | None = None
) -> Limit:
    """A limit of these numbers; None means no limit of that kind.

    Raises:
        InvalidSetting: when one of them is not a number, or the seconds are negative.
    """
    return Limit(
        None if seconds is None else duration(seconds),
        None if nodes is None else whole("nodes", nodes),
        None if depth is None else whole("depth", depth),
    )


def position_of(asked: object, rules: RuleSet | str | None = None) -> Position:
    """The position given by moves, by a `Position`, or by an answer that has one.

    Raises:
        EnrayaError: when the moves are not legal, ``asked`` gives no position, or rules are given
            with anything but moves.
    """
    if isinstance(asked, str):
        return Position.parse(asked, "classic" if rules is None else rules)
    found = asked if isinstance(asked, Position) else getattr(asked, "position", None)
    if not isinstance(found, Position):
        raise InvalidSetting(f"{asked!r} is no position; give moves such as '4453', or a Position")
    if rules is not None:
        raise InvalidSetting(f"{found!r} has its rules already; give rules with moves only")
    return found
