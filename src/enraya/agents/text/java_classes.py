"""Where a Java program begins, read from its compiled classes: no guess at its source.

A class file is a number, a table of constants, and then the class with its members, which refer to
the constants by their places in the table (The Java Virtual Machine Specification, chapter 4).
"""

from pathlib import Path
from struct import unpack_from
from typing import NamedTuple

from enraya.errors import InvalidSetting
from enraya.texts import Sentence

_TEXT, _CLASS = 1, 7
_SIZES = {3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 9: 5, 10: 5, 11: 5, 12: 5, 15: 4, 16: 3, 17: 5, 18: 5,
          19: 3, 20: 3}  # fmt: skip
"""Bytes of the kinds of constants, their own number included; a text says its length itself."""
_WIDE = (5, 6)
"""Constants that take two places in the table."""
_PUBLIC, _STATIC = 0x0001, 0x0008
_CONSTANTS_AT = 8
_MAIN = ("main", "([Ljava/lang/String;)V")


class JavaClass(NamedTuple):
    """What a class file says."""

    name: str
    """The name with its package, ``tools/Player``."""
    is_public: bool
    has_main: bool


def find_main_class(built: Path, file: str) -> str:
    """The class that ``java`` runs: the one with ``main``, of several the public one; "" if none.

    Raises:
        InvalidSetting: when several could be meant, or a class is in a package.
    """
    classes = [read_class(path.read_bytes()) for path in sorted(built.rglob("*.class"))]
    packages = {java.name.rpartition("/")[0].replace("/", ".") for java in classes} - {""}
    if packages:
        raise InvalidSetting(Sentence("language.package", file=repr(file), package=packages.pop()))
    able = [java for java in classes if java.has_main and "$" not in java.name]
    if len(able) > 1:
        able = [java for java in able if java.is_public] or able
    if len(able) > 1:
        names = ", ".join(java.name for java in able)
        raise InvalidSetting(Sentence("language.mains", file=repr(file), names=names))
    return able[0].name if able else ""


def read_class(data: bytes) -> JavaClass:
    """What a class file, as javac writes it, says about its class."""
    constants, at = _constants(data)
    flags, this = unpack_from(">HH", data, at)
    (interfaces,) = unpack_from(">H", data, at + 6)
    _, at = _members(data, at + 8 + 2 * interfaces, constants)
    methods, _ = _members(data, at, constants)
    name = str(constants[int(constants[this])])
    main = methods.get(_MAIN, 0)
    return JavaClass(name, bool(flags & _PUBLIC), main & _PUBLIC != 0 and main & _STATIC != 0)


def _constants(data: bytes) -> tuple[dict[int, str | int], int]:
    """The texts and the classes, which are places of texts; and where the table ends."""
    (count,) = unpack_from(">H", data, _CONSTANTS_AT)
    found: dict[int, str | int] = {}
    at, place = _CONSTANTS_AT + 2, 1
    while place < count:
        kind = data[at]
        (number,) = unpack_from(">H", data, at + 1)
        if kind == _TEXT:
            found[place] = data[at + 3 : at + 3 + number].decode(errors="replace")
            at += 3 + number
        else:
            if kind == _CLASS:
                found[place] = number
            at += _SIZES[kind]
        place += 2 if kind in _WIDE else 1
    return found, at


def _members(
    data: bytes, at: int, constants: dict[int, str | int]
) -> tuple[dict[tuple[str, str], int], int]:
    """The flags of fields or methods by name and type; and where they end."""
    (count,) = unpack_from(">H", data, at)
    at += 2
    found = {}
    for _ in range(count):
        flags, name, kind, attributes = unpack_from(">4H", data, at)
        found[str(constants[name]), str(constants[kind])] = flags
        at += 8
        for _ in range(attributes):
            (length,) = unpack_from(">I", data, at + 2)
            at += 6 + length
    return found, at
