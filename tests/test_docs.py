"""The documentation names existing files, and the glossary matches the code."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SITE = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *SITE]
CODE = re.compile(r"(?<![\w./-])((?:[a-z_]+/)+[a-z_]+\.(?:py|js))\b")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")
ROW = re.compile(r"^\| (?P<word>[^|`]+) \| `(?P<name>\w+)` \| [^|]+ \|$", re.MULTILINE)
GLOSSARY = (ROOT / "docs" / "glossary.md").read_text()
TERMS = [match.group("word", "name") for match in ROW.finditer(GLOSSARY)]
NAMES = {
    name
    for source in (*(ROOT / "src" / "enraya").rglob("*.py"), *(ROOT / "tests").glob("*.py"))
    for name in re.findall(r"\w+", source.read_text())
}


def page_name(page: Path) -> str:
    """The path of a page below the project."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_files_named_in_the_docs_exist(page: Path) -> None:
    places = (ROOT, ROOT / "src", ROOT / "src" / "enraya")
    named = CODE.findall(page.read_text())
    assert [name for name in named if not any((place / name).exists() for place in places)] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_have_an_existing_target(page: Path) -> None:
    targets = LINK.findall(page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_index_of_decisions_is_complete() -> None:
    folder = ROOT / "docs" / "decisions"
    index = (folder / "0-index.md").read_text()
    for page in sorted(folder.glob("0[0-9]*.md")):
        number, title = page.read_text().splitlines()[0].removeprefix("# ").split(". ", 1)
        assert f"- [{number}. {title}]({page.name})" in index


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    navigation = (ROOT / "mkdocs.yml").read_text()
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in SITE]
    listed = [page for page in pages if not page.startswith("decisions/00")]
    assert [page for page in listed if page not in navigation] == []


@pytest.mark.parametrize(("word", "name"), TERMS, ids=[word for word, _ in TERMS])
def test_every_name_of_the_glossary_is_in_the_code(word: str, name: str) -> None:
    assert name in NAMES, f"nothing is called {name!r} any more; what is a {word}?"


def test_rows_of_the_glossary_are_well_formed_and_sorted() -> None:
    rows = GLOSSARY.count("\n| ") - 1  # without the heading
    words = [word for word, _ in TERMS]
    assert len(words) == rows
    assert words == sorted(words)
