"""The report of a tournament and its sections."""

import csv
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from enraya.arena.plan.entrants import Entrant, make_entrants
from enraya.arena.plan.schedule import KINDS
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.results.summary import Summary, summarise
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.store.store import Mistakes, Store
from enraya.game.position import Position
from enraya.limit import Limit
from enraya.reports.page import Page
from enraya.reports.ranking_csv import csv_for_spreadsheets, ranking_csv
from enraya.reports.replay import Replays, board_frames
from enraya.reports.tournament import cross_table, describe, games_section, ranking, report_of
from enraya.rules import parse_rules
from enraya.texts import ENGLISH, LANGUAGES, texts_in
from tests.arena.support import settings_of
from tests.reports.support import HOSTILE_NAME, foreign_texts, played, with_a_fault


def report(path: Path, number: int = 1, language: str = "en") -> Page:
    with Store(path) as store:
        return report_of(store, summarise(store, store.tournament(number)), texts_in(language))[0]


def text_of(page: Page) -> str:
    return "".join("".join(section.parts) for section in page.sections)


def games_of(page: Page) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="games">(.*?)</script>', text_of(page))
    assert found
    contents: dict[str, Any] = json.loads(found[1])
    return contents


@pytest.fixture
def summary(tmp_path: Path) -> Summary:
    """What the games of two agents say; the store is ``s``."""
    played(tmp_path / "s", make_entrants(["random", "greedy"]))
    with Store(tmp_path / "s") as store:
        return summarise(store, store.tournament(1))


def test_every_part_of_a_tournament_has_its_section(tmp_path: Path) -> None:
    played(tmp_path / "s", make_entrants(["random", "greedy", "alphabeta(depth=1)"]))
    page = report(tmp_path / "s")
    headings = [section.heading for section in page.sections]
    assert headings == [
        "Ranking", "Cross table", "Results per side", "Time and nodes", "Lengths and endings",
        "Games",
    ]  # fmt: skip
    assert "classic" in page.subtitle
    assert "6 games" in page.subtitle
    costs = "".join(page.sections[3].parts)  # drawn at the moves after the opening
    assert set(re.findall(r'"x":\[(\d+,\d+)', costs)) == {"3,4"}


def test_the_specification_of_a_renamed_agent_is_shown_once(tmp_path: Path) -> None:
    played(tmp_path / "s", [Entrant("mine", "random"), Entrant("greedy", "greedy")])
    with Store(tmp_path / "s") as store:
        text = "".join(ranking(summarise(store, store.tournament(1))).parts)
    rows = {name: re.findall(f'"row">{name}<.*', text)[0] for name in ("mine", "greedy")}
    assert rows["mine"].count("random") == 1
    assert rows["greedy"].count("greedy") == 1


@pytest.mark.usefixtures("summary")
def test_every_game_can_be_replayed(tmp_path: Path) -> None:
    lines = games_of(report(tmp_path / "s"))["games"].split("\n")
    with Store(tmp_path / "s") as store:
        rows = list(store.rows(1))
    assert len(lines) == len(rows) == 2
    for line, (number, row) in zip(lines, rows, strict=True):
        fields = [number, row.first, row.second, row.winner, 0, 2, row.moves]
        assert line == ",".join(map(str, fields))


def test_games_that_do_not_fit_on_the_page_are_left_out_with_a_note(tmp_path: Path) -> None:
    played(tmp_path / "s", make_entrants(["random", "random"]), games=4)
    with Store(tmp_path / "s") as store:
        replays = Replays(store.tournament(1), most_bytes=20)
        assert len(list(replays.watch(store.rows(1)))) == 4
        first = replays._bytes
        full = Replays(store.tournament(1), most_bytes=first)
        assert len(list(full.watch(store.rows(1)))) == 4
    assert "The first 1 of 4 games" in "".join(replays.section().parts)
    assert "The first 2 of 4 games" in "".join(full.section().parts)


def test_bomb_games_include_their_boards(tmp_path: Path) -> None:
    played(tmp_path / "s", make_entrants(["random", "random"]), rules="boom")
    contents, rules = games_of(report(tmp_path / "s")), parse_rules("boom")
    moves = contents["games"].split("\n")[0].split(",")[-1]
    assert contents["frames"][0] == board_frames(moves, rules)
    moves = "55654453667472B"
    frames = board_frames(moves, rules)
    assert len(frames) == len(moves) + 1
    assert frames[-1] == "".join(Position.parse(moves, rules).rows_from_bottom)


def test_names_and_reasons_from_outside_are_escaped(tmp_path: Path) -> None:
    with_a_fault(tmp_path / "s")
    page = report(tmp_path / "s")
    text = page.render()
    assert "<img src=x" not in text
    assert "<b>boom" not in text
    assert "&lt;b&gt;boom&lt;/b&gt;, bang" in text
    assert games_of(page)["agents"] == ["sound", HOSTILE_NAME]
    assert games_of(page)["endings"] == [["crash", "<b>boom</b>, bang"]]


def test_mistakes_are_shown_where_they_were_counted_and_a_champion_is_named(
    summary: Summary,
) -> None:
    assert "mistakes" not in "".join(ranking(summary).parts)
    assert "mistakes" not in ranking_csv(summary)
    judged = [replace(row, mistakes=Mistakes(40, 3, 9)) for row in summary.agents]
    text = "".join(ranking(replace(summary, agents=judged)).parts)
    assert text.count("7.50%") == 2
    assert "won." not in text
    assert "greedy won." in "".join(ranking(replace(summary, champion="greedy")).parts)
    first, _ = csv.DictReader(ranking_csv(replace(summary, agents=judged)).splitlines())
    assert {key: cell for key, cell in first.items() if "mistakes" in key} == {
        "mistakes_moves": "40", "mistakes_losing": "3", "mistakes_imperfect": "9"
    }  # fmt: skip
    unjudged = [replace(row, mistakes=Mistakes(0, 0, 0)) for row in summary.agents]
    assert "mistakes" not in "".join(ranking(replace(summary, agents=unjudged)).parts)


def test_a_match_of_two_shows_its_pairs_and_its_test(tmp_path: Path) -> None:
    agents = make_entrants(["greedy", "random"])
    played(tmp_path / "s", agents, games=4, test=Sprt(0, 100))
    page = report(tmp_path / "s")
    section = next(part for part in page.sections if part.heading == "The two agents")
    text = "".join(section.parts)
    assert "DD+WL" in text
    assert "normalized Elo" in text
    assert "Sequential test of 0 (H0) against 100 (H1)" in text


def test_a_tournament_without_games_has_a_report(tmp_path: Path) -> None:
    with Store(tmp_path / "s") as store:
        store.create(
            TournamentSettings("match", (Entrant("a", "random"), Entrant("b", "random"))), [""]
        )
    page = report(tmp_path / "s")
    assert "not finished" in page.subtitle
    assert page.render()


def test_the_spreadsheet_of_the_ranking_is_short_and_contains_no_formulas(tmp_path: Path) -> None:
    played(tmp_path / "s", [Entrant("=1+1", "random"), Entrant('"Núria", a', "greedy")])
    with Store(tmp_path / "s") as store:
        table = ranking_csv(summarise(store, store.tournament(1)))
    assert table.startswith("rank,name,agent,elo,elo_low,elo_high")
    first, second = csv.DictReader(table.splitlines())
    assert {first["name"], second["name"]} == {"'=1+1", '"Núria", a'}
    assert all(len(cell) <= 12 for key, cell in first.items() if key != "agent")
    assert (first["failed"], first["reason"]) == ("0", "")
    assert csv_for_spreadsheets(table) == "\ufeff" + table
    assert csv_for_spreadsheets("rank") == "rank"


def test_one_line_sums_up_what_was_played() -> None:
    assert all(f"report.kind.{kind}" in ENGLISH for kind in KINDS)
    settings = settings_of("random", "greedy", limit=Limit(nodes=500), clock="60+1")
    assert describe(settings) == (
        "round-robin, classic, 2 agents, 500 nodes per move, clock 60+1, "
        "random openings of 4 moves, seed 1"
    )


@pytest.mark.parametrize(("redundancy", "is_warned"), [(0.5, False), (0.51, True)])
def test_a_warning_appears_if_most_games_are_repeated(
    redundancy: float, is_warned: bool, summary: Summary, tmp_path: Path
) -> None:
    with Store(tmp_path / "s") as store:
        seen = report_of(store, summary)[1]
    text = "".join(games_section(summary, replace(seen, redundancy=redundancy)).parts)
    assert ("That is a lot" in text) == is_warned


@pytest.mark.parametrize(("agents", "tables"), [(40, 1), (41, 0)])
def test_the_cross_table_of_many_agents_is_only_drawn(
    agents: int, tables: int, tmp_path: Path
) -> None:
    settings = TournamentSettings("round-robin", make_entrants(["random"] * agents))
    with Store(tmp_path / "s") as store:
        section = cross_table(summarise(store, store.create(settings, [""])))
    assert "".join(section.parts).count("<table>") == tables


@pytest.mark.parametrize("language", [name for name in LANGUAGES if name != "en"])
def test_a_report_speaks_one_language(tmp_path: Path, language: str) -> None:
    t = texts_in(language)
    test = Sprt(0, 100)
    played(tmp_path / "s", make_entrants(["random", "greedy"]), test=test)
    with_a_fault(tmp_path / "s")
    for number in (1, 2):
        page = report(tmp_path / "s", number, language)
        assert f'<html lang="{language}">' in page.render()
        assert foreign_texts(page, language) == []
        assert t("report.ranking") in [section.heading for section in page.sections]
    assert t("termination.crash") in games_of(report(tmp_path / "s", 2, language))["words"][0]


@pytest.mark.usefixtures("summary")
def test_numbers_in_a_report_follow_the_language(tmp_path: Path) -> None:
    assert re.search(r"\d,\d\u00a0%", text_of(report(tmp_path / "s", language="ca")))
    assert re.search(r"\d\.\d%", text_of(report(tmp_path / "s")))
