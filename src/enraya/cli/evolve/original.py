"""The call of the genetic paper's program, translated into ours.

Its program evaluated what followed the colon as code; here it must be a number.
"""

from collections.abc import Sequence

from enraya.errors import InvalidSetting

ORIGINAL = {
    "--gen_number": "--generations",
    "--pop_number": "--population",
    "--next_gen_agents": "--keep",
}
"""The options of the original program, written ``--name:value``, and ours."""
EXAMPLE = "--gen_number:20 --pop_number:20 --next_gen_agents:80"


def translated(arguments: Sequence[str]) -> list[str]:
    """The arguments of `enraya evolve`, with those of the original program translated into ours.

    Raises:
        InvalidSetting: when one of the three is missing, given twice, or not a number.

    >>> translated(["--gen_number:20", "--pop_number:20", "--next_gen_agents:80"])
    ['genes', '--shrinking', '--numbers', '--generations', '20', '--population', '20', '--keep',
     '80']
    """
    given: dict[str, str] = {}
    others = []
    for argument in arguments:
        name, colon, value = argument.partition(":")
        if name not in ORIGINAL or not colon:
            others.append(argument)
            continue
        if name in given:
            raise InvalidSetting(f"{name} is given twice")
        given[name] = _number(argument, value)
    if not given:
        return list(arguments)
    missing = [name for name in ORIGINAL if name not in given]
    if missing:
        raise InvalidSetting(f"{missing[0]} is missing; the original call is {EXAMPLE}")
    words = [word for name in ORIGINAL for word in (ORIGINAL[name], given[name])]
    return ["genes", "--shrinking", "--numbers", *words, *others]


def _number(argument: str, value: str) -> str:
    if not (value.isascii() and value.isdecimal() and len(value) < 10):
        raise InvalidSetting(f"{argument!r}: {value!r} must be a whole number")
    return value
