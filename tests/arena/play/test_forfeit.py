"""Agents whose files are too large for a tournament: they lose without a move."""

from pathlib import Path

import pytest

from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.play import forfeited
from enraya.arena.play.tournament import enter
from enraya.arena.results.summary import summarise
from enraya.arena.statistics.sprt import Sprt
from enraya.arena.store.store import Store
from enraya.game.position import Position
from enraya.game.record import GameRecord, Termination
from tests.arena.support import played, settings_of

AGENT = "from pathlib import Path\n\nPath({trace!r}).touch()\n\n\n{agent}"
CHOOSE = "def choose(position, limit):\n    return position.legal_moves[0]\n"


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A user's agent that leaves a trace when it is run."""
    file = tmp_path / "mine.py"
    file.write_text(AGENT.format(trace=str(tmp_path / "was run"), agent=CHOOSE))
    return file


def test_a_file_over_the_limit_is_not_run_and_loses_every_game(mine: Path, tmp_path: Path) -> None:
    size = mine.stat().st_size
    settings = settings_of(f"file:{mine}", "random", "greedy", games=4, max_bytes=size - 1)
    tournament = played(tmp_path / "store", settings)
    assert not (tmp_path / "was run").exists()
    reason = f"its file has {size} bytes, allowed {size - 1}"
    with Store(tmp_path / "store") as store:
        records = [record for _, record in store.records(tournament)]
        summary = summarise(store, tournament)
    unplayed = [record for record in records if record.termination is Termination.FILE_SIZE]
    assert len(unplayed) == 8
    for record in unplayed:
        assert record.winner is not None
        assert record.agents[2 - record.winner] == f"file:{mine}"
        assert (record.reason, record.moves) == (reason, record.opening)
        assert GameRecord.from_json(record.to_json()) == record
    last = summary.agents[-1]
    assert (last.spec, last.faults, last.barred) == (f"file:{mine}", {"file size": 8}, reason)
    assert [row.barred for row in summary.agents[:-1]] == ["", ""]


def test_a_file_of_exactly_the_limit_plays(mine: Path, tmp_path: Path) -> None:
    settings = settings_of(f"file:{mine}", "random", max_bytes=mine.stat().st_size)
    with Store(tmp_path / "store") as store:
        tournament = enter(settings, store)
        assert [row.barred for row in summarise(store, tournament).agents] == ["", ""]


def test_all_files_of_an_agent_count_together(mine: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.py"
    other.write_text("#" * 1000)
    entrant = settings_of(f"level(3, eval=file:{mine})", f"greedy(eval=file:{other})").agents
    assert [one.bytes for one in entrant] == [mine.stat().st_size, 1000]


def test_a_sequential_test_counts_games_that_were_not_played(mine: Path, tmp_path: Path) -> None:
    test = Sprt(0, 100)
    settings = settings_of("random", f"file:{mine}", kind="sprt", games=400, test=test, max_bytes=1)
    tournament = played(tmp_path / "store", settings)
    with Store(tmp_path / "store") as store:
        assert summarise(store, tournament).agents[0].standing.agent == "random"


@pytest.mark.parametrize(
    ("opening", "barred", "winner"),
    [
        ("", ("too large", ""), 2),
        ("", ("", "too large"), 1),
        ("4", ("", "too large"), 1),
        ("", ("too large", "too large"), 2),
        ("4", ("too large", "too large"), 1),
    ],
)
def test_who_may_not_play_loses(opening: str, barred: tuple[str, str], winner: int) -> None:
    record = forfeited(Position.parse(opening), ("a", "b"), barred, seed=3)
    assert (record.winner, record.reason, record.moves) == (winner, "too large", opening)


def test_settings_of_earlier_stores_have_no_limit() -> None:
    settings = settings_of("random", "greedy")
    old = settings.to_json().replace('"max_bytes": 0, ', "").replace(', "", 0]', ', ""]')
    assert "max_bytes" not in old
    assert TournamentSettings.from_json(old) == settings
