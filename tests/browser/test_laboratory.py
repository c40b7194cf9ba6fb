"""Arena, evolution, learning and uploads in a real browser, and accessibility of every page."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import LONG_PATIENCE, expect_stones, expect_usable, visit
from tests.test_old_files import copy_to
from tests.web.running import running_laboratory

pytestmark = pytest.mark.slow
VIEWS = [
    *("/?pos=445566", "/analyse?pos=44444366222155&review=1", "/agent", "/arena"),
    *("/evolution", "/learning", "/help", "/rules"),
]
GOOD = "def choose(position, limit):\n    return 4 if 4 in position.legal_moves else 1\n"
REMEMBERED = {"name": "Remembered", "source": GOOD + "# remembered\n"}
FILL_STORAGE = """() => {
    for (let size = 1 << 22; size >= 1; size >>= 1) {
        try { localStorage.setItem(`filler ${size}`, "x".repeat(size)); } catch {}
    }
}"""
"""Leaves no room in the browser's memory."""


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_serious_and_nothing_is_wider_than_the_screen(
    new_page: NewPage, laboratory: str, view: str, width: int
) -> None:
    page = new_page(reduced_motion="reduce", viewport={"width": width, "height": 844})
    visit(page, laboratory + view)
    if "pos=" in view:
        page.wait_for_timeout(1500)
    if page.locator(".menu-button").is_visible():
        page.get_by_role("button", name="Menu").click()
        expect(page.get_by_role("link", name="Help", exact=True)).to_be_visible()
    expect_usable(page)


def test_a_tournament_is_begun_watched_stopped_and_resumed(
    new_page: NewPage, laboratory: str
) -> None:
    page = visit(new_page(), f"{laboratory}/arena")
    page.locator("#games").fill("60")
    page.get_by_role("button", name="Start the tournament").click()
    words = page.locator("#progress-words")
    expect(words).to_have_text(re.compile("^[1-9].* 180 "))  # no older tournament's
    page.get_by_role("button", name="Stop", exact=True).click()
    resume = page.get_by_role("button", name="Resume")
    expect(resume).to_be_visible()
    played, needed = map(int, re.findall(r"\d+", words.inner_text()))
    assert 0 < played < needed == 180
    resume.click()
    expect(words).to_have_text("180 of 180 games played", timeout=LONG_PATIENCE)
    expect(page.locator(".chart .interval")).to_have_count(3)
    ticks = [text.replace("−", "-") for text in page.locator(".chart > text").all_text_contents()]
    steps = {int(b) - int(a) for a, b in pairwise(text.replace(",", "") for text in ticks)}
    assert len(steps) == 1
    assert re.fullmatch("[125]0*", str(steps.pop()))
    expect(page.locator(".chart .zero")).to_have_count(1)
    page.get_by_role("link", name=re.compile("Open game")).first.click()
    expect(page.locator(".accuracy")).to_be_visible()
    expect(page.get_by_text("The first 4 moves were given")).to_be_visible()


def test_a_good_agent_is_uploaded_and_played(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/agent")
    page.locator("#source").fill(GOOD)
    page.locator("#agent-name").fill("Column four")
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("heading", name="Column four works: on the")).to_be_visible()
    page.get_by_role("link", name="Play against it").first.click()
    expect(page.locator(".player-name").last).to_have_text("Column four")
    page.keyboard.press("1")
    expect_stones(page, 2)
    assert page.locator(".moves").inner_text() == "14"
    visit(page, f"{laboratory}/arena")
    expect(page.locator("#agent-1-kind option", has_text="Column four")).to_have_count(1)


def test_an_upload_is_tried_alone(new_page: NewPage, laboratory: str) -> None:
    page = new_page()
    page.request.post(f"{laboratory}/api/agents", data=REMEMBERED)
    visit(page, f"{laboratory}/agent")
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/agents", hold)
    page.get_by_role("button", name="Try it").press("Enter")
    expect(page.get_by_text("My agent is making its first move…")).to_be_visible()
    buttons = page.locator("[data-runs]")
    expect(buttons).not_to_have_count(0)
    for button in buttons.all():
        expect(button).to_be_disabled()
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.get_by_role("heading", name="My agent works")).to_be_visible()
    for button in buttons.all():
        expect(button).to_be_enabled()
    expect(page.get_by_role("button", name="Try it")).to_be_focused()


def test_an_upload_is_still_there_on_the_next_visit(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/agent")
    page.locator("#source").fill(GOOD)
    page.locator("#agent-name").fill("Column four")
    visit(page, f"{laboratory}/help")
    visit(page, f"{laboratory}/agent")
    expect(page.locator("#source")).to_have_value(GOOD)
    expect(page.locator("#agent-name")).to_have_value("Column four")
    page.evaluate(FILL_STORAGE)
    page.locator("#source").fill(GOOD + "#" * 50_000)
    page.get_by_role("button", name="Try it").click()
    expect(page.get_by_role("heading", name="Column four works")).to_be_visible()


def test_a_page_without_uploads_says_how_to_allow_them(new_page: NewPage, tmp_path: Path) -> None:
    page = new_page()
    with running_laboratory(tmp_path, allow_uploads=True) as address:
        page.request.post(f"{address}/api/agents", data=REMEMBERED)
    with running_laboratory(tmp_path) as address:
        visit(page, f"{address}/agent")
        allow = page.locator("#how-to-allow")
        expect(allow).to_contain_text("No sandbox is perfect")
        expect(allow.locator("pre")).to_have_text(".venv/bin/enraya serve --allow-uploads")
        expect(page.get_by_role("button", name="Try it")).to_be_disabled()
        expect(page.get_by_text("Remembered")).to_be_visible()
        expect(page.get_by_role("link", name="Play against it")).to_have_count(0)
        expect(page.get_by_role("button", name="Test it")).to_have_count(0)
        visit(page, f"{address}/arena")
        expect(page.locator("#agent-1-kind option", has_text="Remembered")).to_have_count(0)


def test_an_evolved_agent_is_an_opponent(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/evolution")
    page.locator("#population").fill("10")
    page.locator("#generations").fill("5")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#progress-words")).to_have_text("5 of 5 generations")
    expect(page.locator(".chart .series")).to_have_count(2)
    page.get_by_role("link", name="Play against it").click()
    expect(page.locator(".player-name").last).to_contain_text("genes(")
    page.keyboard.press("4")
    expect_stones(page, 2)


def test_runs_are_counted_by_kind_and_removed(new_page: NewPage, tmp_path: Path) -> None:
    small = {"population": 4, "generations": 1}
    with running_laboratory(tmp_path) as address:
        page = visit(new_page(), f"{address}/arena?tournament=7")
        expect(page.get_by_text("There is none with this number here.")).to_be_visible()
        page.request.post(f"{address}/api/tournaments", data={"agents": ["random", "greedy"]})
        for _ in range(2):
            page.request.post(f"{address}/api/evolutions", data=small)
        visit(page, f"{address}/evolution")
        expect(page.locator("h2", has_text="Evolution 2: finished")).to_be_visible()
        page.get_by_role("button", name="Delete").click()
        page.get_by_role("group", name="Delete").get_by_role("button", name="Delete").click()
        expect(page.locator("h2", has_text="Evolution 1: finished")).to_be_visible()
        expect(page.locator(".runs tr")).to_have_count(1)
        visit(page, f"{address}/evolution?run=1")  # a tournament has this number
        expect(page.get_by_text("There is none with this number here.")).to_be_visible()
        expect(page.locator("h2", has_text="Evolution 1")).to_have_count(0)
        visit(page, f"{address}/agent")
        button = page.get_by_role("button", name="Try it")
        expect(button).to_be_disabled()
        expect(button).to_have_css("background-color", "rgba(0, 0, 0, 0)")


def test_an_evolution_is_begun_as_in_the_paper_and_repeated(
    new_page: NewPage, laboratory: str
) -> None:
    page = visit(new_page(), f"{laboratory}/evolution")
    page.locator("#population").fill("9")
    page.locator("#generations").fill("4")
    page.locator("#keep").fill("80")
    page.locator("#mutation").fill("0.35")
    page.get_by_label("Generations shrink").check()
    expect(page.locator("#seed")).to_have_value("")
    page.get_by_role("button", name="Start").click()
    expect(page.locator("#progress-words")).to_have_text("4 of 4 generations")
    shown = page.locator("section", has=page.get_by_role("heading", name="Settings")).last
    names, values = shown.locator("dt").all_inner_texts(), shown.locator("dd").all_inner_texts()
    settings = dict(zip(names, values, strict=True))
    assert settings["Agents per generation"] == "9"
    assert settings["Chance of a mutation"] == "0.35"
    expect(shown).to_contain_text("Generations shrink")
    best = page.locator("section code").inner_text()
    first = page.url
    page.locator("#seed").fill(settings["Seed"])
    page.get_by_role("button", name="Start").click()
    expect(page).not_to_have_url(first)
    expect(page.locator("#progress-words")).to_have_text("4 of 4 generations")
    expect(page.locator("section code")).to_have_text(best)
    page.locator("#seed").fill("")
    second = page.url
    page.get_by_role("button", name="Start").click()
    expect(page).not_to_have_url(second)
    expect(shown.locator("dd").first).not_to_have_text(settings["Seed"])


def test_a_learned_model_is_an_opponent(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/learning")
    page.locator("#games").fill("20000")
    page.get_by_role("button", name="Start learning").click()
    strength = page.locator(".card", has_text="points against level 5, in percent")
    expect(strength.locator(".chart .series")).to_have_count(1)
    expect(page.get_by_text("the first player wins")).to_have_count(0)
    page.get_by_role("button", name="Stop", exact=True).press("Enter")
    resume = page.get_by_role("button", name="Resume")
    expect(resume).to_be_focused()
    expect(page.get_by_role("link", name="Play against it")).to_have_count(0)
    resume.press("Enter")
    words = page.locator("#progress-words")
    expect(words).to_have_text("20,000 of 20,000 games played", timeout=LONG_PATIENCE)
    page.get_by_role("link", name="Play against it", exact=True).click()
    expect(page.locator(".player-name").last).to_have_text(
        re.compile("Learned here, no. .*N-tuples")
    )
    page.keyboard.press("4")
    expect_stones(page, 2)
    page.goto(f"{laboratory}/learning")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("group", name="Delete").get_by_role("button", name="Delete").click()
    expect(page.get_by_text("Nothing has been learned yet.")).to_be_visible()


def test_a_run_without_measured_strength_shows_its_other_curve(
    new_page: NewPage, tmp_path: Path
) -> None:
    copy_to(tmp_path / "old")
    with running_laboratory(tmp_path / "old" / "laboratory") as address:
        page = visit(new_page(), f"{address}/learning?run=5")
        expect(page.get_by_text("Dashed: winner predicted.")).to_be_visible()
        expect(page.get_by_text("points against level")).to_have_count(0)
        page.set_viewport_size({"width": 390, "height": 844})
        run, form = page.locator(".watched").bounding_box(), page.locator("form").bounding_box()
        assert run
        assert form
        assert run["y"] < form["y"], "on a phone forms come last"
        page.close()


def test_games_in_progress_are_shown(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(), f"{laboratory}/arena")
    for place in (1, 2, 3):
        page.locator(f"#agent-{place}-kind").select_option("mcts")
    page.locator("#seconds").fill("0.5")
    page.get_by_role("button", name="Start the tournament").click()
    stones = page.locator(".live-games .stones .disc")
    expect(stones).not_to_have_count(0)
    before = stones.count()
    expect(stones).not_to_have_count(before)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator(".live-games")).to_be_hidden()


@pytest.mark.parametrize("locale", ["en", "es", "pt", "ca"])
def test_the_header_fits_in_every_language(new_page: NewPage, laboratory: str, locale: str) -> None:
    page = visit(
        new_page(locale=locale, viewport={"width": 1270, "height": 800}), f"{laboratory}/help"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 1270
