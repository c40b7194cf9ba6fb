"""The links of a list of students."""

from pathlib import Path

import pytest

from tests.cli.running import printed, warnings_of
from tests.league.making import make_league

SERVED = "https://served.example.org/"


@pytest.mark.parametrize(
    ("served", "options", "address"),
    [
        ("", [], "http://127.0.0.1:8000/"),
        (SERVED, [], SERVED),
        (SERVED, ["--address", "https://a.example.org"], "https://a.example.org/"),
        (SERVED, ["--address", "https://a.example.org/"], "https://a.example.org/"),
    ],
)
def test_links_go_where_they_are_told_or_where_the_league_was_served(
    served: str, options: list[str], address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with make_league(tmp_path / "ia") as store:
        if served:
            store.set_address(served)
    Path("students.csv").write_text("team\nUno\n")
    (row,) = printed("league", "roster", "students.csv", *options).splitlines()[1:]
    assert row.startswith(f"Uno,1,{address}team#")
    assert warnings_of("league", "roster", "students.csv") == (
        "enraya: 0 teams joined, 1 existed already\n"
    )
