"""Playing in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import begin, click_column, expect_stones, visit

pytestmark = pytest.mark.slow
OPEN_COLUMN = ".column-button:not([aria-disabled])"


def status(page: Page) -> str:
    return page.locator("#status").inner_text()


def test_a_whole_game_is_played_by_mouse(page: Page) -> None:
    begin(page, first="human", second="script(1111117)")
    for turn, column in enumerate((4, 5, 6), start=1):
        click_column(page, column)
        expect_stones(page, 2 * turn)
    click_column(page, 7)
    expect(page.locator(".mark.winning")).to_have_count(4)
    expect(page.locator(".headline")).to_have_text("You won in 4 moves")
    line = "The line: row 1, columns 4 to 7."
    assert status(page) == f"Orange has won with a move in column 7. {line}"


def test_a_whole_game_is_played_by_keyboard(page: Page) -> None:
    page.keyboard.press("n")
    page.locator("#first-kind").press("h")  # in the dialog letters choose, they do not play
    page.locator("#second-kind").press("r")
    page.keyboard.press("Tab")
    page.locator("#start-moves").press("Enter")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.locator(".player-name")).to_have_text(["Human", "Random"])
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect_stones(page, 2)
    moves, turn = page.locator(".moves"), re.compile("your move|won|draw")
    while "your move" in status(page):  # which is empty while the last disc falls
        played = moves.inner_text()
        page.keyboard.press(page.locator(OPEN_COLUMN).first.inner_text())
        expect(moves).not_to_have_text(played)
        expect(page.locator("#status")).to_have_text(turn)
    assert re.search("won|draw", status(page))


def test_a_full_column_is_refused_by_the_page_itself(page: Page) -> None:
    begin(page, first="human", second="human", moves="111111")
    expect_stones(page, 6)
    page.keyboard.press("1")
    expect(page.get_by_role("alert")).to_have_text("Column 1, full")
    page.keyboard.press("2")
    expect_stones(page, 7)
    expect(page.get_by_role("alert").filter(visible=True)).to_have_count(0)


def test_scores_stay_on_during_the_game(page: Page) -> None:
    begin(page, first="human", second="script(4)")
    page.keyboard.press("h")
    expect(page.get_by_role("button", name="Column 4, win in 41")).to_be_visible()
    expect(page.locator(".column-score")).to_have_text(["−2", "−1", "0", "+1", "0", "−1", "−2"])
    page.keyboard.press("4")
    expect_stones(page, 2)
    expect(page.locator(".column-button.best")).to_have_count(1)
    page.reload()
    expect(page.locator(".column-button.best")).to_have_count(1)
    page.keyboard.press("h")
    expect(page.locator(".column-score")).to_have_text([""] * 7)


def test_boom_with_an_explosion_offers_no_review(page: Page) -> None:
    begin(page, first="human", second="human", rules="boom", moves="5565445366747")
    expect_stones(page, 13)
    assert page.locator(".bomb").count() > 0
    expect(page.locator("#status")).to_contain_text("The next disc is a bomb.")
    page.keyboard.press("2")
    expect_stones(page, 14)
    page.keyboard.press("b")
    expect(page.locator(".mark.winning")).not_to_have_count(0)
    assert page.locator(".stones .disc:not(.bursting)").count() < 14
    expect(page.locator("#status")).to_contain_text(
        "Blue has won by setting off the bomb. The lines: column 4, row 1;"
    )
    expect(page.locator(".headline")).to_have_text("Blue won in round 4")
    expect(page.locator(".ending").get_by_role("link", name="Analyse")).to_have_count(1)
    expect(page.get_by_role("link", name="Review")).to_have_count(0)


def test_agents_play_each_other_with_pause_and_step(page: Page) -> None:
    begin(page, first="script(1234567)", second="script(7654321)")
    page.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(300)
    played = page.locator(".moves")
    before = played.inner_text()
    page.get_by_role("button", name="One move").click()
    expect(played).not_to_have_text(before)
    after = played.inner_text()
    page.wait_for_timeout(700)
    assert played.inner_text() == after, "it continues by itself"
    page.locator("#speed").fill("2000")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("#status")).to_contain_text(re.compile("won|draw"))


def test_thinking_can_be_stopped(page: Page) -> None:
    begin(page, first="human", second="mcts(seconds=30)", seconds="30")
    page.keyboard.press("4")
    page.get_by_role("button", name="Stop thinking").click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    expect_stones(page, 1)
    page.keyboard.press("u")
    expect_stones(page, 0)


def test_the_page_speaks_the_language_of_the_browser(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(locale="pt-BR"), laboratory)
    assert page.locator("html").get_attribute("lang") == "pt"
    expect(page.get_by_role("button", name="Nova partida")).to_be_visible()
    for language, words in (("es", "Partida nueva"), ("ca", "Partida nova"), ("en", "New game")):
        page.locator("#language").select_option(language)
        expect(page.get_by_role("button", name=words)).to_be_visible()


def test_moves_are_announced_survive_a_reload_and_can_be_undone_and_redone(
    page: Page, laboratory: str
) -> None:
    begin(page, first="human", second="script(35)")
    page.keyboard.press("4")
    expect_stones(page, 2)
    expect(page.locator("#announcer")).to_have_text("Blue plays column 3. Orange: your move.")
    board = page.locator(".board")
    expect(board).to_have_attribute("aria-label", re.compile("row 1: empty empty blue orange"))
    click_column(page, 4)
    expect_stones(page, 4)
    page.reload()
    expect_stones(page, 4)
    assert page.locator(".moves").inner_text() == "4345"
    visit(page, laboratory)
    expect_stones(page, 4)
    page.keyboard.press("u")
    expect_stones(page, 2)
    page.keyboard.press("r")
    expect_stones(page, 4)
    page.get_by_role("button", name="Undo").click()
    expect_stones(page, 2)


def test_a_second_tab_says_that_the_game_has_continued(
    new_page: NewPage, laboratory: str, complaints: list[str]
) -> None:
    page = visit(new_page(), laboratory)
    begin(page, first="human", second="human")
    other = page.context.new_page()
    visit(other, page.url)
    page.keyboard.press("4")
    expect_stones(page, 1)
    other.keyboard.press("3")
    expect(other.get_by_role("alert")).to_contain_text("another tab")
    expect_stones(other, 1)
    complaints.clear()  # the browser logs the refusal itself


def test_a_pressed_button_can_be_read_under_the_mouse(page: Page) -> None:
    scores = page.get_by_role("button", name="Scores")
    scores.click()
    expect(page.locator(".column-button.best")).not_to_have_count(0)  # nothing is drawn after that
    scores.hover()
    style = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    text, background = scores.evaluate(style)
    assert text != background


def test_errors_are_in_the_language_of_the_reader(
    new_page: NewPage, laboratory: str, complaints: list[str]
) -> None:
    page = visit(new_page(locale="ca-ES"), f"{laboratory}/?pos=4444444")
    assert page.locator(".problem").inner_text() == (
        "Jugada 7 de '4444444': la columna 4 és plena després de '444444'."
    )
    page.keyboard.press("n")
    page.locator("#second-kind").select_option("other")
    page.locator("#second-text").fill("level(11)")
    page.locator("#start-moves").press("Enter")
    expect(page.get_by_role("dialog").locator(".problem")).to_have_text(
        "level(level=11): level ha d'estar entre 1 i 10."
    )
    assert all("422" in complaint for complaint in complaints)
    complaints.clear()


def test_a_hint_is_given_once_by_the_solver_or_else_by_a_search(page: Page) -> None:
    begin(page, first="human", second="human", moves="445566")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_contain_text("Hint: column 3, win in 1.")
    expect(page.locator(".pointing .disc")).to_have_count(1)
    expect(page.locator(".column-score")).to_have_text([""] * 7)
    page.keyboard.press("1")
    expect_stones(page, 7)
    expect(page.locator("#status")).to_have_text("Blue: your move.")
    expect(page.locator(".pointing .disc")).to_have_count(0)
    begin(page, first="human", second="human", rules="boom", moves="4455")
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#status")).to_contain_text(re.compile(r"Hint: column \d, after a search"))
    expect(page.locator(".pointing .disc")).to_have_count(1)
    begin(page, rules="boom", moves="33146511256411275743")
    page.keyboard.press("i")
    expect(page.locator("#status")).to_contain_text("after a search")


def test_the_rules_have_pictures_and_lead_to_a_game(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(viewport={"width": 360, "height": 780}), f"{laboratory}/help")
    page.get_by_role("link", name="Rules").click()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator(".pictures .board")).to_have_count(7)
    expect(page.locator("#boom .bomb")).to_have_count(3)
    expect(page.locator("#classic .mark.winning")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#desconecta").get_by_role("link", name="Play this").click()
    expect(page.locator(".turn-line")).to_contain_text("Round")
    page.get_by_role("link", name="The rules, with pictures").click()
    expect(page.locator("#desconecta")).to_be_in_viewport()


def test_a_shared_game_keeps_its_players(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), laboratory)
    begin(page, first="human", second="level(2)", moves="414141")
    click_column(page, 4)
    page.get_by_role("button", name="Share").click()
    shared = page.get_by_role("link", name="Open it").get_attribute("href") or ""
    expect(page.get_by_role("textbox", name="Link to this game")).to_have_value(shared)
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#status")).to_contain_text("Orange has won")
    friend = visit(new_page(), laboratory)
    begin(friend, first="human", second="level(5)")
    visit(friend, shared)
    expect(friend.locator(".player-name")).to_have_text(["Human", "Level 2"])
    expect(friend.locator(".headline")).to_have_text("You won in 4 moves")
    visit(friend, f"{laboratory}/?pos=")
    expect(friend.locator(".player-name")).to_have_text(["Human", "Level 5"])
