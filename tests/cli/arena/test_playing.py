"""What is said before and after the games of a tournament."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from enraya.arena.plan.entrants import Entrant, make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.store.store import Store
from enraya.cli.arena import playing
from enraya.cli.arena.options import GameOptions
from enraya.isolation.sandbox.found import NOT_LINUX, Protection
from enraya.limit import Limit
from tests.cli.running import printed

TWO = make_entrants(["random", "greedy"])
SERIAL = GameOptions(engine="serial")


class Terminal(io.StringIO):
    """Standard output that is one."""

    def isatty(self) -> bool:
        """It is."""
        return True


def told(settings: TournamentSettings, store: Store, csv: Path | None = None) -> list[str]:
    """What is printed on a terminal when a tournament has been played."""
    with pytest.MonkeyPatch.context() as patched:
        screen = Terminal()
        patched.setattr("sys.stdout", screen)
        entered = playing.enter_tournament(settings, store, SERIAL)
        playing.finish_and_print(entered, store, SERIAL, mistakes=False, as_json=False, csv=csv)
    return screen.getvalue().splitlines()


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games.sqlite")


def test_games_that_were_played_before_are_told_from_those_played_now(store: Store) -> None:
    with store:
        settings = TournamentSettings("match", TWO, games=2)
        assert "tournament 1: 2 games, 2 of them played now" in told(settings, store)
        assert (
            "tournament 1: 2 games, 0 of them played now; --again plays them once more, --seed "
            "plays others"
        ) in told(settings, store)


@pytest.mark.parametrize(
    ("kind", "beginnings"),
    [
        ("match", ["random: ", "tournament 1", "store: "]),
        ("round-robin", ["tournament 1", "for a spreadsheet: ", "store: "]),
        (
            "knockout",
            ["tournament 1", "winner of the knock-out: ", "for a spreadsheet: ", "store: "],
        ),
    ],
)
def test_each_kind_says_what_belongs_to_it(kind: str, beginnings: list[str], store: Store) -> None:
    with store:
        lines = told(TournamentSettings(kind, TWO, games=2), store)[-len(beginnings) - 1 :]
    assert [line for line in lines if line.startswith(tuple(beginnings))] == lines[1:]


def test_a_spreadsheet_that_was_written_is_named(store: Store, tmp_path: Path) -> None:
    with store:
        lines = told(TournamentSettings("round-robin", TWO), store, tmp_path / "all.csv")
    assert f"spreadsheet: {tmp_path / 'all.csv'}" in lines
    assert not [line for line in lines if line.startswith("for a spreadsheet")]


def test_nothing_is_compiled_for_a_tournament_that_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = list[bool]()
    monkeypatch.setattr(
        playing, "compile_agents", lambda tournament, *_, **__: compiled.append(tournament.finished)
    )
    for _ in range(2):
        printed("match", "random", "greedy", "--games", "2", "--engine", "serial",
                "--store", str(tmp_path / "games.sqlite"))  # fmt: skip
    assert compiled == [False]


FILES = TournamentSettings("match", (Entrant("mine", "file:mine.py"), TWO[0]))
LIMITED = replace(FILES, limit=Limit(seconds=1.0))
SANDBOX = Protection("", "", "")


@pytest.mark.parametrize(
    ("settings", "found", "words"),
    [
        (TournamentSettings("match", TWO), NOT_LINUX, []),
        (FILES, SANDBOX, ["--seconds 1 would be less"]),
        (LIMITED, SANDBOX, []),
        (replace(FILES, clock="60+1"), SANDBOX, []),
        (LIMITED, NOT_LINUX, ["there is no sandbox here"]),
    ],
)
def test_who_lets_files_play_is_told_of_the_sandbox_and_the_time(
    settings: TournamentSettings,
    found: Protection,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(playing, "protection", lambda: found)
    playing._warn_of_files(settings)
    said = capsys.readouterr().err.splitlines()
    assert [word in line for word, line in zip(words, said, strict=True)] == [True] * len(words)
