"""Analysis and review in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import begin, expect_stones, visit

pytestmark = pytest.mark.slow
BLUNDERED = "44444366222155"


def wait_for_review(page: Page) -> None:
    """Waits for a whole review, and asks again: the server gives each some seconds only."""
    partial = page.get_by_text("Not every move could be solved in time.")
    expect(page.locator(".accuracy").first).to_be_visible()
    for _ in range(20):
        if not partial.count():
            return
        page.get_by_role("button", name="Review the game").click()
        expect(partial).to_have_count(0)
        expect(page.locator(".accuracy").first).to_be_visible()


def test_a_finished_game_is_reviewed_and_played_on(page: Page) -> None:
    begin(page, first="human", second="human", moves=BLUNDERED)
    page.keyboard.press("7")
    expect(page.locator(".mark.winning")).to_have_count(4)
    page.get_by_role("link", name="Review").click()
    wait_for_review(page)
    expect(page.locator(".mistakes li")).to_have_count(2)
    expect(page.locator(".mistakes")).to_contain_text(
        "Move 14, column 5: blunder. win in 5 → loss in 2"
    )
    expect(page.locator(".accuracy")).to_contain_text("Orange: 88 % of moves kept the value")
    expect(page.locator(".graph .spot")).to_have_count(2)
    page.locator(".mistakes button").last.click()
    expect_stones(page, 13)
    page.get_by_role("link", name="Play on as Blue").click()
    page.wait_for_url("**/?game=*")
    expect_stones(page, 13)
    expect(page.locator("#status")).to_have_text("Blue: your move.")
    expect(page.locator(".player-name")).to_have_text(["Level 4", "Human"])


def test_moves_of_the_opening_are_not_counted_as_mistakes(
    new_page: NewPage, laboratory: str
) -> None:
    game = f"{laboratory}/analyse?pos={BLUNDERED}7&review=1"
    page = visit(new_page(), f"{game}&opening=14&first=Level+5&second=Greedy")
    expect(page.locator(".review .note")).to_contain_text("The first 14 moves were given")
    expect(page.locator(".accuracy")).to_contain_text("Level 5: 100 % of moves kept the value")
    expect(page.locator(".accuracy")).to_contain_text("Greedy: no moves")
    expect(page.locator(".mistakes li, .move-list .blunder, .graph .spot")).to_have_count(0)


def test_threats_are_explained_and_arrow_keys_follow_the_best_line(
    new_page: NewPage, laboratory: str
) -> None:
    page = visit(new_page(), f"{laboratory}/analyse?pos=44455554221")
    page.keyboard.press("t")
    expect(page.locator(".threat-stacked")).to_have_count(1)
    expect(page.locator(".threat-weak")).to_have_count(0)
    expect(page.locator(".legend").first).to_contain_text(
        "Orange, column 3, row 2: even, stacked: blocking the lower one opens it."
    )
    expect(page.locator(".value-line")).to_have_text("−15 · loss in 2")
    expect(page.locator(".proof-line")).to_have_text("Exact: this is proved.")
    expect(page.locator(".column-button.estimated")).to_have_count(0)
    page.keyboard.press("l")
    expect(page.locator(".move-list .ahead")).to_have_text(["3", "3"])
    expect(page.locator(".column-button.best .column-name")).to_have_text("3")
    page.keyboard.press("ArrowRight")
    expect_stones(page, 12)
    page.keyboard.press("End")
    expect(page.locator(".value-line")).to_have_text("Orange has won.")
    page.keyboard.press("Home")
    expect_stones(page, 0)


def test_threats_are_drawn_and_explained(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/analyse?pos=112233")
    page.keyboard.press("t")
    expect(page.locator(".threat")).to_have_count(2)
    expect(page.locator(".threat-useless")).to_have_count(1)
    expect(page.locator(".legend").first).to_contain_text("Blue, column 4, row 2: even, useless.")


def test_either_side_can_be_played_on_from_a_position(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/analyse?pos=44444")
    page.get_by_role("link", name="Play on as Orange").click()
    page.wait_for_url("**/?game=*")
    expect_stones(page, 6)
    expect(page.locator(".player-name")).to_have_text(["Human", "Level 4"])


def test_playing_a_move_requests_its_scores(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/analyse")
    expect(page.locator(".value-line")).to_have_text("+1 · win in 41")
    page.keyboard.press("1")
    expect(page.locator(".value-line")).to_have_text("+2 · win in 39")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".value-line")).to_have_text("+1 · win in 41")


def test_a_nonsensical_address_is_explained(
    new_page: NewPage, laboratory: str, complaints: list[str]
) -> None:
    page = visit(new_page(), f"{laboratory}/analyse?pos=99")
    expect(page.get_by_role("alert")).to_contain_text("99")
    expect_stones(page, 0)
    complaints.clear()  # the browser logs the refusal itself
