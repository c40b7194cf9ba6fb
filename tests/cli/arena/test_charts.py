"""`enraya charts` as a user types it."""

import json
from pathlib import Path

import pytest

from enraya.arena.plan.presets import PORTO
from enraya.cli.arena import charts
from enraya.errors import EnrayaError
from tests.cli.running import printed

MINIMAX, ALPHABETA = PORTO[:2]
MCTS = "mcts(iterations=200, seed=1)"


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
    monkeypatch.setattr(charts, "PORTO", PORTO[:2])  # the others take two seconds a move
    found = json.loads(printed("charts", "--json", "--out", str(tmp_path / "page.html")))
    assert (found["human"], found["rules"]) == ("11111", "classic")
    assert [game["agent"] for game in found["games"]] == [MINIMAX, ALPHABETA]
    assert [game["winner"] for game in found["games"]] == [2, 2]
    assert [reply["nodes"] for reply in found["games"][1]["replies"]] == [561, 505, 1025, 396, 55]
    assert list(found["games"][0]["replies"][0]) == ["move", "nodes", "seconds"]


def test_what_is_left_of_the_script_is_named(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    shown = printed("charts", "script(2222)", "--human", "11117", "--out", str(out), "--lang", "ca")
    assert "X wins: four in a line; of the script 7 was not played" in shown
    assert "guanya X: quatre en ratlla" in out.read_text()  # the page is for readers


def test_a_page_is_written_only_when_everything_went_well(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    with pytest.raises(EnrayaError, match="unknown agent 'randm'"):
        printed("charts", "random", "randm", "--out", str(out))
    with pytest.raises(EnrayaError, match="'9' is not a move"):
        printed("charts", "random", "--human", "19", "--out", str(out))
    assert not out.exists()
