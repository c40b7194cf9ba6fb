"""Tournaments with agents that have to be compiled, in a language that every system has."""

from pathlib import Path

import pytest

from enraya.agents.text import languages
from enraya.agents.text.languages import LANGUAGES, Language
from enraya.arena.plan.entrants import make_entrants
from enraya.arena.plan.settings import TournamentSettings
from enraya.arena.play.tournament import compile_agents, enter, run_tournament
from enraya.arena.store.store import Store
from enraya.game.record import Termination
from enraya.kernels import cache_directory

SHELL = Language("Shell", (".sh",), ("sh",), "dash", ("sh", "-n", "{source}"), ("sh", "{file}"))


@pytest.fixture(autouse=True)
def _own_cache_and_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache_directory()))  # of the kernels, as it is
    monkeypatch.setenv("ENRAYA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(languages, "LANGUAGES", (*LANGUAGES, SHELL))


def written(path: Path, content: str) -> str:
    path.parent.mkdir(exist_ok=True)
    path.write_text(content)
    return f"file:{path}"


def test_agents_are_compiled_before_the_first_game_and_only_once(tmp_path: Path) -> None:
    sound = written(tmp_path / "anna" / "sound.sh", "while read moves; do echo 4; done\n")
    wrong = written(tmp_path / "bert" / "wrong.sh", "if\n")
    entrants = make_entrants([("anna", sound), ("bert", wrong), "script(1)"])
    settings = TournamentSettings("round-robin", entrants, games=2)
    told: list[str] = []
    with Store(tmp_path / "games.sqlite") as store:
        tournament = enter(settings, store)
        compile_agents(tournament, store, on_agent=told.append)
        assert told == ["anna", "bert"]
        compile_agents(tournament, store, on_agent=told.append)
        assert told == ["anna", "bert"]
        run_tournament(tournament, store, engine="serial")
        records = [record for _, record in store.records(tournament)]
    for record in records:
        if wrong in record.agents:
            assert record.termination is Termination.IMPORT
            assert record.agents[2 - (record.winner or 0)] == wrong
            assert record.reason.startswith("'wrong.sh' does not compile: wrong.sh: ")
        else:
            assert (record.termination, record.reason) == (Termination.LINE, "")
