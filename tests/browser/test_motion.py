"""How the board moves: discs fall and land, nothing else does."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import begin, click_column, expect_stones, visit

pytestmark = pytest.mark.slow
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


def test_a_disc_lands_before_the_ring_and_the_reply_come(
    new_page: NewPage, laboratory: str
) -> None:
    page = visit(new_page(), laboratory)
    begin(page, first="human", second="script(77)")
    page.evaluate(RECORD)
    click_column(page, 4)
    expect_stones(page, 2)
    turn = "disc, falling 0, ring 0"
    expect(page.locator("body")).to_have_attribute("data-seen", f"{turn}, {turn}")
    expect(page.locator(".mark.last")).to_have_css("opacity", "1")


def test_a_disc_falls_on_while_scores_arrive(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), laboratory)
    begin(page, first="human", second="human")
    page.keyboard.press("h")
    expect(page.locator(".column-button.best")).to_have_count(1)
    page.evaluate(RECORD)
    click_column(page, 4)
    expect(page.get_by_role("button", name="Column 4, loss in 40")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-seen", "disc, falling 0, ring 0")
    expect(page.locator(".mark.last")).to_have_css("opacity", "1")


def test_nothing_falls_where_motion_is_unwanted(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(reduced_motion="reduce"), laboratory)
    begin(page, first="human", second="script(77)")
    page.evaluate(RECORD)
    click_column(page, 4)
    expect_stones(page, 2)
    assert running(page) == []


def running(page: Page) -> list[str]:
    """The animations of the board that run now."""
    names = "(animations) => animations.map((each) => each.animationName)"
    found: list[str] = page.evaluate(
        f"({names})(document.querySelector('.board').getAnimations({{subtree: true}}))"
    )
    return found
