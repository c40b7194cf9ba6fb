"""How the text of an agent is read."""

from pathlib import Path

import pytest

from enraya.agents import Limit, parse_agent
from enraya.agents.text import EXAMPLE_GENES, parse_agent_text
from enraya.callspec import CallSpec
from enraya.errors import InvalidSetting, UnknownName
from enraya.game.position import Position
from enraya.models import model_path

WRITTEN_OUT = "genes(0.923072380453, 0.594874591925, 0.977029031199, 0.471895098323)"


def test_four_bare_genes_play_like_the_same_genes_written_out() -> None:
    bare, called = parse_agent(f" {EXAMPLE_GENES} ", 3), parse_agent(WRITTEN_OUT, 3)
    assert bare.name == EXAMPLE_GENES
    positions = [Position.parse(moves) for moves in ("", "4", "4453", "324443", "12345")]
    chosen = [[agent.choose(p, Limit()).move for p in positions] for agent in (bare, called)]
    assert chosen[0] == chosen[1]


def test_a_named_player_stands_for_an_agent_and_keeps_its_name() -> None:
    written, call = parse_agent_text("QMatic( 8 )")
    assert written == "QMatic(8)"
    assert str(call) == "alphabeta(depth=8, eval=qmatic(published=true), style=upc)"
    assert parse_agent("QMatic( 8 )").name == "QMatic(8)"


@pytest.mark.parametrize("text", ["level(5)", "genes(0.5, 0.5, 0.5, 0.5)", "nobody(1)", "0.5"])
def test_other_texts_stand_for_themselves(text: str) -> None:
    written, call = parse_agent_text(text)
    assert written == str(call) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0.5,0.5,0.5", "'0.5,0.5,0.5' has 3 numbers; an agent written as numbers has four"),
        ("0,1,0,1,0", "has 5 numbers"),
        ("0.5,0.5,1.5,0.5", "'1.5' is not a number from 0 to 1"),
        ("0.5,0.5,x,0.5", "'x' is not a number from 0 to 1"),
        ("0.5,0.5,nan,0.5", "'nan' is not a number from 0 to 1"),
        ("0.5,0.5,0.5,", "'' is not a number from 0 to 1"),
        ("QMatic", "agent 'QMatic' needs depth"),
        ("QMatic(0)", "depth must be from 1 to 64"),
        ("QMatic(8, stage=row)", "must be one of columns, rows, levels, diagonals"),
        ("ninja(4)", "level must be from 1 to 3"),
    ],
)
def test_what_is_wrong_is_said(text: str, sentence: str) -> None:
    with pytest.raises(InvalidSetting) as caught:
        parse_agent(text)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "name", "written"),
    [
        ("file:mine.py", "file:mine.py", "file:mine.py"),
        ('file:"mine.py"', "file:mine.py", "file:mine.py"),
        ('file:"my agent (1).py"', "file:my agent (1).py", 'file:"my agent (1).py"'),
        ("file:my agent (1).py", "file:my agent (1).py", "file:my agent (1).py"),
        ("program:./mine -d 4", "program:./mine -d 4", "program:./mine -d 4"),
        ('program:"./mine (1)"', "program:./mine (1)", 'program:"./mine (1)"'),
        ('"level"(3)', "level", "level(3)"),
    ],
)
def test_quotes_belong_to_the_text_and_not_to_the_name(text: str, name: str, written: str) -> None:
    said = parse_agent_text(f" {text} ")
    assert said.call.name == name
    assert said.written == written
    assert parse_agent_text(written) == said


def test_a_file_and_a_heuristic_may_have_any_name(tmp_path: Path) -> None:
    odd = tmp_path / 'a (1), b=2 "c".py'
    odd.write_text("def heuristic(position):\n    return position.plies\n")
    quoted = str(CallSpec(f"file:{odd}"))
    for text in (quoted, f"file:{odd}", f"greedy(eval={quoted})"):
        agent = parse_agent(text)
        assert agent.name == text
        assert agent.choose(Position.start(), Limit()).move in range(1, 8)


def test_a_model_may_have_any_name(tmp_path: Path) -> None:
    odd = tmp_path / "tables (1), small.npz"
    odd.write_bytes(model_path("tables").read_bytes())
    agent = parse_agent(f'learned("{odd}")')
    assert agent.name == f'learned("{odd}")'
    assert agent.choose(Position.start(), Limit()).move in range(1, 8)


def test_named_players_are_among_the_known_names() -> None:
    with pytest.raises(UnknownName, match="did you mean 'QMatic'"):
        parse_agent("Qmatic(8)")
