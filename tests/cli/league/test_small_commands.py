"""What the operator asks, decides and keeps, each in a command."""

import io
import json
import re
from pathlib import Path

import pytest

from enraya.cli.league.common import folder_name, league_folder
from enraya.cli.league.serve import _links
from enraya.cli.league.status import ranking_table
from enraya.cli.serve import print_code
from enraya.errors import InvalidSetting
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.store import LeagueStore
from tests.cli.running import printed, warnings_of
from tests.league.making import enter_agent, join, make_league, submit

SMALL = ("--rules", "classic(columns=5, rows=4)")
SERVED = "https://served.example.org/"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which commands are typed."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def cells(text: str) -> list[list[str]]:
    """The rows of a table, without its lines."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and "─" not in line]
    return [re.split(r" {2,}", line) for line in lines]


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        ([], (LeagueSettings("").seconds, None)),
        (["--nodes", "500"], (None, 500)),
        (["--seconds", "2"], (2.0, None)),
        (["--seconds", "2", "--nodes", "500"], (2.0, 500)),
    ],
)
def test_a_limit_that_is_given_replaces_the_default(
    here: Path, options: list[str], limits: tuple[float | None, int | None]
) -> None:
    assert printed("league", "new", "IA", *SMALL, *options).startswith("ia: the league 'IA'")
    with LeagueStore(here / "ia") as store:
        assert (store.settings.seconds, store.settings.nodes) == limits
        assert store.settings.baselines == LeagueSettings("").baselines


def test_a_league_goes_to_the_folder_and_has_the_baselines_that_are_named(here: Path) -> None:
    printed("league", "new", "IA", *SMALL, "--folder", "mine", "--baseline", "greedy")
    with LeagueStore(here / "mine") as store:
        assert store.settings.baselines == ("greedy",)


def test_the_league_that_is_meant(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidSetting, match="there is no league here"):
        league_folder(None)
    make_league(here / "one").close()
    assert league_folder(None) == Path("one")
    assert league_folder(Path("other")) == Path("other")
    make_league(here / "two").close()
    with pytest.raises(InvalidSetting, match="several leagues here: one, two"):
        league_folder(None)
    monkeypatch.chdir(here / "two")
    assert league_folder(None) == Path()


def test_a_name_without_letters_still_makes_a_folder() -> None:
    assert (folder_name("¿¡!?"), folder_name("  A  1 ")) == ("league", "a-1")


def test_copies_and_backups_go_where_they_are_told_or_beside(here: Path) -> None:
    make_league(here / "ia").close()
    copy = ("league", "copy", "--folder", "ia", "--to")
    assert "no deadline yet" in warnings_of(*copy, "Next Year")
    assert not warnings_of(*copy, "Next", "--deadline", "2027-12-17T23:59", "--into", "there")
    printed("league", "backup", "kept.zip", "--folder", "ia")
    assert printed("league", "restore", "kept.zip").startswith("kept: the league with 0")
    assert {path.name for path in here.iterdir()} == {
        "ia",
        "next-year",
        "there",
        "kept",
        "kept.zip",
    }


@pytest.mark.parametrize("address", ["https://a.example.org", "https://a.example.org/"])
def test_links_have_one_slash_before_what_they_are_for(here: Path, address: str) -> None:
    with make_league(here / "ia") as store:
        join(store, "Uno")
    for arguments, kind in (([], "operator"), (["Uno"], "team"), (["--join"], "join")):
        made = printed("league", "link", *arguments, "--address", address)
        assert re.fullmatch(rf"https://a\.example\.org/{kind}#\S{{32}}\n", made)


def test_a_link_of_a_team_that_does_not_take_part_has_a_warning(here: Path) -> None:
    with make_league(here / "ia") as store:
        join(store, "Uno")
    assert not warnings_of("league", "link", "Uno")
    printed("league", "remove", "Uno", "--reason", "two accounts")
    assert "'Uno' does not take part" in warnings_of("league", "link", "Uno")


class Screen(io.StringIO):
    """Standard output that may be a terminal."""

    def __init__(self, encoding: str, *, is_terminal: bool) -> None:
        super().__init__()
        self._encoding, self._is_terminal = encoding, is_terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]  # of a text that has none
        """As it was given."""
        return self._encoding

    def isatty(self) -> bool:
        """As it was given."""
        return self._is_terminal


@pytest.mark.parametrize(
    ("encoding", "is_terminal", "is_drawn"),
    [("UTF-8", True, True), ("UTF-8", False, False), ("ascii", True, False)],
)
def test_a_code_is_drawn_on_terminals_that_can(
    encoding: str, is_terminal: bool, is_drawn: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = Screen(encoding, is_terminal=is_terminal)
    monkeypatch.setattr("sys.stdout", screen)
    print_code("https://a.example.org/join#secret")
    assert bool(screen.getvalue()) == is_drawn


def test_serving_makes_links_once_or_when_they_are_wanted(here: Path) -> None:
    with make_league(here / "ia") as store:
        made = _links(store, new_links=False)
        assert list(made) == ["Operator", "Join"]
        assert _links(store, new_links=False) == {}
        assert _links(store, new_links=True)["Operator"] != made["Operator"]


def test_the_log_names_teams_by_number_and_lists_those_of_one(here: Path) -> None:
    with make_league(here / "ia") as store:
        join(store, "Uno")
        join(store, "Dos")
    printed("league", "link", "Dos")
    printed("league", "link")
    rows = [row for row in cells(printed("league", "log")) if len(row) > 2]
    assert [row[2:4] for row in rows[1:3]] == [["operator link"], ["team link", "2"]]
    of_one = json.loads(printed("league", "log", "--team", "Dos", "--json"))
    assert {action["team"] for action in of_one} == {2}
    assert len(json.loads(printed("league", "log", "--last", "1", "--json"))) == 1


def test_teams_are_listed_with_what_plays_for_them(here: Path) -> None:
    with make_league(here / "ia") as store:
        enter_agent(store, "Ada", "random")
        submit(store, 1)
        join(store, "Bo")
    (_, ada, bo) = cells(printed("league", "teams"))
    assert (ada[:2], ada[-3:]) == (["1", "Ada"], ["2", "1", "playing"])
    assert (bo[:2], bo[-2:]) == (["2", "Bo"], ["0", "playing"])
    told = printed("league", "teams", "Ada")
    assert told.startswith("1 Ada (")
    assert [line.split()[0] for line in told.splitlines()[1:]] == ["v1", "v2"]


def test_the_ranking_has_names_of_teams_and_open_ends(here: Path) -> None:
    with make_league(here / "ia") as store:
        join(store, "Uno")
        row = {"player": "v7", "elo": 12.4, "games": 3, "points": 1.5}
        table = ranking_table(
            store,
            [
                {**row, "team": 1, "version": 2, "low": -10.0, "high": None},
                {**row, "team": None, "version": None, "low": 1.0, "high": 20.0},
            ],
        )
    columns = [list(column.cells) for column in table.columns]
    assert columns[:5] == [
        ["1", "2"], ["Uno", "v7"], ["2", ""], ["12", "12"], ["-10 … ", "1 … 20"],
    ]  # fmt: skip
    assert columns[5:] == [["3", "3"], ["1.5", "1.5"]]


def test_sources_must_be_as_alike_as_asked_in_percent(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[float]()

    def similar(_sources: object, least: float) -> list[object]:
        asked.append(least)
        return []

    monkeypatch.setattr("enraya.league.work.similar_sources.similar", similar)
    make_league(here / "ia").close()
    printed("league", "similar", "--least", "75")
    assert asked == [0.75]


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
