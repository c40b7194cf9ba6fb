"""What follows games on a terminal: how soon, and how often."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter
from enraya.arena.results import summary
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.store.store import Store, Tournament
from enraya.cli.arena import playing


class Clock:
    """The time as a test says."""

    now = 100.0

    def __call__(self) -> float:
        """What `monotonic` would say."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(playing, "monotonic", found)
    return found


@pytest.fixture(params=[False])
def console(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Console:
    """A terminal, which a test may make quiet."""
    found = Console(file=io.StringIO(), force_terminal=True, quiet=request.param)
    monkeypatch.setattr(playing, "progress_console", lambda: found)
    return found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.sqlite") as found:
        yield found


@pytest.fixture
def tournament(store: Store) -> Tournament:
    agents = make_entrants([("random", "random"), ("greedy", "greedy")])
    return enter(TournamentSettings("round-robin", agents, games=2), store)


@pytest.mark.parametrize(
    ("calls", "shown"),
    [
        ([(1, 0.0), (2, 0.5), (3, 1.0)], [1.0]),
        ([(0, 0.0), (0, 1.5), (1, 2.0), (2, 6.75), (2, 7.0)], [2.0, 7.0]),
    ],
)
@pytest.mark.usefixtures("console")
def test_a_table_follows_the_games_every_second_or_less_often_when_it_is_slow(
    calls: list[tuple[int, float]],
    shown: list[float],
    store: Store,
    tournament: Tournament,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = list[float]()

    def slow(*arguments: object) -> object:
        """Takes a quarter of a second, which may be a twentieth of the time."""
        tables.append(clock.now - 100)
        clock.now += 0.25
        return summary.summarise(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(playing, "summarise", slow)
    with playing.live_table(store, tournament) as on_games:
        for played, now in calls:
            clock.now = 100 + now
            on_games(played, 10)
    assert tables == shown


@pytest.mark.parametrize(
    ("console", "shown"), [(False, [0.0, 1.0]), (True, [])], indirect=["console"]
)
@pytest.mark.usefixtures("console")
def test_a_test_is_followed_every_second_unless_nobody_sees_it(
    shown: list[float],
    store: Store,
    tournament: Tournament,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = list[float]()

    def winners(_: int) -> dict[object, object]:
        asked.append(clock.now - 100)
        return {}

    monkeypatch.setattr(store, "winners", winners)
    with playing.live_ratio(store, tournament, Sprt(0, 10)) as on_games:
        for now in (0.0, 0.5, 1.0, 1.75):
            clock.now = 100 + now
            on_games(2, 10)
    assert asked == shown
