"""The page as an installed app: without a network, and with sound."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import begin, expect_stones, visit

pytestmark = pytest.mark.slow
KEPT = """async () => {
    if (!(await navigator.serviceWorker.getRegistration())?.active) return false;
    const cache = await caches.open("offline");
    return (await cache.keys()).length === 4;
}"""
"""Whether the browser has all that it shows without a network."""
COUNT_TONES = """() => {
    window.tones = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
        window.tones.push(this.type);
        return start.call(this, when);
    };
}"""
"""Notes every tone that is played."""


def test_a_browser_can_install_it(page: Page, laboratory: str) -> None:
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(f"{laboratory}{link}")
    assert "json" in manifest.headers["content-type"]
    icons = manifest.json()["icons"]
    assert {icon["sizes"] for icon in icons} == {"any", "192x192", "512x512"}
    for icon in icons:
        image = page.evaluate(
            "async (source) => { const image = new Image(); image.src = source;"
            " await image.decode(); return [image.naturalWidth, image.naturalHeight]; }",
            icon["src"],
        )
        if icon["sizes"] != "any":
            assert image == [int(side) for side in icon["sizes"].split("x")]


@pytest.mark.parametrize(
    ("locale", "title"),
    [("en", "The laboratory cannot be reached"), ("es", "No se puede llegar al laboratorio")],
)
def test_without_a_network_the_page_says_so(
    new_page: NewPage, laboratory: str, complaints: list[str], locale: str, title: str
) -> None:
    page = visit(new_page(locale=locale), laboratory)
    page.wait_for_function(KEPT)
    visit(page, f"{laboratory}/help")
    page.context.set_offline(True)
    page.goto(f"{laboratory}/arena")
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    assert not Axe().run(page).response["violations"]
    frame = page.locator(".card").evaluate("card => getComputedStyle(card).borderTopStyle")
    assert frame == "solid"
    page.context.set_offline(False)
    visit(page, f"{laboratory}/help")
    expect(page.get_by_role("heading", name=title)).to_have_count(0)
    complaints.clear()  # a request that found no network


def tones(page: Page) -> list[str]:
    """The tones so far."""
    found: list[str] = page.evaluate("() => window.tones")
    return found


def test_sound_is_off_until_it_is_switched_on(page: Page) -> None:
    begin(page, first="human", second="human", rules="boom", moves="5565445366747")
    page.evaluate(COUNT_TONES)
    page.keyboard.press("2")
    expect_stones(page, 14)
    assert tones(page) == []
    page.get_by_role("checkbox", name="Sound").check()
    assert tones(page) == ["triangle"]
    page.get_by_role("button", name="BOOM").click()
    expect(page.locator(".mark.winning")).not_to_have_count(0)
    assert "sawtooth" in tones(page)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.get_by_role("checkbox", name="Sound")).to_be_checked()
    begin(page, rules="classic")
    page.evaluate(COUNT_TONES)
    page.keyboard.press("4")
    expect_stones(page, 1)
    assert tones(page) == ["triangle"]
