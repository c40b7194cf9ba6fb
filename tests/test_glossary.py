"""The glossary speaks of the code as it is."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
ROW = re.compile(r"^\| (?P<word>[^|`]+) \| `(?P<name>\w+)` \| [^|]+ \|$", re.MULTILINE)
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text()
TERMS = [match.group("word", "name") for match in ROW.finditer(GLOSSARY)]
NAMES = {
    name
    for source in (*(ROOT / "src" / "enraya").rglob("*.py"), *(ROOT / "tests").glob("*.py"))
    for name in re.findall(r"\w+", source.read_text())
}


@pytest.mark.parametrize(("word", "name"), TERMS, ids=[word for word, _ in TERMS])
def test_every_word_is_in_the_code(word: str, name: str) -> None:
    assert name in NAMES, f"nothing is called {name!r} any more; what is a {word}?"


def test_every_row_is_read_and_in_order() -> None:
    rows = GLOSSARY.count("\n| ") - 1  # without the heading
    words = [word for word, _ in TERMS]
    assert len(words) == rows
    assert words == sorted(words)
