"""Agents whose files change during a tournament or lie beside files of others."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.schedule import Pairing
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.jobs import GameJob, order_of, play_order
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.results.summary import summarise
from enraya.arena.results.survey import survey
from enraya.arena.store.store import Store
from enraya.game.record import GameRecord, Termination
from enraya.limit import Limit, Terms
from enraya.reports.replay import Replays
from enraya.reports.tournament import tournament_page
from enraya.texts import ENGLISH
from tests.isolation.support import mark

__all__ = ["mark"]  # the fixture applies to the module

SOUND = "def choose(position, limit):\n    return position.legal_moves[0]\n"
CHANGES: dict[str, Callable[[Path], object]] = {
    "disappears": str,
    "becomes a pipe": os.mkfifo,
    "becomes a folder": lambda path: path.mkdir(),
    "becomes a link to itself": lambda path: path.symlink_to(path.name),
    "becomes a link to nothing": lambda path: path.symlink_to("nothing"),
    "becomes another program": lambda path: path.write_text("raise SystemExit"),
}


def played(folder: Path, agents: list[str], prepare: Callable[[], object]) -> GameRecord:
    """The first game of a tournament, after something was done to the files."""
    settings = TournamentSettings("match", make_entrants(agents), limit=Limit(seconds=30))
    with Store(folder / "kept" / "games.sqlite") as store:
        tournament = enter(settings, store)
        prepare()
        order = order_of(tournament, Pairing(0, 1, 0))
        return play_order(order, GameJob("classic", Terms(Limit(seconds=30)), 0, (order,)))


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_file_that_changes_affects_only_its_own_games(
    tmp_path: Path, change: Callable[[Path], object]
) -> None:
    (tmp_path / "kept").mkdir()
    mine = tmp_path / "mine.py"
    mine.write_text(SOUND)

    def exchange() -> None:
        mine.unlink()
        change(mine)

    record = played(tmp_path, [f"file:{mine}", "greedy"], exchange)
    assert (record.winner, record.termination) == (2, Termination.IMPORT), record.reason


PRYING = """
import os
from pathlib import Path

def choose(position, limit):
    seen = sorted(str(path.name) for path in Path(__file__).parent.rglob("*"))
    raise RuntimeError(f"sees {seen}")
"""


def test_no_agent_sees_the_games_or_another_agent(tmp_path: Path) -> None:
    for name in ("anna", "anna/group"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "agent.py").write_text(PRYING)
    alone, group = f"file:{tmp_path}/anna/agent.py", f"file:{tmp_path}/anna/group/agent.py"
    for agents in ([alone, "greedy"], [alone, group]):
        settings = TournamentSettings("match", make_entrants(agents), limit=Limit(seconds=30))
        with Store(tmp_path / "anna" / "games.sqlite") as store:
            done = run_tournament(enter(settings, store), store, engine="serial")
            reasons = [record.reason for _, record in store.records(done)]
        assert all("sees ['agent.py']" in reason for reason in reasons), reasons


def test_a_symbolic_link_to_a_file_plays(tmp_path: Path) -> None:
    for name in ("here", "there", "kept"):
        (tmp_path / name).mkdir()
    (tmp_path / "there" / "agent.py").write_text(SOUND)
    link = tmp_path / "here" / "mine.py"
    link.symlink_to(tmp_path / "there" / "agent.py")
    record = played(tmp_path, [f"file:{link}", "greedy"], lambda: None)
    assert not record.reason


def test_a_report_shows_names_and_files_escaped(tmp_path: Path) -> None:
    mine = tmp_path / "\x1b[2J<b>mine.py"
    mine.write_text(SOUND)
    agents = make_entrants([("<i>\x07", f"file:{mine}"), "greedy"])
    settings = TournamentSettings("match", agents, limit=Limit(seconds=30))
    with Store(tmp_path / "games.sqlite") as store:
        done = run_tournament(enter(settings, store), store, engine="serial")
        replays = Replays(done)
        seen = survey(done, replays.watch(store.rows(done.id)))
        page = tournament_page(summarise(store, done), seen, replays, ENGLISH).render()
    assert "\\x1b[2J&lt;b&gt;mine.py" in page
    assert not {"\x1b", "\x07"} & set(page)
    assert "<b>mine" not in page
    assert "<i>\\x07" not in page
