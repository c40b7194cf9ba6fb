"""A team's page: the editor, dropped files, comparing versions, keyboard use."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from enraya.league.store.store import LeagueStore
from tests.browser.conftest import NewPage
from tests.browser.league_people import GOOD, Class, drop, enter, send, small_class
from tests.browser.pages import visit
from tests.league.making import add_version

pytestmark = pytest.mark.slow
MOST_TABS = 60
FAILING = "def choose(position, limit):\n    print('so far', position.moves)\n    return 1 / 0\n"


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    """A league whose worker plays; its first team has two versions."""
    grading = {"pairs": 400, "moves": 20}  # so that the grade goes on changing
    folder = tmp_path_factory.mktemp("league") / "ia"
    with small_class(folder, max_pairs=400, openings=400, opening_plies=4, grading=grading) as made:
        with LeagueStore(made.links.folder) as store:
            add_version(store, 1, "level(1)")
        yield made


def test_the_editor_numbers_indents_undoes_marks_and_keeps(
    new_page: NewPage, league: Class
) -> None:
    page = enter(new_page(), league.team_link("Editors"))
    source = page.get_by_label("The source")
    source.fill("")
    source.press_sequentially("def choose(position, limit):")
    source.press("Enter")
    source.press_sequentially("x = 1")
    source.press("Enter")
    source.press("Tab")
    source.press_sequentially("y = (")
    expect(source).to_have_value("def choose(position, limit):\n    x = 1\n        y = (")
    expect(page.locator(".line-numbers span")).to_have_text(["1", "2", "3"])
    source.press("Shift+Tab")
    expect(source).to_have_value(re.compile(r"\n    y = \($"))
    source.press("Control+z")
    expect(source).to_have_value(re.compile(r"\n        y = \($"))
    page.get_by_label("File name").fill("mine.py")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".line-numbers .wrong")).to_have_text("3")
    expect(source).to_have_attribute("aria-invalid", "true")

    source.press("Control+End")
    source.press_sequentially("2)")
    expect(page.locator(".line-numbers .wrong")).to_have_count(0)
    written = source.input_value()
    page.close(run_before_unload=False)
    again = visit(page.context.new_page(), f"{league.address}/team")
    expect(again.get_by_label("The source")).to_have_value(written)
    again.get_by_role("button", name="Leave on this device").click()
    expect(again.get_by_role("link", name="Join", exact=True).first).to_be_visible()
    other = enter(again, league.team_link("At the same desk"))
    expect(other.get_by_label("The source")).not_to_have_value(written)


def test_output_of_a_failing_version_is_shown_and_the_previous_plays_on(
    new_page: NewPage, league: Class
) -> None:
    page = enter(new_page(), league.team_link("Unlucky"))
    send(page, "mine.py", GOOD)
    expect(page.locator(".version.state-active")).to_contain_text("version 1")
    expect(page.locator(".team-facts")).to_contain_text("Rating")
    send(page, "mine.py", FAILING)
    expect(page.locator(".version.state-rejected .printed")).to_contain_text("so far")
    expect(page.locator(".version.state-active")).to_contain_text("version 1")


def test_a_dropped_file_is_shown_and_does_not_replace_what_was_typed(
    new_page: NewPage, league: Class
) -> None:
    page = enter(new_page(), league.team_link("Droppers"))
    source = page.get_by_label("The source")
    drop(page, "dropped.py", GOOD)
    expect(source).to_have_value(GOOD)
    expect(page.get_by_label("File name")).to_have_value("dropped.py")
    source.press_sequentially("# mine")
    drop(page, "other.py", "other")
    page.get_by_role("button", name="Keep my text").click()
    expect(source).to_have_value(re.compile("# mine"))
    expect(page.get_by_label("File name")).to_have_value("dropped.py")


def test_a_hundred_games_between_two_versions_end_in_a_verdict(
    new_page: NewPage, league: Class
) -> None:
    page = enter(new_page(), league.link_of(1))
    page.get_by_role("link", name="Compare two versions").click()
    expect(page.locator(".side-by-side .alone").first).to_be_visible()
    page.get_by_role("button", name="Let them play 100 games").click()
    expect(page.locator(".comparison")).to_contain_text("100 of 100 games")
    expect(page.locator(".comparison .headline")).to_contain_text("Version 2 is weaker")


def test_a_team_joins_and_submits_by_keyboard(new_page: NewPage, league: Class) -> None:
    page = visit(new_page(), league.join_link)
    expect(page.get_by_label("Team name")).to_be_focused()
    page.keyboard.type("Keys")
    tab_to(page, page.get_by_role("button", name="Join", exact=True))
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keys has joined")).to_be_focused()
    tab_to(page, page.get_by_role("link", name="Go to your team's page"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/team")
    page.wait_for_selector("body[data-ready]")
    source = page.get_by_label("The source")
    tab_to(page, source)
    page.keyboard.press("Control+a")
    page.keyboard.type(GOOD.replace("\n    ", "\n"))  # the editor indents by itself
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    button = page.get_by_role("button", name="Send", exact=True)
    expect(button).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".version.state-active")).to_contain_text("version 1")
    expect(button).to_be_focused()
    games = page.locator(".grade-card summary").first
    tab_to(page, games)
    page.keyboard.press("Enter")
    before = page.locator(".grade-card").inner_text()
    expect(page.locator(".grade-card")).not_to_have_text(before, use_inner_text=True)
    expect(games).to_be_focused()
    expect(page.locator(".grade-card details").first).to_have_attribute("open", "")


def tab_to(page: Page, wanted: Locator) -> None:
    """Presses Tab until something has the focus."""
    for _ in range(MOST_TABS):
        if wanted.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key does not reach {wanted}")
