"""The numbers that programs give, checked before anything is done with them."""

from math import isnan
from numbers import Integral, Real

from enraya.errors import InvalidSetting
from enraya.limit import Limit


def whole(name: str, value: object) -> int:
    """A whole number.

    Raises:
        InvalidSetting: when it is none.

    >>> whole("games", 5)
    5
    """
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise InvalidSetting(f"{name} must be a whole number, not {value!r}")
    return int(value)


def real(name: str, value: object) -> float:
    """A number.

    Raises:
        InvalidSetting: when it is none.
    """
    if not isinstance(value, Real) or isinstance(value, bool) or isnan(value):
        raise InvalidSetting(f"{name} must be a number, not {value!r}")
    return float(value)


def duration(name: str, value: object) -> float:
    """A number of seconds.

    Raises:
        InvalidSetting: when it is no number, or less than none.
    """
    seconds = real(name, value)
    if seconds < 0:
        raise InvalidSetting(f"{name} must be 0 or more, not {value!r}")
    return seconds


def limit_of(
    seconds: float | None = None, nodes: int | None = None, depth: int | None = None
) -> Limit:
    """The limit that these numbers make; None is no limit.

    Raises:
        InvalidSetting: when one of them is no number, or the seconds are negative.
    """
    return Limit(
        None if seconds is None else duration("seconds", seconds),
        None if nodes is None else whole("nodes", nodes),
        None if depth is None else whole("depth", depth),
    )
