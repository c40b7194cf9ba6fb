"""A report in a real browser: charts drawn, a game played through, nothing fetched."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page

from enraya.arena.plan.entrants import Entrant
from enraya.arena.store.store import Store
from enraya.reports.tournament import report_text
from tests.browser.conftest import NewPage
from tests.reports.support import HOSTILE_NAME, played, with_a_fault

pytestmark = pytest.mark.slow
AGENTS = [Entrant("script", "script(1111)"), Entrant(HOSTILE_NAME, "script(2222)")]
PHONE = {"width": 390, "height": 800}


def write_report(folder: Path, number: int) -> str:
    """The address of the report of a tournament in the folder's store."""
    with Store(folder / "s") as store:
        text = report_text(store, store.tournament(number))
    (folder / "report.html").write_text(text)
    return (folder / "report.html").as_uri()


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the report of an ordinary tournament."""
    folder = tmp_path_factory.mktemp("report")
    return write_report(folder, played(folder / "s", AGENTS))


def opened(new_page: NewPage, address: str, **options: Any) -> Page:
    """A report without a network."""
    page = new_page(offline=True, **options)
    page.goto(address)
    return page


def drawn(page: Page) -> Iterator[Locator]:
    """The charts, each once it is drawn."""
    for place in range(page.locator(".chart").count()):
        chart = page.locator(".chart").nth(place)
        chart.scroll_into_view_if_needed()
        chart.locator("svg.main-svg").first.wait_for()
        yield chart


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]
)
def test_charts_are_drawn_offline_fit_the_screen_and_are_accessible(
    report: str, new_page: NewPage, scheme: str, width: int
) -> None:
    viewport = {"width": width, "height": 844}
    page = opened(new_page, report, color_scheme=scheme, viewport=viewport)
    page.locator("svg.main-svg").first.wait_for()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    if width == 1280:
        hidden = "(table) => table.scrollWidth - table.clientWidth"
        assert page.locator(".table").first.evaluate(hidden) == 0
    assert len(list(drawn(page))) >= 5
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(255, 255, 255)" if scheme == "light" else "rgb(18, 22, 28)")


def test_a_game_is_replayed_on_the_board(report: str, new_page: NewPage) -> None:
    page = opened(new_page, report)
    stones = page.locator("#board .first, #board .second")
    assert stones.count() == 2  # the opening 12
    page.locator("#on").click()
    assert page.locator("#board .first").count() == 2
    assert "move 3" in page.locator("#status").inner_text()
    page.locator("#end").click()
    assert page.locator("#on").is_disabled()
    assert "line" in page.locator("#status").inner_text()
    page.locator("#start").click()
    assert stones.count() == 0
    page.locator("#first").select_option("1")
    assert page.locator("#list option").count() == 1
    assert HOSTILE_NAME in page.locator("#status").inner_text()


def test_bombs_explode_on_the_board(tmp_path: Path, new_page: NewPage) -> None:
    moves = [Entrant(name, "random") for name in ("a", "b")]
    number = played(tmp_path / "s", moves, games=20, rules="boom")
    with Store(tmp_path / "s") as store:
        games = [row.moves for _, row in store.rows(number)]
    page = opened(new_page, write_report(tmp_path, number))
    place = next(place for place, game in enumerate(games) if "B" in game)
    before = games[place].index("B")
    page.locator("#list").select_option(index=place)
    page.locator("#ply").fill(str(before))
    stones = page.locator("#board .first, #board .second")
    count, bombs = stones.count(), page.locator("#board .bomb").count()
    assert bombs >= 1
    page.locator("#on").click()
    assert stones.count() < count
    assert page.locator("#board .bomb").count() < bombs


def test_a_fault_is_shown_with_its_reason(tmp_path: Path, new_page: NewPage) -> None:
    page = opened(new_page, write_report(tmp_path, with_a_fault(tmp_path / "s")))
    page.locator("#result").select_option("fault")
    page.locator("#end").click()
    assert "crash: <b>boom</b>, bang" in page.locator("#status").inner_text()


def test_notes_are_legible_and_legends_do_not_cover_the_axes(
    report: str, new_page: NewPage
) -> None:
    page = opened(new_page, report, viewport=PHONE)
    note = page.locator("table").first.locator("tbody td").last.bounding_box()
    assert note
    assert note["width"] > 150
    for chart in drawn(page):
        legend, title = chart.locator(".legend"), chart.locator(".xtitle")
        if legend.count() and title.count():
            above, below = legend.bounding_box(), title.bounding_box()
            assert above
            assert below
            assert above["y"] + above["height"] <= below["y"]


def test_printed_charts_fit_the_paper(report: str, new_page: NewPage) -> None:
    page = opened(new_page, report, color_scheme="dark", viewport={"width": 1400, "height": 900})
    page.locator("svg.main-svg").first.wait_for()
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    widths = page.evaluate(
        "[...document.querySelectorAll('svg.main-svg')].map((each) => each.clientWidth)"
    )
    assert len(widths) >= page.locator(".chart").count()
    assert max(widths) <= 680
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(26, 26, 26)"
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.locator("svg.main-svg").first.bounding_box()["width"] > 680  # type: ignore[index]
