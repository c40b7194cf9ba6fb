"""The documentation site: builds without warnings, has working links and opens offline."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from playwright.sync_api import Request, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import PATIENCE
from tests.cli.running import printed
from tests.web.running import running_laboratory

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "-d", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


class Links(HTMLParser):
    """What a page links to, what it loads, and the names of its parts."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loaded: set[str] = set()
        self.names: set[str] = {""}
        self.feed(page.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Takes note of a tag."""
        found = {name: value or "" for name, value in attrs}
        self.names |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a":
            self.links.add(found.get("href", ""))
        else:
            self.loaded |= {found[name] for name in ("src", "href") if name in found}


def test_every_link_works_and_nothing_is_loaded_from_another_site(site: Path) -> None:
    pages = {page: Links(page) for page in site.rglob("*.html")}
    assert len(pages) > 50
    for page, found in pages.items():
        scripts = re.findall(r"<script(?![^>]*(?:src=|application/json))[^>]*>", page.read_text())
        assert scripts == [], f"{page} needs a weaker policy"
        for address in found.links | found.loaded:
            parts = urlsplit(address)
            if parts.scheme == "https" and address in found.links:
                continue
            assert not parts.scheme or address.startswith("data:"), f"{page} loads {address}"
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            assert target.exists(), f"{page} links to {address}"
            if target in pages:
                assert unquote(parts.fragment) in pages[target].names, f"{page}: {address}"


def test_every_command_and_request_is_in_the_reference(site: Path) -> None:
    commands = (site / "reference" / "commands.html").read_text()
    names = re.findall(r"^  ([a-z]+) ", printed("--help").partition("Commands:")[2], re.MULTILINE)
    assert "tournament" in names
    assert [name for name in names if f'id="enraya-{name}"' not in commands] == []
    assert "--allow-uploads" in commands
    assert 'id="enraya-games-export"' in commands
    assert "POST /api/games/{game_id}/moves" in (site / "reference" / "http-api.html").read_text()
    league = (site / "reference" / "league-api.html").read_text()
    assert "<h3" in league.partition("GET /api/league/team/grade")[2]


def test_every_name_of_the_python_reference_is_described(site: Path) -> None:
    wanted = []
    for block in (ROOT / "docs" / "reference" / "python.md").read_text().split("\n::: ")[1:]:
        name = block.split()[0]
        members = re.search(r"members: \[(.+?)\]", block)
        wanted += [f"{name}.{member}" for member in members[1].split(", ")] if members else [name]
    described = (site / "reference" / "python.html").read_text()
    assert len(wanted) > 20
    assert [name for name in wanted if f'id="{name}"' not in described] == []


def test_the_manual_opens_offline_in_a_laboratory_and_can_be_searched(
    site: Path, tmp_path: Path, new_page: NewPage
) -> None:
    asked: list[str] = []

    def listen(request: Request) -> None:
        asked.append(request.url)

    with running_laboratory(tmp_path, manual=site) as address:
        page = new_page()
        page.set_default_timeout(PATIENCE)
        page.on("request", listen)
        page.goto(f"{address}/help")
        page.get_by_role("link", name="Open the documentation").click()
        page.get_by_role("link", name="For a student").first.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text(
            "from ten lines to a tournament"
        )
        page.keyboard.press("/")
        page.get_by_role("textbox", name="Search").fill("sequential test")
        page.locator(".md-search-result__link").first.wait_for()
        page.context.close()
    assert [url for url in asked if not url.startswith((address, "data:"))] == []
