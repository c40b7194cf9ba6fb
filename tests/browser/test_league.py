"""The pages of a league in a real browser: a class joins, sends, watches; its teacher runs it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from enraya.league.ranking import publish_ranking
from enraya.league.store.store import LeagueStore
from tests.browser.conftest import NewPage
from tests.browser.pages import visit
from tests.league.making import C_SOURCE, enter_agent
from tests.web.league.running import Links, person, running_league

pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 844}
GRADING = {"pairs": 5, "moves": 20}
GOOD = "def choose(position, limit):\n    return position.legal_moves[-1]\n"
BROKEN = "def choose(position, limit):\n    return (\n"
FAILING = "def choose(position, limit):\n    print('so far', position.moves)\n    return 1 / 0\n"
HOSTILE = "def choose(position, limit):\n    while True:\n        pass\n"
SHIFTS = """() => new Promise((resolve) => {
    let sum = 0;
    const seen = (list) => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value;
    };
    new PerformanceObserver(seen).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve(sum), 2000);
})"""
"""How much of a page has moved by itself, from its beginning until a moment from now."""
MOST_SHIFT = 0.05
"""Twice as much is what browsers call good."""


@dataclass(frozen=True)
class Class:
    """A league that is being served."""

    address: str
    links: Links


@pytest.fixture(scope="module")
def league(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Class]:
    """A league whose worker plays, with two teams that are there already."""
    folder = tmp_path_factory.mktemp("league") / "ia"
    links = Links(folder, seconds=0.3, max_pairs=6, grading=GRADING)
    with LeagueStore(folder) as store:
        for name, spec in (("Seasoned", "level(3)"), ("Novices", "random")):
            enter_agent(store, name, spec)
    with running_league(folder, works=True) as address:
        yield Class(address, links)


def enter(page: Page, league: Class, kind: str, secret: str) -> Page:
    """Opens a link and accepts it, as a person does."""
    visit(page, f"{league.address}/{kind}#{secret}")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Continue")).to_be_hidden()
    page.wait_for_selector("body[data-ready]")
    assert "#" not in page.url
    return page


def join(page: Page, league: Class, name: str) -> Page:
    """Joins as a team by the class's link, and goes to its page."""
    visit(page, f"{league.address}/join#{league.links.join}")
    page.get_by_label("Team name").fill(name)
    page.get_by_label("Who is in it").fill("Ana\nBo")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("heading", name=f"{name} has joined")).to_be_visible()
    expect(page.locator(".qr img")).to_be_visible()
    link = page.get_by_label("Your team's link").input_value()
    assert link.startswith(f"{league.address}/team#")
    page.get_by_role("link", name="Go to your team's page").click()
    page.wait_for_selector("body[data-ready]")
    return page


def send(page: Page, file: str, source: str) -> None:
    """Sends a text that somebody has typed."""
    page.get_by_label("The source").fill(source)
    page.get_by_label("File name").fill(file)
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".submit-form .told-line")).to_contain_text("is received and kept")


def test_a_class_joins_sends_versions_and_sees_what_becomes_of_them(
    new_page: NewPage, league: Class
) -> None:
    ana = join(new_page(viewport=PHONE), league, "Phoenix")
    send(ana, "mine.py", BROKEN)
    expect(ana.locator(".version.state-rejected")).to_contain_text("The fault is in what was sent")
    expect(ana.locator(".wrong-line")).to_be_visible()
    send(ana, "mine.py", FAILING)
    expect(ana.locator(".version.state-rejected .printed")).to_contain_text("so far")
    send(ana, "mine.py", GOOD)
    expect(ana.locator(".version.state-active")).to_contain_text("version 3")
    expect(ana.locator(".team-facts")).to_contain_text("Rating")
    expect(ana.locator(".grade-card")).to_contain_text("random")

    ben = join(new_page(), league, "Sea Sharp")
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
    page = enter(new_page(), league, "team", league.links.team("Careful"))
    page.get_by_label("The source").fill(GOOD)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.get_by_label("The source")).to_have_value(GOOD)
    page.get_by_label("Or begin with an example").select_option("lisp")
    page.get_by_role("button", name="Keep my text").click()
    expect(page.get_by_label("The source")).to_have_value(GOOD)


def test_the_operator_runs_an_event_and_publishes_places_and_grades(
    new_page: NewPage, league: Class
) -> None:
    page = enter(new_page(), league, "operator", league.links.operator)
    expect(page.locator(".dashboard-facts")).to_contain_text("running")

    visit(page, f"{league.address}/operator/events")
    page.get_by_label("Name").fill("The final")
    page.get_by_role("button", name="Plan an event").click()
    card = page.get_by_label("The final", exact=True)
    publish = card.get_by_role("button", name="Publish")
    expect(publish).to_be_visible()
    publish.click()
    expect(card.locator(".tag").first).to_have_text("published")
    student = visit(new_page(viewport=PHONE), f"{league.address}/events")
    expect(student.locator(".places tbody tr").first).to_be_visible()
    report = student.get_by_role("link", name="The report").get_attribute("href")
    assert "<html" in student.request.get(f"{league.address}{report}").text()

    visit(page, f"{league.address}/operator/grades")
    expect(page.locator(".grade-list")).to_contain_text("Seasoned")
    with page.expect_download() as csv:
        page.get_by_role("link", name=re.compile("CSV")).click()
    assert "Seasoned" in Path(csv.value.path()).read_text("utf-8-sig")

    visit(page, f"{league.address}/operator/settings")
    page.get_by_label("Versions a day").fill("7")
    page.get_by_label("Beating random").fill("2")
    page.get_by_role("button", name="What would it do").click()
    expect(page.get_by_role("heading", name="Today's grades")).to_be_visible()
    page.get_by_role("button", name="Save…").click()
    page.get_by_label("Reason").fill("fewer, better thought out")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("form .tag")).to_have_text("Saved.")
    visit(student, f"{league.address}/rules")
    expect(student.locator("main")).to_contain_text("beating random: 2")

    visit(page, f"{league.address}/operator/links")
    page.get_by_role("button", name="as a sheet to print").click()
    page.get_by_role("button", name="Do it").click()
    expect(page.locator(".sheet-card .qr img").first).to_be_visible()

    visit(page, f"{league.address}/operator/log")
    expect(page.locator(".log")).to_contain_text("fewer, better thought out")


def test_pages_go_on_by_themselves_when_the_server_is_back(
    new_page: NewPage, complaints: list[str], tmp_path: Path
) -> None:
    links = Links(tmp_path / "ia")
    with running_league(links.folder) as address:
        page = visit(new_page(), address)
        team = enter(new_page(), Class(address, links), "team", links.team("Patient"))
        team.get_by_label("The source").fill(GOOD)
    with LeagueStore(links.folder) as store:
        enter_agent(store, "New", "random")
        publish_ranking(store)
    with running_league(links.folder, port=int(address.rpartition(":")[2])):
        expect(page.locator(".ranking tbody tr")).to_have_count(3)
        send(team, "mine.py", GOOD)
        expect(team.locator(".version")).to_contain_text("Place 1 in the queue")
        for one in (page, team):
            one.goto("about:blank")
    complaints.clear()  # nobody answered for a while, and browsers say so


VIEWS = {
    "": ("/", "/games", "/games/1", "/events", "/rules", "/write", "/join#x", "/team", "/operator"),
    "team": ("/team", "/team/compare"),
    "operator": tuple(
        f"/operator/{part}"
        for part in ("", "teams", "events", "grades", "settings", "links", "similar", "log")
    ),
}


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    new_page: NewPage, league: Class, scheme: str, width: int
) -> None:
    found = []
    for who, views in VIEWS.items():
        page = new_page(
            color_scheme=scheme, reduced_motion="reduce", viewport={"width": width, "height": 844}
        )
        if who:
            secret = league.links.team(f"Axe {scheme}") if who == "team" else fresh_link(league)
            enter(page, league, who, secret)
        for view in views:
            visit(page, f"{league.address}{view}")
            page.wait_for_timeout(300)
            violations = Axe().run(page).response["violations"]
            found += [(view, v["id"], v["nodes"][0]["html"][:150]) for v in violations
                      if v["impact"] in ("serious", "critical")]  # fmt: skip
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append((view, "too wide", ""))
    assert found == []


def fresh_link(league: Class) -> str:
    """The secret of a new link of the operator's."""
    with LeagueStore(league.links.folder) as store, store.database.transaction():
        return store.access.new_link("operator")


def test_nothing_moves_while_live_data_arrive(new_page: NewPage, league: Class) -> None:
    page = visit(new_page(), league.address)
    team = enter(new_page(), league, "team", league.links.team("Still"))
    rows = page.locator(".ranking tbody tr").count()
    with person(league.address, league.links.team("Late")) as client:
        assert client.post(
            "/api/league/versions", params={"file": "a.py", "word": "some-word"}, content=GOOD
        ).is_success
    expect(page.locator(".ranking tbody tr")).to_have_count(rows + 1)
    assert page.evaluate(SHIFTS) < MOST_SHIFT
    assert team.evaluate(SHIFTS) < MOST_SHIFT
