"""Estimates of large boards, refined live, in a real browser."""

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
    expect_usable,
    visit,
)

pytestmark = pytest.mark.slow
LARGE = "rules=classic(columns%3D8,+rows%3D8)"
WIDE = "rules=classic(columns%3D9,+rows%3D7)"
PHONE = {"width": 360, "height": 740}


def estimated(page: Page) -> None:
    """Waits for the first estimate."""
    expect(page.locator(".column-button.estimated").first).to_be_visible()


def test_a_large_board_is_estimated_live_until_the_reader_leaves(
    new_page: NewPage, laboratory: str
) -> None:
    page = new_page()
    ended: list[str] = []
    page.on("requestfailed", lambda request: ended.append(request.url))
    visit(page, f"{laboratory}/analyse?{LARGE}")
    estimated(page)
    expect(page.locator(".column-button.estimated .column-score")).to_have_text(
        [re.compile("^≈[+−]?[0-9]+$")] * 8
    )
    expect(page.locator(".value-line")).to_have_text(re.compile("^≈.+ · not solved$"))
    expect(page.locator(".column-button.favoured")).not_to_have_count(0)
    proof = page.locator(".proof-line")
    expect(proof).to_have_text(
        re.compile(r"Estimate, \d+ moves deep\. Proved: −\d+ to \+\d+\. Still searching…")
    )
    column = page.get_by_role("button", name=re.compile("^Column 4, estimate ≈"))
    column.focus()
    for _ in range(3):  # whatever comes next: closer bounds, or more depth
        expect(proof).not_to_have_text(proof.inner_text())
    expect(column).to_be_focused()
    page.keyboard.press("a")
    expect(page.locator(".arrows .step")).not_to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".move-list .ahead")).not_to_have_count(0)
    click_column(page, 1)
    expect_stones(page, 1)
    estimated(page)
    while not any("/api/analysis/events?moves=&" in url for url in ended):
        page.wait_for_timeout(50)


def test_games_show_estimates_too(page: Page) -> None:
    begin(page, first="human", second="human", columns="8", rows="8")
    page.keyboard.press("h")
    estimated(page)


def test_axe_finds_nothing_serious_in_estimates(new_page: NewPage, laboratory: str) -> None:
    page = new_page(reduced_motion="reduce", viewport=PHONE)
    visit(page, f"{laboratory}/analyse?pos=45&{WIDE}")
    estimated(page)
    expect_usable(page)
    expect_scores_to_fit(page)


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 800}, PHONE])
@pytest.mark.parametrize("board", [LARGE, "rules=classic"])
def test_the_layout_does_not_shift_during_analysis(
    new_page: NewPage, laboratory: str, board: str, viewport: dict[str, int]
) -> None:
    page = new_page(viewport=viewport)
    page.add_init_script("localStorage.setItem('explorer', 'open')")
    visit(page, f"{laboratory}/analyse?{board}")
    expect(page.locator(".proof-line")).not_to_be_empty()
    box = page.locator(".board").bounding_box()
    page.evaluate(COUNT_SHIFTS)
    for ply, column in enumerate("1111112222225533", start=1):
        page.keyboard.press(column)
        expect_stones(page, ply)
    expect(page.locator(".proof-line")).not_to_be_empty()
    page.keyboard.press("a")
    expect(page.locator(".arrows .step")).not_to_have_count(0)
    for left in (15, 14, 13):
        page.keyboard.press("ArrowLeft")
        expect_stones(page, left)
    expect(page.locator(".proof-line")).not_to_be_empty()
    expect(page.locator("body")).to_have_attribute("data-shifts", "")
    assert page.locator(".board").bounding_box() == box
