"""What holds for every command, and the small commands."""

import pytest

from enraya.agents import AGENTS
from enraya.agents.text.named_players import BARCELONA, GRANADA, MADRID, NAMED_PLAYERS
from tests.cli.running import answer, enraya, printed


def test_rules_lists_every_rule_set() -> None:
    names = [entry["name"] for entry in answer("rules")]
    assert names == ["classic", "boom", "desconecta"]
    assert "desconecta" in enraya("rules").stdout


def test_agents_lists_them_all_and_the_papers_players_under_their_paper() -> None:
    entries = {entry["name"]: entry for entry in answer("agents")}
    assert list(entries) == [*AGENTS, "file:PATH", "program:COMMAND", *NAMED_PLAYERS]
    assert entries["QMatic"]["paper"] == NAMED_PLAYERS["QMatic"].paper
    assert entries["QMatic"]["stands_for"] == {
        "QMatic(8)": "alphabeta(depth=8, eval=qmatic(published=true), style=upc)"
    }
    text = printed("agents")
    assert "…" not in text  # an agent can be copied whole
    shown = ("alphabeta", MADRID, "Madrid-3", GRANADA, "ninja", BARCELONA)
    places = [text.index(part) for part in shown]
    assert places == sorted(places)


def test_warmup_succeeds_in_silence_without_a_terminal() -> None:
    done = enraya("warmup")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "44x"], "move 3 of '44x': 'x' is not a move; columns are 1-7"),
        (["show", "4444444"], "move 7 of '4444444': column 4 is full after '444444'"),
        (["show", "44556671"], "move 8 of '44556671': the game '4455667' is over"),
        (["show", "B"], "rule set 'classic' has no bombs"),
        (["show", "--rules", "bom", "4"], "unknown rule set 'bom'; did you mean 'boom'?"),
        (["show", "--size", "3x3"], "at least 4"),
        (["show", "--size", "9x8"], "at most 64 cells"),
        (["show", "--rules", "classic(columns=8"], "expected ',' or ')'"),
        (["show", "--rules", "classic(width=8)"], "has no parameter 'width'"),
        (["perft", "--distinct", "--rules", "boom"], "cannot be counted"),
        (["play", "--second", "rndom"], "did you mean 'random'?"),
        (["nonsense"], "No such command"),
        (["slove", "44"], "Did you mean 'solve'"),
        (["bench", "sovler"], "Did you mean 'solver'"),
        (["solve", "44", "--tabel-mb", "9"], "--table-mb"),
        (["move", "4", "--agent", "mtcs"], "did you mean 'mcts'"),
        (["heuristics", "rivset", "4"], "did you mean 'rivest'"),
        (["play", "--first", "file:absent.py"], "there is no file"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_two(arguments: list[str], sentence: str) -> None:
    done = enraya(*arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
