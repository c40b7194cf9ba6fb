"""Tournaments of agents in other languages, compiled before the first game."""

from pathlib import Path

import pytest

from enraya.agents.text import languages
from enraya.agents.text.languages import LANGUAGES
from enraya.arena.play.tournament import compile_agents, enter
from enraya.arena.store.store import Store
from enraya.game.record import Termination
from enraya.kernels import cache_directory
from tests.agents.isolated.test_compiling import SHELL
from tests.arena.support import records_of, settings_of
from tools.bench.languages import cases

BY_PLAY = {(Termination.LINE, ""), (Termination.FULL, "")}


def written(path: Path, content: str) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(content)
    return f"file:{path}"


def test_agents_are_compiled_before_the_first_game_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache_directory()))  # of the kernels, as it is
    monkeypatch.setenv("ENRAYA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(languages, "LANGUAGES", (*LANGUAGES, SHELL))
    sound = written(tmp_path / "anna" / "sound.sh", "while read moves; do echo 4; done\n")
    wrong = written(tmp_path / "bert" / "wrong.sh", "if\n")
    settings = settings_of(("anna", sound), ("bert", wrong), "script(1)")
    told: list[str] = []
    with Store(tmp_path / "games.sqlite") as store:
        tournament = enter(settings, store)
        for _ in range(2):
            compile_agents(tournament, store, on_agent=told.append)
            assert told == ["anna", "bert"]
    for record in records_of(tmp_path / "games.sqlite", settings):
        if wrong in record.agents:
            assert record.termination is Termination.IMPORT
            assert record.agents[2 - (record.winner or 0)] == wrong
            assert record.reason.startswith("'wrong.sh' does not compile: wrong.sh: ")
        else:
            assert (record.termination, record.reason) == (Termination.LINE, "")


@pytest.mark.slow
def test_games_between_all_languages_are_won_and_lost_by_play_alone(tmp_path: Path) -> None:
    agents = [(row.language, row.agent) for row in cases()]
    assert len(agents) == len(LANGUAGES) + 3
    records = records_of(tmp_path / "s", settings_of(*agents), engine="processes", workers=2)
    assert len(records) == len(agents) * (len(agents) - 1)
    assert {(record.termination, record.reason) for record in records} <= BY_PLAY
    won = [record.agents[record.winner - 1] for record in records if record.winner]
    lost = [record.agents[2 - record.winner] for record in records if record.winner]
    assert {*won, *lost} == {spec for _, spec in agents}


@pytest.mark.slow
def test_compiler_errors_are_the_reason_of_lost_games(tmp_path: Path) -> None:
    wrong = written(tmp_path / "anna" / "wrong.c", "int main(void) {\n  return x;\n}\n")
    for record in records_of(tmp_path / "games.sqlite", settings_of(wrong, "random")):
        assert record.winner == 1 + record.agents.index("random")
        assert "'wrong.c' does not compile: wrong.c: In function" in record.reason
        assert "wrong.c:2:10: error: " in record.reason
