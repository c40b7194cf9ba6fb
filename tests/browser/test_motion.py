"""Motion on the board: discs fall and land, and the layout does not shift."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import (
    COUNT_SHIFTS,
    begin,
    click_column,
    expect_scores_to_fit,
    expect_stones,
    visit,
)

pytestmark = pytest.mark.slow
PHONE, LANDSCAPE = {"width": 390, "height": 844}, {"width": 844, "height": 390}
RECORD = """() => {
    const seen = [];
    const note = (what) => { document.body.dataset.seen = seen.push(what) && seen.join(", "); };
    const look = ([{target, addedNodes: [node]}]) => {
        if (!node) return;
        const others = target.getAnimations({subtree: true}).filter((each) =>
            each.playState === "running" && !node.contains(each.effect.target));
        const isRing = node.classList.contains("mark");
        note(isRing ? `ring ${getComputedStyle(node).opacity}` : `disc, falling ${others.length}`);
    };
    for (const layer of document.querySelectorAll(".stones, .marks")) {
        new MutationObserver(look).observe(layer, {childList: true});
    }
}"""
"""Notes in the body, for every new disc, how many others fall, and how visible new rings are."""


RECORD_END = """() => {
    const status = document.querySelector("#status");
    const before = status.textContent;
    new MutationObserver(() => {
        const falls = document.querySelector(".stones").getAnimations({subtree: true});
        const running = falls.filter(({playState}) => playState === "running").length;
        const words = status.textContent;
        if (words && words !== before) document.body.dataset.end ??= `${words}, falling ${running}`;
    }).observe(status, {childList: true, characterData: true, subtree: true});
}"""
"""Notes in the body the first change of the status, and how many discs fall then."""


def test_a_disc_lands_before_the_ring_and_the_reply_appear(page: Page) -> None:
    begin(page, first="human", second="script(77)")
    page.evaluate(RECORD)
    click_column(page, 4)
    expect_stones(page, 2)
    turn = "disc, falling 0, ring 0"
    expect(page.locator("body")).to_have_attribute("data-seen", f"{turn}, {turn}")
    expect(page.locator(".mark.last")).to_have_css("opacity", "1")


def test_a_disc_keeps_falling_while_scores_arrive(page: Page) -> None:
    begin(page, first="human", second="human")
    page.keyboard.press("h")
    expect(page.locator(".column-button.best")).to_have_count(1)
    page.evaluate(RECORD)
    click_column(page, 4)
    expect(page.get_by_role("button", name="Column 4, loss in 40")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-seen", "disc, falling 0, ring 0")
    expect(page.locator(".mark.last")).to_have_css("opacity", "1")


def test_discs_do_not_fall_when_reduced_motion_is_preferred(
    new_page: NewPage, laboratory: str
) -> None:
    page = visit(new_page(reduced_motion="reduce"), laboratory)
    begin(page, first="human", second="script(77)")
    page.evaluate(RECORD)
    click_column(page, 4)
    expect_stones(page, 2)
    animations = "document.querySelector('.board').getAnimations({subtree: true}).length"
    assert page.evaluate(animations) == 0


def test_the_result_appears_after_the_last_disc_has_landed(page: Page) -> None:
    begin(page, first="human", second="human", moves="445566")
    page.evaluate(RECORD_END)
    click_column(page, 7)
    expect(page.locator(".headline")).to_be_visible()
    expect(page.locator("body")).to_have_attribute(
        "data-end", re.compile("Orange has won .*, falling 0$")
    )


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE, LANDSCAPE])
def test_the_layout_does_not_shift_during_a_game(
    new_page: NewPage, laboratory: str, viewport: dict[str, int]
) -> None:
    page = visit(new_page(viewport=viewport), laboratory)
    begin(page, first="human", second="script(1111117)")
    box = page.locator(".board").bounding_box()
    page.evaluate(COUNT_SHIFTS)
    page.keyboard.press("h")
    expect(page.locator(".column-button.best")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator(".column-button.best")).to_have_count(0)
    for turn in (1, 2, 3):
        page.keyboard.press("4")
        expect_stones(page, 2 * turn)
    page.keyboard.press("1")
    expect_stones(page, 8)
    page.keyboard.press("u")
    expect_stones(page, 6)
    page.keyboard.press("4")
    expect(page.locator(".headline")).to_be_visible()
    expect(page.locator(".mark.winning").first).to_have_css("opacity", "1")
    expect(page.locator("body")).to_have_attribute("data-shifts", "")
    assert page.locator(".board").bounding_box() == box


@pytest.mark.parametrize("viewport", [PHONE, LANDSCAPE, {"width": 640, "height": 400}])
def test_a_wide_board_fits_and_its_scores_do_not_overlap(
    new_page: NewPage, laboratory: str, viewport: dict[str, int]
) -> None:
    """A phone both ways, and a page of 1280 pixels at 200 %."""
    page = visit(new_page(viewport=viewport), laboratory)
    begin(page, first="human", second="human", columns="9", rows="4", moves="1111222277778888")
    assert page.locator(".board").get_attribute("viewBox") == "0 0 900 400"
    page.keyboard.press("h")
    expect(page.locator(".column-score").nth(5)).not_to_have_text("·")
    header = page.locator("header").bounding_box()
    assert header
    assert header["height"] < 60, "one line"
    expect_scores_to_fit(page)
    board = page.locator(".board").bounding_box()
    assert board
    assert board["y"] + board["height"] <= viewport["height"]
