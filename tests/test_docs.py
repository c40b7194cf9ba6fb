"""The documentation names files that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SITE = sorted((ROOT / "docs").rglob("*.md"))
PAGES = [*sorted(ROOT.glob("*.md")), *SITE]
CODE = re.compile(r"(?<![\w./-])((?:[a-z_]+/)+[a-z_]+\.(?:py|js))\b")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def page_name(page: Path) -> str:
    """The path of a page below the project."""
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_files_of_the_code_are_there(page: Path) -> None:
    places = (ROOT, ROOT / "src", ROOT / "src" / "enraya")
    named = CODE.findall(page.read_text())
    assert [name for name in named if not any((place / name).exists() for place in places)] == []


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_links_lead_somewhere(page: Path) -> None:
    targets = LINK.findall(page.read_text())
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_the_index_of_decisions_names_all_of_them() -> None:
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
