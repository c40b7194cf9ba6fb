"""A whole class in real browsers, from QR code to grades, with server restarts."""

import json
import re
import signal
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Locator, Page, expect

from enraya.league.model.records import VersionState
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.web.server.schemas import qr_code
from tests.browser.conftest import NewPage
from tests.browser.league_people import BROKEN, GOOD, PHONE, drop, enter, join, press_send, send
from tests.browser.pages import visit
from tests.league.making import C_SOURCE, make_league
from tests.processes import free_port
from tests.web.league.running import served

pytestmark = pytest.mark.slow
NAMES = ("Ada", "Blai", "Cora", "Dan", "Eva", "Fer")
ON_PHONES = NAMES[:2]
EXAMPLES = Path(__file__).parents[2] / "examples" / "agents"
UNANSWERED = ("net::ERR", "failed: ")
"""How browsers complain of a server that is away."""
NO_LINK = "401 (Unauthorized)"
"""How they complain when a new link has replaced theirs."""
WINNING = """\
def choose(position, limit):
    columns = position.legal_moves
    wins = [one for one in columns if position.play(one).result == position.mover]
    return (wins or columns)[0]
"""
HOSTILE = """\
import os
import socket
from pathlib import Path


def others():
    files = [one for one in Path({folder!r}).rglob("*") if one.is_file()]
    return [one for one in files if one.name != Path(__file__).name][0].read_bytes()


ATTEMPTS = {{
    "the machine": lambda: open("/etc/passwd").read(),
    "the league": lambda: open({file!r}, "rb").read(),
    "other teams": others,
    "a process": lambda: os.fork() or os._exit(0),
    "the network": lambda: socket.create_connection(("127.0.0.1", {port}), 1),
}}


def choose(position, limit):
    reached = []
    for name, attempt in ATTEMPTS.items():
        try:
            attempt()
            reached.append(name)
        except Exception:
            pass
    raise RuntimeError(f"reached: {{', '.join(reached) or 'nothing'}}")
"""


@dataclass
class School:
    """A league's folder, its operator's page and the pages of its teams."""

    folder: Path
    address: str
    operator: Page
    teams: dict[str, Page]

    def operate(self, part: str) -> Page:
        """The operator goes to a part of their pages."""
        return visit(self.operator, f"{self.address}/operator/{part}")


def confirm(page: Page, reason: str = "") -> None:
    """Answers the question for a reason."""
    if reason:
        page.get_by_label("Reason").fill(reason)
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_a_class_from_the_qr_code_to_the_grades(
    new_page: NewPage, complaints: list[str], tmp_path: Path
) -> None:
    folder, port = tmp_path / "ia", free_port()
    make_league(folder, max_pairs=4, shows_aliases=False, grading={"pairs": 5, "moves": 20}).close()
    with served(folder, port) as (server, address):
        school = School(folder, address, enter(new_page(), printed_link(server)), {})
        link = link_of_the_code(school)
        for name in NAMES:
            phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
            page = new_page(**(phone if name in ON_PHONES else {}))
            school.teams[name] = join(page, link, name)
        everybody_sends(school, port)
        ranking = watch_the_ladder(school, visit(new_page(), address))
        server.send_signal(signal.SIGINT)
        server.wait()
    games = count(folder)
    with served(folder, port) as (server, _):
        an_event_is_settled(school)
        server.kill()
    with served(folder, port):
        assert count(folder) >= games
        a_better_version_comes(school, ranking)
        the_event_is_published(school)
        everybody_sees_places_and_a_grade(school)
        assert not any(NO_LINK in one for one in complaints)
        the_operator_looks_after_everything(school, tmp_path)
        for page in (*school.teams.values(), school.operator, ranking):
            page.goto("about:blank")
    expected = (*UNANSWERED, NO_LINK)
    complaints[:] = [one for one in complaints if not any(word in one for word in expected)]
    with LeagueStore(folder) as store:
        states = [version.state for version in store.versions.all()]
    assert len(states) == len(NAMES) + 3
    assert states.count(VersionState.ACTIVE) == len(NAMES)
    assert count(folder) >= games


def printed_link(server: subprocess.Popen[bytes]) -> str:
    """The operator's link, which the server prints the first time."""
    assert server.stdout is not None
    for line in server.stdout:
        kind, _, link = line.decode().strip().partition(": ")
        if kind == "Operator":
            return link
    raise AssertionError("no link was printed")


def count(folder: Path) -> int:
    with LeagueStore(folder) as store:
        return store.arena.count(LADDER)


def link_of_the_code(school: School) -> str:
    """What a camera reads on the projector."""
    page = school.operate("links")
    page.get_by_role("button", name="Make a new link", exact=True).first.click()
    with page.expect_request("**/api/league/qr") as request:
        confirm(page)
    link: str = json.loads(request.value.post_data or "")["link"]
    image = page.locator(".projector .qr img").get_attribute("src") or ""
    assert unquote(image).endswith(qr_code(link))
    return link


def everybody_sends(school: School, port: int) -> None:
    """Four languages, by hand, by file, by example and by dropping; one broken, one hostile."""
    ada, blai, cora, dan, eva, fer = school.teams.values()
    send(ada, "ada.py", GOOD)
    blai.get_by_label("A file or a zip archive").set_input_files(
        {"name": "blai.c", "mimeType": "text/plain", "buffer": C_SOURCE}
    )
    expect(blai.get_by_label("File name")).to_have_value("blai.c")
    press_send(blai)
    cora.get_by_label("Or begin with an example").select_option("cpp")
    expect(cora.get_by_label("File name")).to_have_value("random_agent.cpp")
    press_send(cora)
    drop(dan, "dan.js", (EXAMPLES / "random_agent.js").read_text())
    expect(dan.get_by_label("File name")).to_have_value("dan.js")
    press_send(dan)
    send(eva, "eva.py", BROKEN)
    file = str(school.folder / "league.sqlite")
    send(fer, "fer.py", HOSTILE.format(file=file, folder=str(school.folder), port=port))

    said = eva.locator(".version.state-rejected")
    expect(said).to_contain_text("The fault is in what was sent")
    expect(said).to_contain_text("'(' was never closed (eva.py, line 2)")
    expect(eva.locator(".wrong-line")).to_be_visible()
    send(eva, "eva.py", BROKEN.replace("(\n", "position.legal_moves[0]\n"))
    said = fer.locator(".version.state-rejected")
    expect(said).to_contain_text("The fault is in what was sent")
    expect(said).to_contain_text("reached: nothing")
    send(fer, "fer.py", WINNING + "# my own work\n")
    for page in school.teams.values():
        expect(page.locator(".version.state-active")).to_be_visible()


def watch_the_ladder(school: School, page: Page) -> Page:
    """A visitor without a link sees every team and the baselines, and reviews a game."""
    expect(page.locator(".ranking tbody tr")).to_have_count(len(NAMES) + 2)
    expect(page.locator(".baseline-row")).to_have_count(2)
    for name in school.teams:
        expect(page.locator(".ranking")).to_contain_text(name)
    page.locator(".game-list a").first.click()
    page.wait_for_selector("body[data-ready]")
    page.get_by_role("button", name="Review by the perfect player").click()
    expect(page.locator(".review .accuracy")).to_be_visible()
    return visit(page, school.address)


def an_event_is_settled(school: School) -> None:
    page = school.operate("events")
    page.get_by_label("Name").fill("Final")
    page.get_by_label(re.compile("^Begins")).fill("2099-12-18T12:00")
    page.get_by_role("button", name="Plan an event").click()
    tag = event_card(page).locator(".tag").first
    expect(tag).to_have_text("planned")
    event_card(page).get_by_role("button", name="Settle the versions now").click()
    expect(tag).to_have_text("versions settled")


def event_card(page: Page) -> Locator:
    return page.get_by_label("Final", exact=True)


def a_better_version_comes(school: School, ranking: Page) -> None:
    """A page that stayed open sees it climb, although the server was away twice."""
    ada = school.teams["Ada"]
    send(ada, "ada.py", WINNING)
    expect(ada.locator(".version.state-active")).to_contain_text("version 2")
    row = ranking.get_by_role("row", name=re.compile(r"\bAda\b"))
    expect(row).to_contain_text("version 2")
    before = row.locator(".games").inner_text()
    expect(row.locator(".games")).not_to_have_text(before)


def the_event_is_published(school: School) -> None:
    page = school.operate("events")
    for button in ("Begin now", "Publish"):
        event_card(page).get_by_role("button", name=button).click()
    expect(event_card(page).locator(".tag").first).to_have_text("published")


def everybody_sees_places_and_a_grade(school: School) -> None:
    for name, page in school.teams.items():
        visit(page, f"{school.address}/events")
        expect(page.locator(".places tbody tr")).to_have_count(len(NAMES))
        expect(page.locator(".places .mine-row")).to_contain_text(name)
        visit(page, f"{school.address}/team")
        expect(page.locator(".grade-card")).to_contain_text("random")
    blai = visit(school.teams["Blai"], f"{school.address}/events")
    report = blai.get_by_role("link", name="The report").get_attribute("href") or ""
    answer = blai.request.get(school.address + report)
    assert "Ada" in answer.text()


def the_operator_looks_after_everything(school: School, scratch: Path) -> None:
    """Settings, links, the sheet, similar sources, grades, the log and a backup."""
    expect(school.operate("").locator(".dashboard-facts")).to_contain_text("running")
    page = school.operate("settings")
    page.get_by_label("Beating random").fill("3")
    page.get_by_role("button", name="What would it do").click()
    expect(page.get_by_role("heading", name="Today's grades")).to_be_visible()
    page.get_by_role("button", name="Save…").click()
    confirm(page, "random is harder than it looks")
    visit(school.teams["Dan"], f"{school.address}/rules")
    expect(school.teams["Dan"].locator("main")).to_contain_text("beating random: 3")

    the_operator_changes_links(school)

    page = school.operate("similar")
    pair = page.locator(".link-list li", has_text="Ada")
    expect(pair.first).to_contain_text("Fer")
    pair.get_by_role("button", name="Side by side").first.click()
    expect(page.locator(".side-by-side tbody")).to_contain_text("my own work")

    page = school.operate("grades")
    expect(page.locator(".grade-list > li")).to_have_count(len(NAMES))
    csv = keep(page, re.compile("CSV"), scratch).read_text("utf-8-sig")
    assert all(name in csv for name in NAMES)

    page = school.operate("log")
    for words in ("random is harder than it looks", "published an event", "a lost phone"):
        expect(page.locator(".log")).to_contain_text(words)
    with zipfile.ZipFile(keep(page, re.compile("^Backup"), scratch)) as backup:
        assert any(name.endswith("league.sqlite") for name in backup.namelist())


def the_operator_changes_links(school: School) -> None:
    page = school.operate("links")
    item = page.locator(".link-list li", has_text="Eva")
    item.get_by_role("button", name="Make a new link").click()
    confirm(page, "a lost phone")
    link = item.get_by_role("textbox").input_value()
    eva = enter(school.teams["Eva"], link)
    expect(eva.get_by_role("heading", name="Eva", exact=True)).to_be_visible()
    page.reload()
    item.get_by_role("button", name="End the link").click()
    confirm(page, "it was passed on")
    visit(eva, f"{school.address}/team")
    expect(eva.locator("main")).to_contain_text("A lost link is replaced by your teacher")

    page.get_by_role("button", name="as a sheet to print").click()
    confirm(page)
    expect(page.locator(".sheet-card .qr img")).to_have_count(len(NAMES))
    page.emulate_media(media="print")
    expect(page.locator(".sheet-card").first).to_be_visible()
    for rest in (".tabs", ".link-list", "#navigation"):
        expect(page.locator(rest).first).to_be_hidden()
    assert page.pdf().startswith(b"%PDF")
    page.emulate_media(media="screen")


def keep(page: Page, name: str | re.Pattern[str], scratch: Path) -> Path:
    """Downloads what a link leads to."""
    with page.expect_download() as file:
        page.locator("main .button").filter(has_text=name).first.click()
    path = scratch / file.value.suggested_filename
    file.value.save_as(path)
    return path
