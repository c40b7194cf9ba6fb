"""`enraya reproduce` as a user types it."""

from pathlib import Path

import pytest

from enraya import reproduce
from enraya.reproduce import PAPERS
from enraya.reproduce.claim import Agreement, Claim, Finding
from tests.cli.running import enraya, printed

QUICK = Claim(
    "tec", "1 Introduction", "seven columns", (), lambda: Finding("7", Agreement.REPRODUCED)
)


@pytest.mark.slow
def test_reproduce_measures_the_claims_of_tec_and_writes_a_page(tmp_path: Path) -> None:
    page, store = tmp_path / "tec.md", tmp_path / "tec.sqlite"
    arguments = ("reproduce", "tec", "--out", str(page), "--store", str(store))
    done = enraya(*arguments)
    assert done.returncode == 0, done.stderr
    assert f"page: {page}" in done.stdout
    assert done.stderr.count("tec: ") == len(PAPERS["tec"])
    text = page.read_text()
    assert "with `enraya reproduce tec`." in text
    assert "| 20, 16, 12, 9, 7, 5, 4, 3, 2 agents" in text


@pytest.mark.parametrize("papers", [(), ("tec",)])
def test_a_page_is_markdown_or_html_and_names_its_command(
    papers: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reproduce, "PAPERS", {"tec": (QUICK,)})
    command = ("reproduce", *papers, "--store", str(tmp_path / "games.sqlite"), "--out")
    printed(*command, str(tmp_path / "page.md"))
    text = (tmp_path / "page.md").read_text()
    assert f"with `{' '.join(['enraya', 'reproduce', *papers])}`." in text
    assert "| seven columns |" in text
    printed(*command, str(tmp_path / "page.html"))
    assert "<html" in (tmp_path / "page.html").read_text()
