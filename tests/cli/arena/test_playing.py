"""Tournaments from the command line: messages, and the live table on a terminal."""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from enraya.arena.plan.entrants import Entrant, make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter
from enraya.arena.results import summary
from enraya.arena.store.store import Store
from enraya.cli.arena import playing
from enraya.cli.arena.options import GameOptions
from enraya.isolation.sandbox import NOT_LINUX, Protection
from enraya.limit import Limit
from tests.cli.running import Stream

TWO = make_entrants(["random", "greedy"])
SERIAL = GameOptions(engine="serial")
FILES = TournamentSettings("match", (Entrant("mine", "file:mine.py"), TWO[0]))
LIMITED = replace(FILES, limit=Limit(seconds=1.0))
SANDBOX = Protection("", "", "")


def told(settings: TournamentSettings, store: Store) -> list[str]:
    """What is printed on a terminal when a tournament has been played."""
    with pytest.MonkeyPatch.context() as patched:
        screen = Stream()
        patched.setattr("sys.stdout", screen)
        entered = playing.enter_tournament(settings, store, SERIAL)
        playing.finish_and_print(entered, store, SERIAL, mistakes=False, as_json=False, csv=None)
    return screen.getvalue().splitlines()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite") as found:
        yield found


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
def test_each_kind_of_tournament_prints_its_own_summary(
    kind: str, beginnings: list[str], store: Store
) -> None:
    lines = told(TournamentSettings(kind, TWO, games=2), store)[-len(beginnings) - 1 :]
    assert [line for line in lines if line.startswith(tuple(beginnings))] == lines[1:]


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
def test_matches_with_files_mention_the_sandbox_and_the_time(
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


def test_a_table_follows_the_games_less_often_when_it_is_slow(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    console = Console(file=io.StringIO(), force_terminal=True)
    monkeypatch.setattr(playing, "progress_console", lambda: console)
    now, tables = 100.0, list[float]()

    def slow(*arguments: object) -> object:
        """Takes a quarter of a second, which may be a twentieth of the time."""
        nonlocal now
        tables.append(now)
        now += 0.25
        return summary.summarise(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "summarise", slow)
    tournament = enter(TournamentSettings("round-robin", TWO, games=2), store)
    with playing.live_table(store, tournament, lambda: now) as on_games:
        for played, moment in [(0, 100.0), (0, 101.5), (1, 102.0), (2, 106.75), (2, 107.0)]:
            now = moment
            on_games(played, 10)
    assert tables == [102.0, 107.0]
