"""The table of languages."""

from importlib.machinery import all_suffixes
from pathlib import Path

import pytest

from enraya import InvalidSetting
from enraya.agents.text.languages import LANGUAGES, language_of


@pytest.mark.parametrize(
    ("name", "language"),
    [
        ("mine.lisp", "Common Lisp"),
        ("mine.cpp", "C++"),
        ("mine.c", "C"),
        ("My Agent.JAVA", "Java"),
        ("mine.js", "JavaScript"),
        ("mine.py", None),
        ("mine.pyc", None),
        ("mine.so", None),
    ],
)
def test_the_suffix_of_a_file_determines_every_language_but_python(
    name: str, language: str | None
) -> None:
    found = language_of(Path(name))
    assert (found and found.name) == language


@pytest.mark.parametrize("name", ["mine.rs", "mine", "mine.", ".cpp"])
def test_the_error_for_an_unknown_suffix_lists_the_known_ones(name: str) -> None:
    with pytest.raises(InvalidSetting) as refused:
        language_of(Path(name))
    assert repr(name) in str(refused.value)
    assert all(suffix in str(refused.value) for row in LANGUAGES for suffix in row.suffixes)
    assert ".py (Python)" in str(refused.value)


def test_no_two_languages_share_a_suffix() -> None:
    suffixes = [suffix for row in LANGUAGES for suffix in row.suffixes]
    assert sorted(suffixes) == sorted({*suffixes} - {*all_suffixes()})
