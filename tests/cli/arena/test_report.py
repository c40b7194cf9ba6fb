"""`enraya report` and `charts`: the pages that they write."""

from pathlib import Path

import pytest

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.presets import PORTO
from enraya.cli.arena import report
from enraya.errors import InvalidSetting
from tests.cli.running import answer, printed
from tests.reports.support import played

MCTS = "mcts(iterations=200, seed=1)"


def test_a_page_and_a_table_are_written(tmp_path: Path) -> None:
    played(tmp_path / "s", make_entrants(["random", "greedy"]))
    page, ranking = tmp_path / "r.html", tmp_path / "r.csv"
    files = ("--out", str(page), "--csv", str(ranking))
    found = answer("report", "1", "--store", str(tmp_path / "s"), *files, "--lang", "ca")
    assert (found["games"], found["bytes"]) == (2, page.stat().st_size)
    assert page.read_text().startswith("<!DOCTYPE html>")
    assert "Classificació" in page.read_text()
    assert ranking.read_text().startswith("rank,")


def test_impossible_reports_are_refused(tmp_path: Path) -> None:
    store = ["--store", str(tmp_path / "s")]
    played(tmp_path / "s", make_entrants(["random", "greedy"]))
    for arguments in (
        ["7", *store],
        [*store, "--csv", "-", "--json"],
        [*store, "--out", str(tmp_path / "missing" / "r.html")],
        ["--store", str(tmp_path / "empty")],
    ):
        with pytest.raises(InvalidSetting):
            printed("report", *arguments)


@pytest.mark.parametrize(
    ("options", "files", "page"),
    [
        ([], ["report.html"], "report.html"),
        (["--out", "mine.html"], ["mine.html"], "mine.html"),
        (["--csv", "r.csv"], ["r.csv"], None),
        (["--csv", "r.csv", "--out", "r.html"], ["r.csv", "r.html"], "r.html"),
        (["--csv", "-", "--out", "r.html"], ["r.html"], None),
    ],
)
def test_a_page_is_written_unless_only_a_table_is_asked_for(
    options: list[str],
    files: list[str],
    page: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    played(tmp_path / "s", make_entrants(["random", "greedy"]))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    told = printed("report", "--store", str(tmp_path / "s"), *options).splitlines()
    assert sorted(path.name for path in Path().iterdir()) == files
    if page:
        assert told == [f"{page}: 2 games, {Path(page).stat().st_size / 1_000_000:.1f} MB"]
    else:
        assert [line.split(",")[0] for line in told] == (
            ["rank", "1", "2"] if "-" in options else []
        )


MINIMAX, ALPHABETA = PORTO[:2]


def test_charts_of_the_three_searches_are_one_page(tmp_path: Path) -> None:
    out = tmp_path / "charts.html"
    shown = printed("charts", MINIMAX, ALPHABETA, MCTS, "--repeat", "1", "--out", str(out))
    words = " ".join(shown.split())  # slow moves widen columns
    assert "2,801 2,801 2,775 2,294 799" in words
    assert "reply 1 2 3 4 5 " in words
    assert f"{ALPHABETA}: 1411151312, O wins: four in a line" in shown
    assert shown.endswith(f"charts: {out}\n")
    assert out.read_text().count('class="chart"') == 2


def test_the_agents_and_the_script_of_the_paper_are_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "PORTO", PORTO[:2])  # the others take two seconds a move
    found = answer("charts", "--out", str(tmp_path / "page.html"))
    assert (found["human"], found["rules"]) == ("11111", "classic")
    assert [game["agent"] for game in found["games"]] == [MINIMAX, ALPHABETA]
    assert [game["winner"] for game in found["games"]] == [2, 2]
    assert [reply["nodes"] for reply in found["games"][1]["replies"]] == [561, 505, 1025, 396, 55]
    assert list(found["games"][0]["replies"][0]) == ["move", "nodes", "seconds"]


def test_unused_moves_of_the_script_are_reported(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    shown = printed("charts", "script(2222)", "--human", "11117", "--out", str(out), "--lang", "ca")
    assert "X wins: four in a line; 7 of the script was not played" in shown
    assert "guanya X: quatre en ratlla" in out.read_text()  # the page is for readers
