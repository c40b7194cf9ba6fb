"""The page as owners, other visitors and the operator see it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from enraya.web.laboratory.stores.sessions import operator_link
from enraya.web.server.settings import ServerSettings
from tests.browser.conftest import NewPage
from tests.browser.pages import visit
from tests.web.running import running_laboratory

pytestmark = pytest.mark.slow
AGENT = {"name": "First try", "source": "def choose(position, limit):\n    return 4\n"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("reached")


@pytest.fixture(scope="module")
def reached(folder: Path) -> Iterator[str]:
    """A laboratory on which visitors are not the operator."""
    with running_laboratory(folder, has_operator=True, allow_uploads=True) as address:
        yield address


def rename(page: Page, name: str) -> None:
    page.get_by_role("button", name="Rename").first.press("Enter")
    box = page.get_by_role("textbox", name="New name")
    expect(box).to_be_focused()
    box.fill(name)
    box.press("Enter")


def delete(page: Page) -> None:
    page.get_by_role("button", name="Delete").first.press("Enter")
    sure = page.get_by_role("group", name="Delete")
    expect(sure.get_by_role("button", name="Keep as it is")).to_be_focused()
    assert not Axe().run(page).response["violations"]
    sure.get_by_role("button", name="Delete").press("Enter")


def test_a_game_and_an_agent_are_renamed_and_deleted(new_page: NewPage, reached: str) -> None:
    page = visit(new_page(), reached)
    page.keyboard.press("4")
    page.get_by_text("Your games").click()
    rename(page, "My best")
    expect(page.locator("details").get_by_text("My best")).to_be_visible()
    before = page.url
    delete(page)
    expect(page).not_to_have_url(before)
    expect(page.get_by_text("My best")).to_have_count(0)
    page.request.post(f"{reached}/api/agents", data=AGENT)
    visit(page, f"{reached}/agent")
    rename(page, "Second try")
    expect(page.get_by_role("listitem").get_by_text("Second try")).to_be_visible()
    delete(page)
    expect(page.get_by_text("None yet.")).to_be_visible()


def test_past_games_show_their_results_and_are_reviewed(new_page: NewPage, reached: str) -> None:
    page = new_page(viewport={"width": 360, "height": 780})
    visit(page, f"{reached}/?pos=44&first=human&second=human")
    page.get_by_text("Your games").click()
    expect(page.get_by_text("No game yet.")).to_be_visible()
    for first, second in (("human", "human"), ("greedy", "human"), ("human", "greedy")):
        visit(page, f"{reached}/?pos=445566&first={first}&second={second}")
        if first == "human":
            page.keyboard.press("7")
        expect(page.locator(".headline")).to_be_visible()
    visit(page, f"{reached}/?pos=4&first=human&second=human")
    page.keyboard.press("7")
    expect(page.locator(".moves")).to_have_text("47")
    page.get_by_text("Your games").click()
    results = page.locator(".games > li strong")
    expect(results).to_have_text(["Not finished", "You won", "You lost", "Orange won"])
    rows = page.locator(".games > li")
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(rows.first.get_by_role("link", name="Continue")).to_be_visible()
    rows.last.get_by_role("link", name="Review").click()
    expect(page.locator(".accuracy")).to_be_visible()


def test_other_visitors_see_a_game_but_cannot_play_it(new_page: NewPage, reached: str) -> None:
    page = visit(new_page(), reached)
    page.keyboard.press("4")
    expect(page.locator(".moves")).to_contain_text("4")
    other = visit(new_page(), page.url)
    expect(other.locator("#status")).to_contain_text("Somebody else's: you can watch.")
    other.keyboard.press("1")
    expect(other.get_by_role("button", name="Undo")).to_be_disabled()
    expect(other.locator(".problem")).to_have_text("")


def test_other_visitors_see_the_name_of_an_upload(new_page: NewPage, reached: str) -> None:
    page = new_page()
    data = {**AGENT, "name": "Secret plan", "author": "Ana"}
    agent = page.request.post(f"{reached}/api/agents", data=data).json()["agent"]
    game = page.request.post(f"{reached}/api/games", data={"second": agent}).json()
    wanted = {"agents": [agent, "random"], "games": 1}
    run = page.request.post(f"{reached}/api/tournaments", data=wanted).json()
    assert run["names"] == ["Secret plan (Ana)", "random"]
    other = visit(new_page(), f"{reached}/?game={game['id']}")
    expect(other.locator(".player-name").last).to_have_text("Secret plan (Ana)")
    visit(other, f"{reached}/arena?tournament={run['id']}")
    expect(other.locator(".runs").get_by_text("Secret plan (Ana)")).to_be_visible()
    assert "upload(" not in other.locator("main").inner_text()


def test_only_its_owner_and_the_operator_control_a_run(
    new_page: NewPage, reached: str, folder: Path
) -> None:
    page = visit(new_page(), f"{reached}/evolution")
    page.locator("#population").fill("10")
    page.locator("#generations").fill("2")
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_role("heading", name="finished")).to_be_visible()
    rename(page, "Two generations")
    expect(page.get_by_role("heading", name="Two generations")).to_be_visible()
    other = visit(new_page(), f"{reached}/evolution")
    expect(other.get_by_role("heading", name="Two generations")).to_be_visible()
    expect(other.get_by_text("Somebody else's: you can watch.")).to_be_visible()
    expect(other.get_by_role("button", name="Delete")).to_have_count(0)
    secret = operator_link(ServerSettings(store=folder))
    visit(other, f"{reached}/operator#{secret}")
    assert not Axe().run(other).response["violations"]
    other.get_by_role("button", name="Make this browser the operator's").press("Enter")
    expect(other.get_by_text("This browser has the operator's rights.").last).to_be_visible()
    assert secret not in other.url
    visit(other, f"{reached}/evolution")
    delete(other)
    expect(other.get_by_text("No evolution yet.")).to_be_visible()
