"""Two real browsers that play each other by link."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import click_column, expect_stones, expect_usable, visit
from tests.browser.test_motion import RECORD_END
from tests.processes import free_port
from tests.web.laboratory.test_sudden_end import served
from tests.web.running import running_laboratory

pytestmark = pytest.mark.slow
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def expect_status(page: Page, words: str) -> None:
    expect(page.locator("#status")).to_contain_text(words)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def invite(page: Page, laboratory: str) -> str:
    """Makes a game with one click, and answers the link for the friend."""
    visit(page, laboratory)
    press(page, "Play a friend by link")
    page.wait_for_url("**/friend/*")
    return page.locator("#friend-link").input_value()


def join(page: Page, link: str, name: str = "Bo") -> Page:
    visit(page, link)
    page.get_by_label("Your name").fill(name)
    press(page, "Take the seat")
    expect(page.locator(".player", has_text=name)).to_contain_text("you")
    return page


@pytest.fixture
def players(new_page: NewPage, laboratory: str) -> tuple[Page, Page]:
    """Ann at a desk and Bo with a phone, in a game that has begun."""
    ann, bo = new_page(), new_page(**PHONE)
    join(bo, invite(ann, laboratory))
    expect_status(ann, "Orange: your move.")
    return ann, bo


def test_a_game_survives_a_restart_and_a_lost_connection(
    new_page: NewPage, tmp_path: Path, complaints: list[str]
) -> None:
    port = free_port()
    ann, bo = new_page(), new_page(**PHONE)
    with served(tmp_path, port):
        link = invite(ann, f"http://127.0.0.1:{port}")
        join(bo, link)
        click_column(ann, 4)
        expect_stones(bo, 1)
        click_column(bo, 3)
        expect_stones(ann, 2)
        click_column(ann, 4)
        expect_stones(bo, 3)
        bo.context.set_offline(True)
        click_column(bo, 3)
        expect(bo.locator("#connection")).to_contain_text("will be sent")
        expect(ann.locator(".player", has_text="Bo")).to_contain_text("away")
        bo.context.set_offline(False)
        expect_stones(ann, 4)
        expect(ann.locator(".player", has_text="Bo")).not_to_contain_text("away")
    click_column(ann, 4)  # the server has been killed
    expect(ann.locator("#connection")).to_contain_text("will be sent")
    expect(bo.locator("#connection")).to_contain_text("keeps trying")
    with served(tmp_path, port):
        expect_stones(bo, 5)
        expect(ann.locator("#connection")).to_have_text("")
        click_column(bo, 3)
        expect_stones(ann, 6)
        click_column(ann, 4)
        for page in (ann, bo):
            expect_status(page, "Orange has won with a move in column 4.")
            assert page.locator(".moves").inner_text() == "4343434"
        press(ann, "Rematch")
        press(bo, "Accept")
        expect_status(bo, "Orange: your move.")
        expect(bo.locator(".player .points")).to_have_text(["0", "1"])
        ann.close()
        bo.close()
    assert [text for text in complaints if text.startswith("exception")] == []
    complaints.clear()  # the browser logs every attempt that failed


def test_opening_the_link_takes_no_seat_and_latecomers_watch(
    new_page: NewPage, laboratory: str
) -> None:
    ann, preview, bo, late = (new_page() for _ in range(4))
    link = invite(ann, laboratory)
    visit(preview, link)
    visit(bo, link.partition("#")[0])
    for page in (preview, bo):
        expect_status(page, "One seat is still free.")
    expect_status(ann, "Waiting for your friend.")
    bo.goto(link)  # the browser loads nothing: only what follows # is new
    press(bo, "Take the seat")
    expect_status(ann, "Orange: your move.")
    expect(preview.get_by_role("button", name="Take the seat")).to_have_count(0)
    preview.close()
    visit(late, link)
    late.locator("summary").click()
    expect(late.get_by_text("You are watching this game.")).to_be_visible()
    for page in (ann, bo):
        assert "#" not in page.url, "an address that is copied gives no seat away"
    expect(ann.get_by_text("Watching: 1")).to_be_visible()
    click_column(late, 4)
    click_column(ann, 2)
    expect_stones(late, 1)
    assert late.locator(".moves").inner_text() == "2"
    expect(late.get_by_role("button", name="Resign")).to_have_count(0)


def test_a_link_made_on_this_machine_can_be_opened_by_others(
    new_page: NewPage, tmp_path: Path
) -> None:
    page = new_page()
    others = ("http://192.0.2.1:8000/", "http://lab.local:8000/")
    with running_laboratory(tmp_path, is_local=False, others=others) as address:
        link = invite(page, address)
        expect(page.get_by_text("This address works on this machine only.")).to_have_count(0)
        page.close()
    assert re.fullmatch(r"http://192\.0\.2\.1:8000/friend/[\w-]+#[\w-]+", link)


def test_two_tabs_of_one_player_agree(players: tuple[Page, Page]) -> None:
    ann, bo = players
    other = visit(ann.context.new_page(), ann.url)
    expect_status(other, "Orange: your move.")
    click_column(other, 4)
    expect_stones(ann, 1)
    click_column(bo, 4)
    expect_stones(other, 2)
    click_column(ann, 4)
    expect_stones(other, 3)
    other.close()
    expect(bo.locator(".player", has_text="Orange")).not_to_contain_text("away")


def test_an_undo_is_granted_or_declined_and_resigning_takes_two_touches(
    players: tuple[Page, Page],
) -> None:
    ann, bo = players
    click_column(ann, 4)
    expect_stones(bo, 1)
    press(ann, "Ask to take back")
    expect(bo.locator(".offer")).to_contain_text("Orange asks to take a move back.")
    press(bo, "Decline")
    expect(ann.locator(".offer")).to_be_empty()
    expect(ann.locator("#announcer")).to_contain_text("Your offer was declined.")
    press(ann, "Ask to take back")
    press(bo, "Accept")
    expect_stones(ann, 0)
    expect_status(ann, "Orange: your move.")
    click_column(ann, 4)
    expect_stones(bo, 1)
    press(bo, "Resign")
    expect_status(ann, "to move")
    press(bo, "Really resign?")
    for page in players:
        expect_status(page, "Blue has resigned: Orange wins.")
    ann.get_by_role("link", name="Review").click()
    ann.wait_for_url("**/analyse?pos=4*")


def test_the_result_appears_after_the_last_disc_has_landed(players: tuple[Page, Page]) -> None:
    ann, bo = players
    for turn in range(3):
        click_column(ann, 4)
        expect_stones(bo, 2 * turn + 1)
        click_column(bo, 3)
        expect_stones(ann, 2 * turn + 2)
        expect_status(ann, "your move")
    for page in players:
        page.evaluate(RECORD_END)
    click_column(ann, 4)
    for page in players:
        expect(page.get_by_role("link", name="Review")).to_be_visible()
        end = re.compile("Orange has won .*, falling 0$")
        expect(page.locator("body")).to_have_attribute("data-end", end)


def test_a_phone_that_slept_catches_up(players: tuple[Page, Page]) -> None:
    ann, bo = players
    asleep = bo.context.new_cdp_session(bo)
    asleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    click_column(ann, 4)
    expect_stones(ann, 1)
    asleep.send("Page.setWebLifecycleState", {"state": "active"})
    expect_stones(bo, 1)
    click_column(bo, 3)
    expect_stones(ann, 2)


def test_moves_are_resent_after_a_proxy_error_or_no_answer(
    players: tuple[Page, Page], complaints: list[str]
) -> None:
    ann, bo = players
    statuses = iter((429, 502))
    answer = {"content_type": "text/html", "body": "<html>"}
    ann.route("**/actions", lambda route: route.fulfill(status=next(statuses), **answer), times=2)
    click_column(ann, 4)
    expect_stones(bo, 1)
    expect(ann.locator(".problem").last).to_have_text("")
    click_column(bo, 3)
    expect_stones(ann, 2)
    complaints.clear()  # the browser logs what the proxy said
    ann.route("**/actions", lambda _: None, times=1)  # as a connection that died in silence
    with ann.expect_request("**/actions"):
        click_column(ann, 4)
    ann.evaluate("dispatchEvent(new Event('online'))")  # the page wakes
    expect_stones(bo, 3)


def test_boom_with_a_clock_by_keyboard_offers_no_review(new_page: NewPage, laboratory: str) -> None:
    ann, bo = new_page(), new_page()
    bo.add_init_script("performance.now = () => 0")  # it may stand while a device sleeps
    link = invite(ann, laboratory)
    ann.get_by_label("Rules").select_option("boom")
    ann.get_by_label("With a clock").check()
    ann.get_by_label("Minutes for each").fill("3")
    ann.get_by_label("Your name").fill("Ann")
    press(ann, "Use these settings")
    expect(ann.locator(".player", has_text="Ann")).to_contain_text("3:00")
    assert ann.locator("#friend-link").input_value() == link
    visit(bo, link)
    expect(bo.get_by_role("heading", name="Ann invites you to a game.")).to_be_visible()
    join(bo, link)
    ann.keyboard.press("4")
    expect_stones(bo, 1)
    expect(bo.locator(".player", has_text="Bo")).to_contain_text("2:5")
    for key, stones in (("4", 2), ("5", 3)):  # Bo acts twice
        bo.keyboard.press(key)
        expect_stones(ann, stones)
        # Bo's page takes no key until his move is answered, which Ann may see earlier.
        expect(bo.get_by_role("button", name="Offer a draw")).to_be_enabled()
    expect(ann.locator("#announcer")).to_contain_text("Blue plays column 5. Orange: your move.")
    press(bo, "Resign")
    press(bo, "Really resign?")
    analysis = ann.get_by_role("link", name="Analyse", exact=True).last
    expect(analysis).to_have_attribute("href", re.compile("^/analyse.pos=445&rules=boom$"))
    expect(ann.get_by_role("link", name="Review")).to_have_count(0)


def test_axe_finds_nothing_serious(new_page: NewPage, laboratory: str) -> None:
    ann, bo = new_page(), new_page(**PHONE)
    link = invite(ann, laboratory)
    expect(ann.locator(".qr img")).to_be_visible()
    visit(bo, link)
    for page in (ann, bo):
        expect_usable(page)
    join(bo, link)
    click_column(ann, 4)
    expect_stones(bo, 1)
    press(bo, "Offer a draw")
    expect(ann.locator(".offer")).to_contain_text("Bo offers a draw.")
    for page in (ann, bo):
        page.locator("summary").click()
        expect_usable(page)


def test_a_game_that_is_gone_says_so(
    new_page: NewPage, laboratory: str, complaints: list[str]
) -> None:
    page = new_page()
    page.goto(f"{laboratory}/friend/nosuchgame")
    expect(page.locator(".problem")).to_have_text("This game no longer exists here.")
    complaints.clear()  # the browser logs the refusal itself
