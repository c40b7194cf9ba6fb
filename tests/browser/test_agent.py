"""The page for the user's own agent: editor, error messages, versions and tests."""

import json
import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from enraya.game.position import Position
from enraya.web.server.application import STATIC
from tests.browser.conftest import NewPage
from tests.browser.pages import LONG_PATIENCE, expect_usable, visit

pytestmark = pytest.mark.slow
GOOD = "def choose(position, limit):\n    return 4 if 4 in position.legal_moves else 1\n"
NO_NUMBER = """\
def closeness(position):
    return None


def heuristic(position):
    print("asked after", position.moves)
    return closeness(position)
"""
SHEET = STATIC / "js" / "agent" / "cheat_sheet.js"


@pytest.fixture
def page(new_page: NewPage, laboratory: str) -> Page:
    """The page for one's own agent."""
    return visit(new_page(), f"{laboratory}/agent")


def source(page: Page) -> str:
    return page.locator("#source").input_value()


def write(page: Page, text: str) -> None:
    """Writes a text into the editor, whatever was there."""
    page.locator("#source").fill(text)


def try_out(page: Page, text: str) -> None:
    write(page, text)
    page.get_by_role("button", name="Try it").click()


def test_every_attribute_on_the_cheat_sheet_exists() -> None:
    names = re.findall(r'"position\.(\w+)', SHEET.read_text())
    assert len(names) > 15
    assert all(hasattr(Position.start(), name) for name in names)


def test_tab_indents_and_can_be_undone(page: Page) -> None:
    write(page, "")
    page.locator("#source").press_sequentially("if x:")
    page.keyboard.press("Enter")
    page.keyboard.type("y = 1")
    assert source(page) == "if x:\n    y = 1"
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.type("z")
    assert source(page) == "if x:\n    y = 1\nz"
    page.keyboard.press("Control+a")
    page.keyboard.press("Tab")
    assert source(page) == "    if x:\n        y = 1\n    z"
    page.keyboard.press("Control+z")
    assert source(page) == "if x:\n    y = 1\nz"
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    assert source(page).startswith("    if x:")
    page.keyboard.press("Control+z")
    assert source(page).startswith("if x:")
    expect(page.locator(".line-numbers span")).to_have_text(["1", "2", "3"])


def test_the_editor_can_be_left_by_keyboard(page: Page) -> None:
    page.locator("#source").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#source")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.locator("#agent-name")).to_be_focused()
    page.locator("#source").focus()
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_role("button", name="Example: Kaggle")).to_be_focused()


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("def choose(position, limit):\n    return (\n", 2, "SyntaxError"),
        ("import math\n\ndef choose(position, limit):\n    return math.x\n", 4, "file, line 4"),
        (NO_NUMBER, 5, "heuristic(position) answered None after"),
        ("def heuristic(position):\n    return float('nan')\n", 1, "answered nan after"),
        ("def choose(position, limit):\n    pass\n", 1, "your file answered None after"),
    ],
)
def test_an_error_is_marked_at_its_line(page: Page, text: str, line: int, words: str) -> None:
    try_out(page, text)
    expect(page.get_by_role("heading", name="My agent failed")).to_be_visible()
    expect(page.locator("pre").first).to_contain_text(words)
    expect(page.locator(".line-numbers .wrong")).to_have_text(str(line))
    number = page.locator(".line-numbers .wrong").bounding_box()
    stripe = page.locator(".wrong-line").bounding_box()
    assert number
    assert stripe
    assert abs(number["y"] - stripe["y"]) < 2
    page.get_by_role("button", name=f"Go to line {line}").click()
    selected = page.evaluate(
        "() => [document.activeElement.selectionStart, document.activeElement.selectionEnd]"
    )
    assert text[slice(*selected)] == text.split("\n")[line - 1]
    page.keyboard.type("#")
    expect(page.locator(".line-numbers .wrong")).to_have_count(0)


def test_the_error_mark_stays_beside_its_line_when_scrolling(page: Page) -> None:
    try_out(page, "# a comment\n" * 80 + "def choose(position, limit):\n    return 1 / 0\n")
    expect(page.locator(".line-numbers .wrong")).to_have_text("82")
    page.get_by_role("button", name="Go to line 82").click()
    page.wait_for_function(
        """() => {
            const [number, stripe] = [".line-numbers .wrong", ".wrong-line"]
                .map((name) => document.querySelector(name).getBoundingClientRect());
            const box = document.querySelector("#source").getBoundingClientRect();
            return Math.abs(number.y - stripe.y) < 2 && stripe.y > box.y && stripe.y < box.bottom;
        }"""
    )


def test_prints_of_an_agent_are_shown_and_the_page_is_accessible(page: Page) -> None:
    try_out(page, "print('loaded')\n" + GOOD.replace("    return", "    print(1, 2)\n    return"))
    expect(page.get_by_role("heading", name="My agent works")).to_be_visible()
    expect(page.locator(".printed")).to_have_text("loaded\n1 2")
    try_out(page, NO_NUMBER)
    expect(page.get_by_role("heading", name="My agent failed")).to_be_visible()
    expect(page.locator(".printed")).to_contain_text("asked after")
    expect(page.locator("pre").first).not_to_contain_text("printed")
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 780})
        expect_usable(page)


def test_code_is_replaced_only_after_confirmation(page: Page) -> None:
    begun = source(page)
    page.get_by_role("button", name="Example: choose").click()
    page.wait_for_function("old => document.querySelector('#source').value !== old", arg=begun)
    write(page, "# mine")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    assert source(page) == "# mine"
    page.get_by_role("button", name="Example: Kaggle").click()
    asking = page.get_by_role("dialog", name="Replace your text?")
    expect(asking.get_by_role("button", name="Keep my text")).to_be_focused()
    assert not Axe().run(page).response["violations"]
    page.keyboard.press("Escape")
    expect(asking).to_be_hidden()
    assert source(page) == "# mine"
    page.get_by_role("button", name="Example: Kaggle").click()
    asking.get_by_role("button", name="Replace it").click()
    page.wait_for_function("() => document.querySelector('#source').value.includes('observation')")
    page.locator("#source").press("Control+z")
    assert source(page) == "# mine"


def test_versions_are_saved_under_their_name_and_can_be_edited(page: Page) -> None:
    page.locator("#agent-name").fill("Walker")
    page.locator("#agent-author").fill("Ada")
    for text in (GOOD, GOOD + "# second\n"):
        try_out(page, text)
        expect(page.get_by_role("heading", name="Walker works")).to_be_visible()
    row = page.locator(".mine > li", has_text="Walker").first
    expect(row).to_contain_text("by Ada")
    expect(row).to_contain_text("Version 2, Python")
    write(page, "# something else")
    row.get_by_text("Earlier versions").click()
    row.get_by_role("button", name="Edit Walker, version 1").click()
    page.get_by_role("button", name="Replace it").click()
    expect(page.locator("#source")).to_have_value(GOOD)
    page.locator("#agent-name").fill("Runner")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("heading", name="Runner works")).to_be_visible()
    expect(page.locator(".mine > li strong", has_text="Walker")).to_be_visible()
    expect(page.locator(".mine > li strong", has_text="Runner")).to_be_visible()


def test_a_test_counts_the_mistakes_of_all_games(page: Page, laboratory: str) -> None:
    page.locator("#agent-name").fill("Tested")
    try_out(page, GOOD + "# tested\n")
    expect(page.get_by_role("heading", name="Tested works")).to_be_visible()
    page.get_by_role("button", name="Test it").first.click()
    dialog = page.get_by_role("dialog", name="Test Tested")
    assert not Axe().run(page).response["violations"]
    papers = json.loads(page.request.get(f"{laboratory}/api/information").text())["agents"]
    dialog.locator("#against").select_option("one")
    offered = dialog.locator("#opponent-kind option")
    for player in papers:
        if player["paper"]:
            expect(
                offered.filter(has_text=re.compile(f"^{re.escape(player['name'])}$"))
            ).to_have_count(1)
    dialog.locator("#opponent-kind").select_option("random")
    dialog.locator("#test-games").fill("2")
    dialog.get_by_role("button", name="Start the test").click()
    page.wait_for_url(re.compile("tournament="))
    cell = page.get_by_role("cell", name=re.compile(r"\d+ in \d+ moves"))
    expect(cell).to_have_count(2, timeout=LONG_PATIENCE)
    expect(page.get_by_text("A mistake is a move that gives")).to_be_visible()
