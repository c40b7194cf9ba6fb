"""A real browser for the tests, which fail without one."""

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from tests.browser.pages import visit
from tests.web.running import running_laboratory

NewPage = Callable[..., Page]
"""Opens a page; takes what a context takes: ``color_scheme``, ``viewport``, ``offline`` …"""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, once for all tests."""
    path = shutil.which("chromium")
    assert path, "the browser tests need Chromium; install the package chromium"
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def complaints() -> list[str]:
    """What pages complained about so far; a test may clear what it expects."""
    return []


@pytest.fixture
def new_page(browser: Browser, complaints: list[str]) -> Iterator[NewPage]:
    """Makes pages whose errors fail the test at its end."""
    contexts = []

    def listen(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(f"{message.type}: {message.text} {message.location.get('url')}")

    def failed(request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # a page may lose interest in an answer
            complaints.append(f"failed: {request.url}")

    def make(**options: Any) -> Page:
        context = browser.new_context(**options)
        contexts.append(context)
        page = context.new_page()
        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(f"exception: {error}"))
        page.on("requestfailed", failed)
        return page

    yield make
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def laboratory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a laboratory that allows uploads."""
    with running_laboratory(tmp_path_factory.mktemp("laboratory"), allow_uploads=True) as address:
        yield address


@pytest.fixture
def page(new_page: NewPage, laboratory: str) -> Page:
    """The first page of the laboratory, opened."""
    return visit(new_page(), laboratory)
