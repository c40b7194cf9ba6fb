"""The table of languages."""

from importlib.machinery import all_suffixes
from pathlib import Path

import pytest

from enraya import InvalidSetting
from enraya.agents.text.languages import LANGUAGES, Language, heap_megabytes, language_of

PLACEHOLDERS = {"source", "built", "home", "file", "heap", "main", "here"}


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("mine.lisp", "Common Lisp"),
        ("mine.cpp", "C++"),
        ("mine.c", "C"),
        ("My Agent.JAVA", "Java"),
        ("mine.js", "JavaScript"),
    ],
)
def test_the_end_of_a_name_tells_the_language(name: str, language: str) -> None:
    found = language_of(Path(name))
    assert found is not None
    assert found.name == language


@pytest.mark.parametrize("name", ["mine.py", "mine.pyc", "mine.so"])
def test_python_has_no_row(name: str) -> None:
    assert language_of(Path(name)) is None


@pytest.mark.parametrize("name", ["mine.rs", "mine", "mine.", ".cpp"])
def test_an_unknown_end_lists_the_known_ones(name: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        language_of(Path(name))
    assert repr(name) in str(refused.value)
    assert all(suffix in str(refused.value) for row in LANGUAGES for suffix in row.suffixes)
    assert ".py (Python)" in str(refused.value)


def test_no_two_languages_share_an_end() -> None:
    suffixes = [suffix for row in LANGUAGES for suffix in row.suffixes]
    assert sorted(suffixes) == sorted({*suffixes} - {*all_suffixes()})


@pytest.mark.parametrize("row", LANGUAGES, ids=lambda row: row.name)
def test_each_row_begins_with_a_tool_or_what_was_built(row: Language) -> None:
    assert row.build[0] in row.tools
    assert row.run[0] in row.tools or row.run[0].startswith("{built}/")
    assert "{source}" in row.build


def test_a_garbage_collector_leaves_room_for_its_machine() -> None:
    assert heap_megabytes(1000) == 700
    assert heap_megabytes(1) > 1
