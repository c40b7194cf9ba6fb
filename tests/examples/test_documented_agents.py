"""The agents that docs/agents.md shows are complete, and play legal games."""

import re
from pathlib import Path

import pytest

from enraya import Position
from enraya.agents import Limit
from enraya.agents.players.file_agent import load_agent
from enraya.game.notation import format_move
from tests.examples.programs import answers, command_of

PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
SECTION = PAGE.read_text().split("## Your agent, language by language")[1].split("\n## ")[0]
NAMES = {"lisp": "mine.lisp", "cpp": "mine.cpp", "c": "mine.c", "java": "Mine.java"}
NAMES |= {"javascript": "mine.js", "python": "mine.py"}
SNIPPETS = dict(re.findall(r"```(\w+)\n(.*?)```", SECTION, re.DOTALL))
LINES = {"": "4", "44": "4", "444444": "3", "444444333333": "5"}
"""What is asked, and what they answer."""


def test_there_is_an_agent_for_every_language() -> None:
    assert SNIPPETS.keys() == NAMES.keys()


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(NAMES.keys() - {"python"}))
def test_the_agent_of_a_language_plays_the_middle(language: str, tmp_path: Path) -> None:
    source = tmp_path / NAMES[language]
    source.write_text(SNIPPETS[language])
    assert answers(command_of(source, tmp_path), list(LINES))[0] == list(LINES.values())


def test_the_agent_in_python_plays_the_middle(tmp_path: Path) -> None:
    source = tmp_path / NAMES["python"]
    source.write_text(SNIPPETS["python"])
    agent = load_agent(str(source), "mine")
    found = [agent.choose(Position.parse(moves), Limit()).move for moves in LINES]
    assert [format_move(move) for move in found] == list(LINES.values())
