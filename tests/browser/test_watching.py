"""A game that is being played, watched in a real browser."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from enraya.arena.plan.schedule import Pairing
from enraya.league.store.schema import LADDER
from enraya.league.store.store import LeagueStore
from enraya.league.work.watched_games import forget_watched
from tests.browser.conftest import NewPage
from tests.browser.pages import COUNT_SHIFTS, visit
from tests.league.making import enter_agent
from tests.league.work.test_watched_games import show
from tests.web.league.running import Links, running_league

pytestmark = pytest.mark.slow


def test_a_game_is_watched_move_by_move_without_layout_shifts(
    new_page: NewPage, tmp_path: Path
) -> None:
    links = Links(tmp_path / "ia", shows_aliases=False)
    with LeagueStore(links.folder) as store:
        enter_agent(store, "Phoenix", "random")
    with running_league(links.folder) as address:
        page = visit(new_page(), f"{address}/games")
        page.evaluate(COUNT_SHIFTS)
        card = page.locator(".watched")
        stones = card.locator(".board .disc")
        before = stones.count()
        for moves in ("1", "12", "123"):
            show(links.folder, LADDER, Pairing(0, 2, 1), moves)
            expect(card.get_by_text("being played now")).to_be_visible()
            expect(card.locator(".watched-names")).to_contain_text("Phoenix")
            expect(stones).to_have_count(before + len(moves))
        show(links.folder, LADDER, Pairing(1, 2, 1), "5")
        other = card.get_by_role("button", name="level(1) – Phoenix")
        expect(other).to_be_visible()
        assert not Axe().run(page).response["violations"]
        other.click()
        expect(card.locator(".watched-names")).to_contain_text("level(1)")
        forget_watched(links.folder)
        expect(card.get_by_text("This game is over.")).to_be_visible()
        assert page.evaluate("document.body.dataset.shifts") == ""
        page.goto("about:blank")
