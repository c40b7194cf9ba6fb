"""The commands about agents and heuristics, as a user types them."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from enraya.agents import AGENTS
from enraya.cli import app
from enraya.errors import EnrayaError
from enraya.heuristics import HEURISTICS

PORTO = "alphabeta(depth=4, eval=rivest, style=porto)"


def enraya(*arguments: str, given: str = "") -> str:
    """What the command prints; what it refuses is raised, as `main` expects."""
    result = CliRunner().invoke(app, list(arguments), input=given)
    if isinstance(result.exception, EnrayaError):
        raise result.exception
    return result.stdout


def test_heuristics_lists_them_all() -> None:
    entries = json.loads(enraya("heuristics", "--json"))
    assert [entry["name"] for entry in entries] == list(HEURISTICS)
    assert all(entry["summary"] and entry["origin"] for entry in entries)


def test_heuristics_prints_just_the_number() -> None:
    assert enraya("heuristics", "rivest", "324443", "--for", "1") == "-15\n"
    assert enraya("heuristics", "rivest", "4") == "-7\n"
    assert enraya("heuristics", "uam-h2(base=2)", "4453") == "-6\n"
    assert enraya("heuristics", "qmatic(published=true)", "4455", "--size", "8x8") == "96\n"


def test_heuristics_is_a_filter() -> None:
    assert enraya("heuristics", "rivest", "--for", "1", given="4\n44\n\n") == "7\n-3\n0\n"


def test_agents_lists_them_all() -> None:
    entries = json.loads(enraya("agents", "--json"))
    assert [entry["name"] for entry in entries] == [*AGENTS, "file:PATH"]
    assert "alphabeta" in enraya("agents")


def test_move_tells_the_choice_as_json() -> None:
    choice = json.loads(enraya("move", "1", "--agent", PORTO, "--json"))
    assert list(choice) == [
        "move", "score", "depth", "nodes", "leaves", "seconds", "columns", "line",
    ]  # fmt: skip
    assert (choice["move"], choice["score"]) == (4, -12)
    assert (choice["depth"], choice["nodes"], choice["leaves"]) == (4, 561, 408)
    assert [column["move"] for column in choice["columns"]] == [1, 2, 3, 4, 5, 6, 7]


def test_move_is_a_filter() -> None:
    lines = enraya("move", "--agent", "greedy", given="443355\n121212\n").splitlines()
    assert [line[0] for line in lines] == ["2", "1"]


def test_move_plays_the_bomb_games() -> None:
    boom = enraya(
        "move", "4433", "--rules", "boom", "--agent", "alphabeta(depth=4, eval=ugr-groups)"
    )
    assert boom.startswith("4  score 10")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["move", "4", "--agent", "mtcs"], "did you mean 'mcts'"),
        (["move", "4", "--agent", "perfect", "--rules", "boom"], "plays classic games only"),
        (["heuristics", "rivset", "4"], "did you mean 'rivest'"),
        (["play", "--first", "nobody"], "unknown agent 'nobody'"),
        (["play", "--first", "file:absent.py"], "there is no file"),
    ],
)
def test_what_cannot_be_done_is_said(arguments: list[str], words: str) -> None:
    with pytest.raises(EnrayaError, match=words):
        enraya(*arguments)


def test_play_prints_what_each_move_cost() -> None:
    printed = enraya("play", "--first", "script(11111)", "--second", PORTO, "--stats")
    assert "moves: 1411151312" in printed
    assert "column 4, explored 408, " in printed
    assert printed.count("mean") == 10


def test_play_takes_an_agent_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("def choose(position, limit):\n    return position.legal_moves[0]\n")
    assert "moves: " in enraya(
        "play", "--first", f"file:{path}", "--second", "random", "--seed", "1"
    )
