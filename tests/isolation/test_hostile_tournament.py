"""Twelve hostile agents in one tournament with sound ones."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from enraya.arena.store.store import Store
from enraya.game.record import GameRecord, Termination

HOSTILE = Path(__file__).parent / "hostile"
SOUND = ("level(2)", "level(3)", "greedy")
FAULTS = {
    "endless_loop": Termination.TIMEOUT,
    "sleeper": Termination.TIMEOUT,
    "exception": Termination.EXCEPTION,
    "sys_exit": Termination.CRASH,
    "os_exit": Termination.CRASH,
    "memory_hog": Termination.MEMORY,
    "illegal_column": Termination.ILLEGAL_MOVE,
    "string_answer": Termination.ILLEGAL_MOVE,
    "prints_100_mb": Termination.OUTPUT,
    "forks": Termination.CRASH,
    "changes_argument": Termination.EXCEPTION,
    "import_fails": Termination.IMPORT,
}
SPECS = {name: f"file:{HOSTILE / name}.py" for name in FAULTS}


def run(path: Path, *agents: str) -> dict[str, float]:
    """Plays a round robin to its end; the rating of every agent."""
    options = ["--seconds", "3", "--memory-mb", "100", "--store", str(path), "--json"]
    command = [sys.executable, "-c", "from enraya.cli import main; main()", "tournament"]
    done = subprocess.run(
        [*command, *agents, *options], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return {agent["name"]: agent["elo"] for agent in json.loads(done.stdout)["agents"]}


def records(path: Path) -> list[GameRecord]:
    with Store(path) as store:
        return [record for _, record in store.records(store.tournament(1))]


@pytest.mark.slow
def test_a_tournament_survives_twelve_hostile_agents(tmp_path: Path) -> None:
    alone, crowded = tmp_path / "alone.sqlite", tmp_path / "crowded.sqlite"
    before = run(alone, *SOUND)
    after = run(crowded, *SOUND, *SPECS.values())
    assert set(after) == {*SOUND, *SPECS.values()}
    games = records(crowded)
    assert len(games) == 15 * 14
    names = {spec: name for name, spec in SPECS.items()}
    for game in games:
        if game.reason:
            loser = game.agents[0] if game.winner == 2 else game.agents[1]
            assert game.termination == FAULTS[names[loser]], (names[loser], game.reason)
    blamed = {game.agents[0 if game.winner == 2 else 1] for game in games if game.reason}
    assert blamed == set(SPECS.values()), "every hostile agent was caught"
    assert not blamed & set(SOUND)
    sound = {game.agents: game.moves for game in games if set(game.agents) <= set(SOUND)}
    assert sound == {game.agents: game.moves for game in records(alone)}
    for one in SOUND:
        for other in SOUND:
            change = (after[one] - after[other]) - (before[one] - before[other])
            assert abs(change) <= 1, f"{one} and {other} moved by {change:.2f} Elo"
