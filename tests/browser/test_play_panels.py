"""The panels of the play page, in a real browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NewPage
from tests.browser.pages import begin, expect_stones, expect_usable, visit

pytestmark = pytest.mark.slow
PHONE = {"width": 390, "height": 844}


def facts(page: Page, panel: str) -> dict[str, str]:
    """The names and numbers of a panel."""
    names = page.locator(f"{panel} .facts dt").all_inner_texts()
    return dict(zip(names, page.locator(f"{panel} .facts dd").all_inner_texts(), strict=True))


def rows(page: Page, panel: str) -> list[list[str]]:
    """The cells of the body of a panel's table."""
    return [
        [text for text in row.locator("th, td").all_inner_texts() if text]
        for row in page.locator(f"{panel} tbody tr").all()
    ]


def test_a_bomb_game_shows_round_actions_and_bombs(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(viewport=PHONE, reduced_motion="reduce"), laboratory)
    begin(page, first="human", second="human", rules="boom", moves="5565445366747")
    expect_stones(page, 13)
    assert facts(page, ".turn-line") == {"Round": "4", "Actions left in this turn": "2"}
    bombs = page.locator(".bombs li")
    expect(bombs).to_have_text(
        [
            "Orange: bomb in column 4, row 3. It can go off in Orange's turn.",
            "Blue: the next disc is a bomb.",
        ]
    )
    expect_usable(page)
    page.keyboard.press("2")
    expect(bombs.last).to_have_text("Blue: bomb in column 2, row 1. It can go off now.")
    assert facts(page, ".turn-line") == {"Round": "4", "Actions left in this turn": "1"}
    expect(page.locator("#announcer")).to_contain_text("Round 4. Actions left in this turn: 1.")
    page.keyboard.press("1")
    expect(bombs.last).to_have_text("Blue: bomb in column 2, row 1. It can go off in Blue's turn.")
    assert facts(page, ".turn-line")["Round"] == "5"


def test_a_player_is_told_when_the_next_bomb_comes(page: Page) -> None:
    begin(page, first="human", second="human", rules="boom", moves="556544536674724B")
    expect(page.locator(".bombs li").first).to_have_text(
        "Orange: no bomb; the next one comes in round 8."
    )
    begin(page, rules="classic")
    expect(page.locator(".bomb-game")).to_be_hidden()
    expect(page.locator(".turn-line")).to_be_hidden()


def test_a_tree_search_shows_visits_value_and_uct(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(viewport=PHONE, reduced_motion="reduce"), laboratory)
    begin(page, first="human", second="mcts(iterations=500, seed=1)", seconds="30")
    page.keyboard.press("4")
    expect_stones(page, 2)
    panel = page.locator(".thinking")
    expect(panel.locator("thead th.bar-value")).to_have_text(["Visits", "Value", "UCT"])
    found = rows(page, ".thinking")
    assert [row[0] for row in found] == list("1234567")
    assert sum(int(row[1]) for row in found) == 500
    for _, _, value, uct in found:
        assert 0 <= float(value) < float(uct)
    expect_usable(page)


def test_other_agents_show_one_number_per_column(page: Page) -> None:
    begin(page, first="human", second="minimax(depth=2)")
    page.keyboard.press("4")
    expect_stones(page, 2)
    expect(page.locator(".thinking thead")).to_have_count(0)
    assert {len(row) for row in rows(page, ".thinking")} == {2}


def test_a_search_stopped_by_time_says_so(page: Page) -> None:
    told = page.get_by_text("The time limit stopped the search")
    for depth, seconds, count in (("2", "30", 0), ("14", "0.05", 1)):
        begin(page, first="human", second=f"minimax(depth={depth})", seconds=seconds)
        page.keyboard.press("4")
        expect_stones(page, 2)
        expect(told).to_have_count(count)


def test_the_moves_of_each_agent_are_summed_up(new_page: NewPage, laboratory: str) -> None:
    page = visit(new_page(viewport=PHONE, reduced_motion="reduce"), laboratory)
    begin(page, first="alphabeta(depth=2)", second="minimax(depth=1)", moves="444")
    page.get_by_role("button", name="Pause").click()
    played = page.locator(".moves")
    while len(played.inner_text()) < 7:
        before = played.inner_text()
        page.get_by_role("button", name="One move").click()
        expect(played).not_to_have_text(before)
    found = rows(page, ".statistics")
    assert [row[0] for row in found] == [
        "alphabeta(depth=2), moves: 2",
        *("Seconds", "Positions", "Evaluated or played out"),
        "minimax(depth=1), moves: 2",
        *("Seconds", "Positions", "Evaluated or played out"),
    ]
    assert all(re.fullmatch(r"\d+\.\d{3}", row[1]) for row in found if row[0] == "Seconds")
    assert all(re.fullmatch(r"\d+\.\d{4}", row[2]) for row in found if row[0] == "Seconds")
    assert found[6][1:] == ["8", "8.0"]  # a root and its seven moves, each time
    expect_usable(page)


@pytest.mark.parametrize(
    ("rules", "moves", "last", "words"),
    [
        ("classic", "121212", "1", "with a move in column 1. The line: column 1, rows 1 to 4."),
        (
            "classic",
            "1223343447",
            "4",
            "with a move in column 4. The line: from column 1, row 1 to column 4, row 4.",
        ),
        (
            "desconecta",
            "112233",
            "4",
            "Blue has won after Orange's move in column 4. The line: row 1, columns 1 to 4.",
        ),
    ],
)
def test_the_result_is_shown_in_words(
    page: Page, rules: str, moves: str, last: str, words: str
) -> None:
    begin(page, first="human", second="human", rules=rules, moves=moves)
    expect_stones(page, len(moves))
    page.keyboard.press(last)
    expect(page.locator("#status")).to_contain_text(words)
    expect(page.locator("#announcer")).to_contain_text(words)
    expect(page.locator(".statistics")).to_be_hidden()  # humans have none


def test_play_again_keeps_the_settings(page: Page) -> None:
    opening = "121212"
    begin(page, first="human", second="script(7)", moves=opening, seconds="3", columns="8")
    again = page.get_by_role("button", name="Rematch")
    expect(again).to_have_count(0)
    page.keyboard.press("1")
    first = page.url
    again.click()
    expect_stones(page, len(opening))
    assert page.url != first
    expect(again).to_have_count(0)
    expect(page.locator(".column-button")).to_have_count(8)
    expect(page.locator(".player-name")).to_have_text(["Human", "script(7)"])
    page.keyboard.press("n")
    expect(page.locator("#seconds")).to_have_value("3")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.press("1")
    page.get_by_role("button", name="Swap sides").click()
    expect(page.locator(".player-name")).to_have_text(["script(7)", "Human"])


def test_players_of_the_papers_are_listed_under_their_paper(
    new_page: NewPage, laboratory: str
) -> None:
    page = visit(new_page(viewport=PHONE, reduced_motion="reduce"), laboratory)
    page.keyboard.press("n")
    chosen = page.locator("#second-kind")
    group = chosen.locator("optgroup[label^='Barcelona'] option")
    assert {"QMatic(8)", "Profe(8)"} <= set(group.all_inner_texts())
    chosen.select_option("Profe(8)")
    note = page.locator("fieldset", has=chosen).locator(".note")
    expect(note).to_contain_text("A stand-in for the teacher's player")
    expect(note.locator("code")).to_contain_text("alphabeta(depth=8")
    expect_usable(page)
    chosen.select_option("human")
    expect(note).to_be_hidden()
    chosen.select_option("Madrid-1")
    page.get_by_role("button", name="Start").click()
    expect(page.locator(".player-name").last).to_have_text("Madrid-1")
    page.keyboard.press("4")
    expect_stones(page, 2)
    page.keyboard.press("n")
    expect(chosen).to_have_value("Madrid-1")


def test_four_bare_genes_are_an_agent(new_page: NewPage, laboratory: str) -> None:
    genes = "0.923072380453,0.594874591925,0.977029031199,0.471895098323"
    page = visit(new_page(), laboratory)
    begin(page, first="human", second=genes)
    page.keyboard.press("4")
    expect_stones(page, 2)
    page.keyboard.press("n")
    expect(page.locator("#second-text")).to_have_value(genes)
    visit(page, f"{laboratory}/?pos=&first=human&second={genes}")
    page.keyboard.press("4")
    expect_stones(page, 2)
