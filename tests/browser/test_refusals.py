"""Refusals in a real browser: a page for people, with and without scripts."""

import re
import shutil

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import visit

pytestmark = pytest.mark.slow
FOREIGN = "evil.example"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_an_unknown_page_says_so_and_leads_home(
    new_page: NewPage, complaints: list[str], laboratory: str, scheme: str, has_scripts: bool
) -> None:
    options = {"color_scheme": scheme, "java_script_enabled": has_scripts, "locale": "pt-BR"}
    page = new_page(**options)
    page.goto(f"{laboratory}/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("Essa página não existe")
    assert page.evaluate("getComputedStyle(document.querySelector('.card')).borderRadius") == "14px"
    if has_scripts:
        assert Axe().run(page).response["violations"] == []
    page.get_by_role("link").click()
    expect(page).to_have_url(f"{laboratory}/")
    complaints[:] = [one for one in complaints if "404 (Not Found)" not in one]


def test_the_page_speaks_the_language_that_was_chosen(
    new_page: NewPage, complaints: list[str], laboratory: str
) -> None:
    page = visit(new_page(), laboratory)
    page.locator("#language").select_option("ca")
    page.wait_for_selector("html[lang=ca] body[data-ready]")
    page.goto(f"{laboratory}/nowhere")
    expect(page.get_by_role("heading", level=1)).to_have_text("Aquesta pàgina no existeix")
    complaints[:] = [one for one in complaints if "404 (Not Found)" not in one]


@pytest.mark.parametrize("width", [1280, 320])
def test_a_foreign_host_name_gets_a_complete_page(
    browser: Browser, laboratory: str, width: int
) -> None:
    port = laboratory.rpartition(":")[2]
    resolver = f"--host-resolver-rules=MAP {FOREIGN} 127.0.0.1"
    running = browser.browser_type.launch(
        executable_path=shutil.which("chromium"), args=["--no-sandbox", resolver]
    )
    page = running.new_page(viewport={"width": width, "height": 700})
    failed: list[str] = []
    page.on("response", lambda one: failed.append(one.url) if one.status >= 400 else None)
    address = f"http://{FOREIGN}:{port}/"
    page.goto(address)
    expect(page.get_by_role("heading")).to_have_text("There is no laboratory under this name")
    expect(page.get_by_role("link")).to_have_attribute("href", f"{laboratory}/")
    assert "enraya serve --name evil.example" in page.inner_text("main")
    assert failed == [address]  # its style and its picture came
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert Axe().run(page).response["violations"] == []
    # what rebinding is for: a script of the foreign site reads our API
    assert page.evaluate("fetch('/api/information').then((answer) => answer.status)") == 403
    page.get_by_role("link", name=re.compile("^http")).click()
    expect(page).to_have_url(f"{laboratory}/")
    running.close()
