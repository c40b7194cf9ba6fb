"""Actions on the pages of the laboratory, as a person would do them."""

from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

PATIENCE = 120_000
"""Milliseconds; the machine may have other things to do."""
LONG_PATIENCE = 600_000
"""Milliseconds for long runs, which go last on a busy machine."""
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
COUNT_SHIFTS = """() => {
    document.body.dataset.shifts = "";
    new PerformanceObserver((list) => {
        for (const {value, sources} of list.getEntries()) {
            const moved = sources.map(({node}) => node?.outerHTML?.slice(0, 60) ?? node);
            document.body.dataset.shifts += `${value.toFixed(5)}: ${moved}; `;
        }
    }).observe({type: "layout-shift"});
}"""
"""Notes in the body what moves, also where it follows an input at once."""


def visit(page: Page, address: str) -> Page:
    """Opens an address and waits until its view is there."""
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    return page


def expect_usable(page: Page) -> None:
    """Axe finds nothing serious, light and dark, and nothing is wider than the screen."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        found = Axe().run(page).response["violations"]
        serious = [one for one in found if one["impact"] in ("serious", "critical")]
        assert [(scheme, one["id"], one["nodes"][0]["html"][:200]) for one in serious] == []
    page.emulate_media(color_scheme="null")  # as it was
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


def expect_scores_to_fit(page: Page) -> None:
    """No score is wider than the button of its column."""
    wide = page.evaluate(
        "[...document.querySelectorAll('.column-button span')].filter((each) =>"
        " each.scrollWidth > each.closest('button').clientWidth).map((each) => each.textContent)"
    )
    assert wide == []


def expect_stones(page: Page, count: int) -> None:
    """Waits until this many stones are on the board."""
    expect(page.locator(".stones .disc:not(.bursting)")).to_have_count(count)


def click_column(page: Page, column: int) -> None:
    """Clicks on a column of the board itself."""
    page.locator(".columns rect").nth(column - 1).click()


def begin(page: Page, **settings: str) -> None:
    """Starts a game through the dialog: first, second, rules, columns, rows, moves."""
    page.get_by_role("button", name="New game").click()
    dialog = page.get_by_role("dialog")
    for side in ("first", "second"):
        if side in settings:
            _pick(page, side, settings[side])
    if "rules" in settings:
        dialog.locator("#rules").select_option(settings["rules"])
    for name in ("columns", "rows"):
        if name in settings:
            dialog.locator(f"#size-{name}").fill(settings[name])
    if "seconds" in settings:
        dialog.locator("#seconds").fill(settings["seconds"])
    dialog.locator("#start-moves").fill(settings.get("moves", ""))
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_be_hidden()


def _pick(page: Page, side: str, player: str) -> None:
    if player == "human":
        page.locator(f"#{side}-kind").select_option("human")
        return
    page.locator(f"#{side}-kind").select_option("other")
    page.locator(f"#{side}-text").fill(player)
