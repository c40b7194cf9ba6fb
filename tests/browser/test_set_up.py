"""Setting up positions, choosing boards, arrow keys and copying, in a real browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import click_column, expect_stones, expect_usable, visit

pytestmark = pytest.mark.slow
PNG = b"\x89PNG\r\n\x1a\n"
PICTURE_COPIED = """async () => {
    let [item] = await navigator.clipboard.read();
    for (let tries = 0; tries < 200 && !item.types.includes("image/png"); tries++) {
        await new Promise((go) => setTimeout(go, 100));
        [item] = await navigator.clipboard.read();
    }
    const picture = await createImageBitmap(await item.getType("image/png"));
    return [picture.width, picture.height];
}"""
PHONE = {"width": 360, "height": 740}


def click_cell(page: Page, column: int, row: int) -> None:
    """Clicks on a cell of the board; row 1 is the lowest."""
    box = page.locator(".columns rect").nth(column - 1).bounding_box()
    rows = int(str(page.locator(".board").get_attribute("viewBox")).split()[3]) // 100
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] * (1 - (row - 0.5) / rows)
    page.mouse.click(x, y)


def set_up(page: Page) -> Page:
    """Begins to set up a position, and shows the card for it."""
    page.get_by_role("button", name="Set up").click()
    expect(page.get_by_role("heading", name="Set up a position")).to_be_visible()
    return page


def said(page: Page, text: str) -> None:
    """Waits until the card says this about the position."""
    expect(page.locator(".set-up").get_by_role("status")).to_contain_text(text)


def test_a_position_is_set_up_disc_by_disc(new_page: NewPage, laboratory: str) -> None:
    page = set_up(visit(new_page(), f"{laboratory}/analyse"))
    done = page.get_by_role("button", name="Done")
    for column in (1, 2, 2):
        click_column(page, column)
    said(page, "here it is 3 against 0")
    expect(done).to_be_disabled()
    page.get_by_role("button", name="Blue").click()
    for column in (3, 4):
        page.keyboard.press(str(column))
    expect_stones(page, 5)
    said(page, "A legal position: Blue to move.")
    done.click()
    expect(page.locator(".status")).to_have_text("Blue to move")
    expect(page.locator(".value-line")).to_have_text(re.compile(r"^[+−]\d+ · "))
    expect_stones(page, 5)
    found = re.search(r"pos=(\d{5})&", page.url)
    assert found
    assert sorted(found[1]) == list("12234")
    visit(page, page.url)
    expect_stones(page, 5)


def test_a_disc_that_is_removed_lets_others_fall(new_page: NewPage, laboratory: str) -> None:
    page = set_up(visit(new_page(), f"{laboratory}/analyse?pos=4443"))
    page.get_by_role("button", name="Remove").click()
    click_cell(page, 4, 2)  # Blue, between two of Orange
    expect_stones(page, 3)
    said(page, "A legal position: Blue to move.")
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".board")).to_have_attribute(
        "aria-label", re.compile("row 2: empty empty empty orange", re.IGNORECASE)
    )


def test_a_set_up_that_no_game_reaches_is_explained(new_page: NewPage, laboratory: str) -> None:
    page = set_up(visit(new_page(), f"{laboratory}/analyse"))
    page.get_by_role("button", name="Blue").click()
    click_column(page, 1)
    page.get_by_role("button", name="Orange").click()
    click_column(page, 1)
    said(page, "No game leads there")
    page.get_by_role("button", name="Clear the board").click()
    said(page, "A legal position: Orange to move.")
    for column in (1, 2, 3, 4):
        click_column(page, column)
    page.get_by_role("button", name="Blue").click()
    for column in (1, 2, 3):
        click_column(page, column)
    said(page, "A legal position: the game is over.")
    click_column(page, 5)
    said(page, "Orange has four in a row, but did not move last")
    page.get_by_role("button", name="Cancel").click()
    expect_stones(page, 0)
    expect(page.locator(".value-line")).to_have_text("+1 · win in 41")


def test_board_and_rules_can_be_chosen_and_too_large_a_board_is_refused(
    new_page: NewPage, laboratory: str, complaints: list[str]
) -> None:
    page = visit(new_page(), f"{laboratory}/analyse?pos=445")
    page.get_by_text("Board and rules").click()
    page.locator("#size-columns").fill("15")
    page.locator("#size-rows").fill("15")
    page.get_by_role("button", name="Empty board").click()
    expect(page.get_by_role("alert")).to_contain_text("15x15")
    expect_stones(page, 3)
    click_column(page, 5)
    expect_stones(page, 4)
    complaints.clear()  # the browser logs the refusal itself
    page.locator("#size-columns").fill("5")
    page.locator("#size-rows").fill("4")
    page.get_by_role("button", name="Empty board").click()
    expect(page.locator(".board")).to_have_attribute("viewBox", "0 0 500 400")
    expect_stones(page, 0)
    expect(page.locator(".value-line")).to_have_text("0 · draw")
    click_column(page, 5)
    expect_stones(page, 1)
    expect(page).to_have_url(re.compile(r"pos=5&rules=classic%28columns%3D5%2C\+rows%3D4%29"))
    page.locator("#rules").select_option("boom")
    page.get_by_role("button", name="Empty board").click()
    expect(page.locator(".value-line")).to_have_text("There are no exact scores in this game.")
    expect(page.get_by_role("button", name="Set up")).to_be_disabled()


def test_arrows_lead_along_the_best_line(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/analyse?pos=44455554221")
    page.keyboard.press("a")
    expect(page.locator(".arrows .step")).to_have_count(2)
    expect(page.locator(".arrows .step title")).to_have_text(
        [
            "Move 1 of the best line: Blue, column 3, row 1.",
            "Move 2 of the best line: Orange, column 3, row 2.",
        ]
    )
    expect(page.get_by_role("button", name="Arrows")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("3")
    expect(page.locator(".arrows .step")).to_have_count(1)
    page.keyboard.press("a")
    expect(page.locator(".arrows .step")).to_have_count(0)


def test_a_position_is_copied(new_page: NewPage, laboratory: str) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    visit(page, f"{laboratory}/analyse?pos=4453")
    card = page.get_by_role("region", name="Copy and save")
    for name, text in (
        ("Copy moves", "4453"),
        ("Copy link", f"{laboratory}/analyse?pos=4453&rules=classic"),
    ):
        card.get_by_role("button", name=name).click()
        expect(card.get_by_role("status")).to_have_text("Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == text
    card.get_by_role("button", name="Copy picture").click()
    assert page.evaluate(PICTURE_COPIED) == [700, 600]


def test_without_clipboard_access_a_field_to_copy_from_appears(
    new_page: NewPage, laboratory: str
) -> None:
    page = new_page()
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    visit(page, f"{laboratory}/analyse?pos=4453")
    card = page.get_by_role("region", name="Copy and save")
    card.get_by_role("button", name="Copy moves").click()
    expect(card.get_by_role("textbox")).to_have_value("4453")
    card.get_by_role("button", name="Copy picture").click()
    expect(card.get_by_role("status")).to_contain_text("does not allow copying")


def test_the_board_is_saved_as_it_is_drawn(
    new_page: NewPage, laboratory: str, tmp_path: Path
) -> None:
    page = visit(new_page(), f"{laboratory}/analyse?pos=4455")
    page.keyboard.press("a")
    expect(page.locator(".arrows .step")).not_to_have_count(0)
    files = {}
    for name in ("PNG", "SVG"):
        with page.expect_download() as begun:
            page.get_by_role("button", name=f"Save {name}").click()
        assert begun.value.suggested_filename == f"enraya-4455.{name.lower()}"
        begun.value.save_as(tmp_path / name)
        files[name] = (tmp_path / name).read_bytes()
    assert files["PNG"].startswith(PNG)
    drawing = files["SVG"].decode()
    assert 'width="700"' in drawing
    assert 'id="disc-light"' in drawing
    assert drawing.count('fill="rgb(230, 159, 0)"') >= 3, "two discs and an arrow"
    assert not re.search("<script|class=|style=|http(?!://www.w3.org)", drawing)
    alone = new_page()
    alone.set_content(drawing)
    expect(alone.locator("svg > g")).not_to_have_count(0)


def test_axe_finds_nothing_serious_while_setting_up(new_page: NewPage, laboratory: str) -> None:
    page = new_page(reduced_motion="reduce", viewport=PHONE)
    visit(page, f"{laboratory}/analyse?pos=4455")
    page.get_by_text("Board and rules").click()
    page.keyboard.press("a")
    expect(page.locator(".arrows .step")).not_to_have_count(0)
    expect_usable(page)
    set_up(page)
    expect_usable(page)
