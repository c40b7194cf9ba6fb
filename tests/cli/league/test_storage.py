"""`enraya league new`, `copy`, `backup` and `restore`, and the choice of the league."""

from pathlib import Path

import pytest

from enraya.cli.league.common import folder_name, league_folder
from enraya.errors import EnrayaError, InvalidSetting
from enraya.league.model.settings import LeagueSettings
from enraya.league.store.store import LeagueStore
from tests.cli.running import printed, warnings_of
from tests.league.making import make_league

NEW = ("league", "new", "IA 2026", "--rules", "classic(columns=5, rows=4)")
DEFAULTS = LeagueSettings("")


@pytest.mark.parametrize(
    ("options", "limits"),
    [
        ([], (DEFAULTS.seconds, None)),
        (["--nodes", "500"], (None, 500)),
        (["--seconds", "2"], (2.0, None)),
        (["--seconds", "2", "--nodes", "500"], (2.0, 500)),
    ],
)
def test_a_limit_that_is_given_replaces_the_default(
    here: Path, options: list[str], limits: tuple[float | None, int | None]
) -> None:
    assert printed(*NEW, *options).startswith("ia-2026: the league 'IA 2026'")
    with LeagueStore(here / "ia-2026") as store:
        assert (store.settings.seconds, store.settings.nodes) == limits
        assert store.settings.baselines == DEFAULTS.baselines
    with pytest.raises(EnrayaError, match="there is a league in"):
        printed(*NEW)


def test_a_league_is_made_in_the_named_folder_with_the_named_baselines(here: Path) -> None:
    printed(*NEW, "--folder", "mine", "--baseline", "greedy")
    with LeagueStore(here / "mine") as store:
        assert store.settings.baselines == ("greedy",)


def test_the_league_is_the_given_one_or_the_only_one_here(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_copies_and_backups_go_to_the_given_path_or_beside_the_league(here: Path) -> None:
    make_league(here / "ia").close()
    copy = ("league", "copy", "--folder", "ia", "--to")
    assert "no deadline yet" in warnings_of(*copy, "Next Year")
    assert not warnings_of(*copy, "Next", "--deadline", "2027-12-17T23:59", "--into", "there")
    printed("league", "backup", "kept.zip", "--folder", "ia")
    assert printed("league", "restore", "kept.zip").startswith("kept: the league with 0")
    printed("league", "restore", "kept.zip", "--folder", "again")
    found = {path.name for path in here.iterdir()}
    assert found == {"ia", "next-year", "there", "kept", "kept.zip", "again"}
    with LeagueStore(here / "next-year") as store:
        assert (store.settings.name, store.settings.seconds) == ("Next Year", 5.0)
