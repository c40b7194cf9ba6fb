"""Actions of people on the pages of a league: open links, join, submit."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from enraya.league.store.store import LeagueStore
from tests.browser.pages import visit
from tests.league.making import enter_agent
from tests.web.league.running import Links, running_league

PHONE = {"width": 390, "height": 844}
GOOD = "def choose(position, limit):\n    return position.legal_moves[-1]\n"
BROKEN = "def choose(position, limit):\n    return (\n"


@dataclass(frozen=True)
class Class:
    """A league that is being served."""

    address: str
    links: Links

    @property
    def join_link(self) -> str:
        """The link by which teams join."""
        return f"{self.address}/join#{self.links.join}"

    def team_link(self, name: str) -> str:
        """The link of a new team."""
        return f"{self.address}/team#{self.links.team(name)}"

    def link_of(self, team: int) -> str:
        """A new link of a team that is there."""
        return f"{self.address}/team#{self.links.new('team', team)}"

    def operator_link(self) -> str:
        """A new link of the operator's, which ends the one before."""
        return f"{self.address}/operator#{self.links.new('operator')}"


@contextmanager
def small_class(folder: Path, **changes: Any) -> Iterator[Class]:
    """A league whose worker plays, with two teams that are there already."""
    settings = {"seconds": 0.3, "max_pairs": 6, "grading": {"pairs": 5, "moves": 20}}
    links = Links(folder, **(settings | changes))
    with LeagueStore(folder) as store:
        for name, spec in (("Seasoned", "level(3)"), ("Novices", "random")):
            enter_agent(store, name, spec)
    with running_league(folder, works=True) as address:
        yield Class(address, links)


def enter(page: Page, link: str) -> Page:
    """Opens a link and accepts it, as a person does."""
    visit(page, link)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Continue")).to_be_hidden()
    page.wait_for_selector("body[data-ready]")
    assert "#" not in page.url
    return page


def join(page: Page, link: str, name: str) -> Page:
    """Joins as a team by the class's link, and goes to its page."""
    visit(page, link)
    page.get_by_label("Team name").fill(name)
    page.get_by_label("Members of the team").fill("Ana\nBo")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("heading", name=f"{name} has joined")).to_be_visible()
    expect(page.locator(".qr img")).to_be_visible()
    own = page.get_by_label("Your team's link").input_value()
    assert own.startswith(link.replace("/join#", "/team#").partition("#")[0])
    page.get_by_role("link", name="Go to your team's page").click()
    page.wait_for_selector("body[data-ready]")
    return page


def press_send(page: Page) -> None:
    """Sends what is there, and waits until it is received."""
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.locator(".submit-form .told-line")).to_contain_text("is received and kept")


def send(page: Page, file: str, source: str) -> None:
    """Sends a typed text."""
    page.get_by_label("The source").fill(source)
    page.get_by_label("File name").fill(file)
    press_send(page)


def drop(page: Page, file: str, source: str) -> None:
    """Drops a file on the form."""
    data = page.evaluate_handle(
        """([name, source]) => {
            const data = new DataTransfer();
            data.items.add(new File([source], name, { type: "text/plain" }));
            return data;
        }""",
        [file, source],
    )
    for event in ("dragover", "drop"):
        page.dispatch_event(".submit-form", event, {"dataTransfer": data})
