"""The pages of a league: accessible in all colours and sizes, without layout shifts."""

from collections.abc import Iterator
from itertools import product
from time import monotonic, sleep

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.league_people import BROKEN, GOOD, PHONE, Class, enter, small_class
from tests.browser.pages import COUNT_SHIFTS, PATIENCE, visit
from tests.web.league.running import person, send

pytestmark = pytest.mark.slow
DESKTOP = {"width": 1280, "height": 844}
VARIANTS = tuple(product(("light", "dark"), (DESKTOP, PHONE)))
VIEWS = {
    "": [
        *("/", "/games", "/games/{game}", "/events", "/rules", "/write", "/join#x"),
        *("/team", "/operator"),
    ],
    "team": ["/team", "/team/compare"],
    "operator": [
        f"/operator/{part}"
        for part in ("", "teams", "events", "grades", "settings", "links", "similar", "log")
    ],
}
FINISHED = 6
"""Games that end while the pages are watched."""


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    """A league with an event, a fault and grades."""
    with small_class(tmp_path_factory.mktemp("league") / "ia", max_pairs=0) as made:
        with person(made.address, made.links.operator) as operator:
            operator.post("/api/league/operator/events", json={"name": "The final"})
        yield made


def looked_at(page: Page, view: str) -> Iterator[tuple[str, str, str]]:
    """What is wrong with a view in any of its variants."""
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.wait_for_timeout(300)  # what was opened asks for its content
    for scheme, size in VARIANTS:
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.set_viewport_size(size)  # type: ignore[arg-type]
        where = f"{view} {scheme} {size['width']}"
        for found in Axe().run(page).response["violations"]:
            yield where, found["id"], found["nodes"][0]["html"][:150]
        if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
            yield where, "too wide", ""


def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    new_page: NewPage, league: Class
) -> None:
    found: list[tuple[str, str, str]] = []
    with person(league.address) as client:
        wait_for_games(client, 1)
        game = client.get("/api/league/games").json()[0]["id"]
    for who, views in VIEWS.items():
        page = new_page(viewport=DESKTOP)
        if who == "team":
            link = league.team_link("A team with a rather long name, as some have")
            with person(league.address, link.partition("#")[2]) as client:
                for source in (BROKEN, GOOD):
                    send(client, source.encode(), word=f"a-word-{len(source)}")
            enter(page, link)
            expect(page.locator(".version.state-active")).to_be_visible()
        elif who:
            enter(page, league.operator_link())
        for view in views:
            visit(page, f"{league.address}{view.format(game=game)}")
            found += looked_at(page, view)
    assert found == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_layout_does_not_shift_while_games_finish(
    new_page: NewPage, league: Class, size: dict[str, int]
) -> None:
    pages = [
        visit(new_page(viewport=size), league.address),
        enter(new_page(viewport=size), league.link_of(1)),
        enter(new_page(viewport=size), league.operator_link()),
    ]
    expect(pages[0].locator(".ranking tbody tr").nth(3)).to_be_visible()
    for page in pages:
        page.evaluate(COUNT_SHIFTS)
    with person(league.address, league.links.team(f"Late {size['width']}")) as late:
        assert send(late, GOOD.encode()).is_success
        wait_for_games(late, FINISHED)
    expect(pages[0].locator(".ranking")).to_contain_text(f"Late {size['width']}")
    assert [page.evaluate("document.body.dataset.shifts") for page in pages] == [""] * 3


def wait_for_games(client: httpx.Client, more: int) -> None:
    """Waits until some more games have been played."""
    first = client.get("/api/league").json()["games"]
    until = monotonic() + PATIENCE / 1000
    while client.get("/api/league").json()["games"] < first + more:
        assert monotonic() < until, "no games are played"
        sleep(0.5)


@pytest.mark.parametrize("language", ["es", "pt", "ca"])
def test_the_navigation_fits_in_every_language(
    new_page: NewPage, league: Class, language: str
) -> None:
    page = visit(new_page(viewport=DESKTOP, locale=language), league.address)
    assert page.evaluate("document.documentElement.scrollWidth") == DESKTOP["width"]
