"""The explorer of openings in a real browser, over a store with games."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from enraya.arena.store.game_formats import import_games
from enraya.arena.store.store import Store
from enraya.game.position import Position
from enraya.game.record import GameRecord
from enraya.web.server.settings import ServerSettings
from tests.browser.conftest import NewPage
from tests.browser.pages import expect_stones, expect_usable, visit
from tests.web.running import running_laboratory

pytestmark = pytest.mark.slow
GAMES = ["4141414", "4242424", "41413131", "5151515", "1212121"]


@pytest.fixture(scope="module")
def stocked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a laboratory whose store has some games."""
    folder = tmp_path_factory.mktemp("stocked")
    records = [
        GameRecord.of(Position.parse(moves), ("one", f"other {place}"))
        for place, moves in enumerate(GAMES)
    ]
    with Store(ServerSettings(store=folder).games_file) as store:
        import_games(store, "\n".join(record.to_json() for record in records))
    with running_laboratory(Path(folder)) as address:
        yield address


def explore(page: Page) -> Locator:
    """Opens the explorer; its rows."""
    page.get_by_text("Opening explorer").click()
    return page.locator(".explorer tbody tr")


def test_moves_have_scores_replies_and_games(new_page: NewPage, stocked: str) -> None:
    page = new_page(reduced_motion="reduce", viewport={"width": 360, "height": 740})
    visit(page, f"{stocked}/analyse")
    rows = explore(page)
    expect(rows).to_have_count(7)
    middle = rows.nth(3).locator("td")
    expect(middle.nth(1)).to_have_text("+1win in 41")
    expect(middle.nth(2)).to_have_text("7 of 7")
    expect(middle.nth(3)).to_contain_text("3")
    expect(middle.nth(3).get_by_role("img")).to_have_accessible_name(
        "Orange won 2, drawn 0, Blue won 1"
    )
    expect(rows.nth(2).locator("td").nth(2)).to_have_text("4 of 7")
    expect(rows.nth(5).locator("td").nth(3)).to_have_text("0")
    expect(rows.nth(6).locator("td").nth(2)).to_have_text("4 of 7")
    expect_usable(page)
    rows.nth(3).get_by_role("button").click()
    expect_stones(page, 1)
    expect(rows.nth(0).locator("td").nth(3)).to_contain_text("2")
    expect(rows.nth(1).locator("td").nth(3)).to_contain_text("1")
    page.reload()
    expect(rows).to_have_count(7)
    expect(rows.nth(0).locator("td").nth(3)).to_contain_text("2")


def test_slow_answers_do_not_block_the_page(new_page: NewPage, stocked: str) -> None:
    page = new_page()
    held: list[Route] = []
    is_holding = True

    def hold(route: Route) -> None:
        if is_holding:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/analysis?moves=4&*", hold)
    visit(page, f"{stocked}/analyse")
    rows = explore(page)
    first = rows.nth(0).locator("td")
    expect(first.nth(1)).to_have_text("−2loss in 40")
    expect(first.nth(3)).to_contain_text("1")
    while not held:
        page.wait_for_timeout(50)
    expect(first.nth(2)).to_have_text("·")  # the best move comes first, and is not answered yet
    is_holding = False
    for route in held:
        route.continue_()
    expect(first.nth(2)).to_have_text("4 of 7")
    rows.nth(0).get_by_role("button").click()
    expect_stones(page, 1)


def test_the_last_moves_of_a_game_are_explored(new_page: NewPage, stocked: str) -> None:
    page = visit(new_page(), f"{stocked}/analyse?pos=414141")
    rows = explore(page)
    expect(rows.nth(3).locator("td").nth(2)).to_have_text("game over")
    rows.nth(3).get_by_role("button").click()
    expect(page.locator(".value-line")).to_have_text("Orange has won.")
    expect(rows.locator("button:enabled")).to_have_count(0)
