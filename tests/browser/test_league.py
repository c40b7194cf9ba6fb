"""The pages of a league in a real browser: a class joins, sends, watches; its teacher runs it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from enraya.league.rank.ranking import publish_ranking
from enraya.league.rank.results import read_results
from enraya.league.store.store import LeagueStore
from tests.browser.conftest import NewPage
from tests.browser.league_people import BROKEN, GOOD, PHONE, Class, enter, join, send, small_class
from tests.browser.pages import visit
from tests.league.making import C_SOURCE, enter_agent
from tests.web.league.running import Links, running_league

pytestmark = pytest.mark.slow
FAILING = "def choose(position, limit):\n    print('so far', position.moves)\n    return 1 / 0\n"
HOSTILE = "def choose(position, limit):\n    while True:\n        pass\n"


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    """A league whose worker plays, with two teams that are there already."""
    with small_class(tmp_path_factory.mktemp("league") / "ia") as made:
        yield made


def test_a_class_joins_sends_versions_and_sees_what_becomes_of_them(
    new_page: NewPage, league: Class
) -> None:
    ana = join(new_page(viewport=PHONE), league.join_link, "Phoenix")
    send(ana, "mine.py", BROKEN)
    expect(ana.locator(".version.state-rejected")).to_contain_text("The fault is in what was sent")
    expect(ana.locator(".wrong-line")).to_be_visible()
    send(ana, "mine.py", FAILING)
    expect(ana.locator(".version.state-rejected .printed")).to_contain_text("so far")
    send(ana, "mine.py", GOOD)
    expect(ana.locator(".version.state-active")).to_contain_text("version 3")
    expect(ana.locator(".team-facts")).to_contain_text("Rating")
    expect(ana.locator(".grade-card")).to_contain_text("random")

    ben = join(new_page(), league.join_link, "Sea Sharp")
    ben.locator("#file").set_input_files(
        {"name": "mine.c", "mimeType": "text/plain", "buffer": C_SOURCE}
    )
    expect(ben.get_by_label("File name")).to_have_value("mine.c")
    ben.get_by_role("button", name="Send", exact=True).click()
    expect(ben.locator(".version.state-active")).to_contain_text("version 1")
    send(ben, "mine.py", HOSTILE)
    expect(ben.locator(".version.state-rejected")).to_contain_text("The fault is in what was sent")
    expect(ben.locator(".version.state-active")).to_contain_text("version 1")

    ben.get_by_role("link", name="Compare two versions").click()
    expect(ben.locator(".side-by-side tbody tr").first).to_be_visible()

    watcher = visit(new_page(), league.address)
    expect(watcher.locator(".ranking tbody tr")).to_have_count(6)
    expect(watcher.locator(".ranking")).to_contain_text("Phoenix")
    expect(watcher.locator(".baseline-row")).to_have_count(2)
    watcher.locator(".game-list a").first.click()
    watcher.wait_for_selector("body[data-ready]")
    watcher.get_by_role("button", name="Review by the perfect player").click()
    expect(watcher.locator(".review .accuracy")).to_be_visible()


def test_text_that_was_not_sent_survives_and_is_not_replaced_without_a_question(
    new_page: NewPage, league: Class
) -> None:
    page = enter(new_page(), league.team_link("Careful"))
    page.get_by_label("The source").fill(GOOD)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.get_by_label("The source")).to_have_value(GOOD)
    page.get_by_label("Or begin with an example").select_option("lisp")
    page.get_by_role("button", name="Keep my text").click()
    expect(page.get_by_label("The source")).to_have_value(GOOD)


def test_pages_go_on_by_themselves_when_the_server_is_back(
    new_page: NewPage, complaints: list[str], tmp_path: Path
) -> None:
    links = Links(tmp_path / "ia")
    with running_league(links.folder) as address:
        page = visit(new_page(), address)
        team = enter(new_page(), Class(address, links).team_link("Patient"))
        team.get_by_label("The source").fill(GOOD)
    with LeagueStore(links.folder) as store:
        enter_agent(store, "New", "random")
        publish_ranking(store, read_results(store))
    with running_league(links.folder, port=int(address.rpartition(":")[2])):
        expect(page.locator(".ranking tbody tr")).to_have_count(3)
        send(team, "mine.py", GOOD)
        expect(team.locator(".version")).to_contain_text("Place 1 in the queue")
        for one in (page, team):
            one.goto("about:blank")
    complaints.clear()  # nobody answered for a while, and browsers say so
