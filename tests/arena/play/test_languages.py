"""A tournament of agents in every language there is."""

from pathlib import Path

import pytest

from enraya.agents.text.languages import LANGUAGES
from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import enter, run_tournament
from enraya.arena.store.store import Store
from enraya.game.record import Termination
from tools.bench.languages import cases

pytestmark = pytest.mark.slow

BY_PLAY = {(Termination.LINE, ""), (Termination.FULL, "")}


def test_games_between_all_languages_are_won_and_lost_by_play_alone(tmp_path: Path) -> None:
    agents = [(row.language, row.agent) for row in cases()]
    assert len(agents) == len(LANGUAGES) + 3
    settings = TournamentSettings("round-robin", make_entrants(agents), games=2)
    with Store(tmp_path / "games.sqlite") as store:
        done = run_tournament(enter(settings, store), store, workers=2)
        records = [record for _, record in store.records(done)]
    assert len(records) == len(agents) * (len(agents) - 1)
    assert {(record.termination, record.reason) for record in records} <= BY_PLAY
    won = [record.agents[record.winner - 1] for record in records if record.winner]
    lost = [record.agents[2 - record.winner] for record in records if record.winner]
    specs = {spec for _, spec in agents}
    assert {*won, *lost} == specs


def test_an_agent_that_does_not_compile_loses_its_games_and_no_others(tmp_path: Path) -> None:
    wrong = tmp_path / "anna" / "wrong.c"
    wrong.parent.mkdir()
    wrong.write_text("int main(void) {\n  return x;\n}\n")
    settings = TournamentSettings("match", make_entrants([f"file:{wrong}", "random"]), games=2)
    with Store(tmp_path / "games.sqlite") as store:
        done = run_tournament(enter(settings, store), store, workers=1)
        records = [record for _, record in store.records(done)]
    assert len(records) == settings.games
    for record in records:
        assert record.termination is Termination.IMPORT
        assert record.winner == 1 + record.agents.index("random")
        assert "'wrong.c' does not compile: wrong.c: In function" in record.reason
        assert "wrong.c:2:10: error: " in record.reason
