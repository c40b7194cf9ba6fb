"""Where Java programs begin, from class files written here byte by byte."""

from pathlib import Path
from struct import pack

import pytest

from enraya import InvalidSetting
from enraya.agents.text.java_classes import JavaClass, find_main_class, read_class

MAIN = ("main", "([Ljava/lang/String;)V")
PUBLIC, STATIC = 1, 8


def class_file(
    name: str, flags: int = 0, methods: dict[tuple[str, str], int] | None = None
) -> bytes:
    """A class with a long constant, an interface, a field with a value, and these methods."""
    table = [pack(">BQ", 5, 7), b""]  # a long, which takes two places
    places: dict[str, int] = {}

    def text(value: str) -> int:
        if value not in places:
            table.append(pack(">BH", 1, len(value.encode())) + value.encode())
            places[value] = len(table)
        return places[value]

    def reference(value: str) -> int:
        named = text(value)
        table.append(pack(">BH", 7, named))
        return len(table)

    this, above = reference(name), reference("java/lang/Object")
    field = pack(">4H", 0, text("n"), text("J"), 1) + pack(">HIH", text("ConstantValue"), 2, 1)
    members = b"".join(
        pack(">4H", access, text(called), text(kind), 1) + pack(">HI3s", text("Code"), 3, b"abc")
        for (called, kind), access in (methods or {}).items()
    )
    body = pack(">5H", flags, this, above, 1, this) + pack(">H", 1) + field
    body += pack(">H", len(methods or {})) + members + pack(">H", 0)
    return pack(">IHHH", 0xCAFEBABE, 0, 61, len(table) + 1) + b"".join(table) + body


def test_a_class_file_is_read() -> None:
    content = class_file("Player", PUBLIC, {("choose", "()I"): 0, MAIN: PUBLIC | STATIC})
    assert read_class(content) == JavaClass("Player", is_public=True, has_main=True)
    assert read_class(class_file("A")) == JavaClass("A", is_public=False, has_main=False)


@pytest.mark.parametrize("access", [PUBLIC, STATIC, 0])
def test_main_must_be_public_and_static(access: int) -> None:
    assert not read_class(class_file("A", PUBLIC, {MAIN: access})).has_main


def main_class(folder: Path, *classes: bytes) -> str:
    """Where a program of these classes begins."""
    for number, content in enumerate(classes):
        (folder / f"{number}.class").write_bytes(content)
    return find_main_class(folder, "mine.java")


ABLE = {MAIN: PUBLIC | STATIC}


@pytest.mark.parametrize(
    ("classes", "name"),
    [
        ([class_file("Board", PUBLIC), class_file("Player", 0, ABLE)], "Player"),
        ([class_file("Test", 0, ABLE), class_file("Player", PUBLIC, ABLE)], "Player"),
        ([class_file("A")], ""),
    ],
    ids=["one with main", "a public one of two", "none"],
)
def test_a_program_begins_at_the_main_that_is_meant(
    classes: list[bytes], name: str, tmp_path: Path
) -> None:
    assert main_class(tmp_path, *classes) == name


def test_mains_that_cannot_be_told_apart_and_packages_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidSetting, match="in each of A, B; make only"):
        main_class(tmp_path, class_file("A", 0, ABLE), class_file("B", 0, ABLE))
    with pytest.raises(InvalidSetting, match="in the package uni"):
        main_class(tmp_path, class_file("uni/Player", PUBLIC, ABLE))
