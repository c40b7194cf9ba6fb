"""The agents readers start from: random ones, and those of docs/agents.md."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from enraya import Position
from enraya.agents import Limit
from enraya.agents.players.file_agent import load_agent
from enraya.game.notation import format_move, parse_move
from tests.examples.programs import AGENTS, answers, command_of

PROGRAMS = (
    "RandomAgent.java", "random_agent.c", "random_agent.cpp", "random_agent.js",
    "random_agent.lisp", "random_program.py",
)  # fmt: skip
BOARDS = ((7, 6), (8, 8), (16, 4))
PAGE = Path(__file__).parents[2] / "docs" / "agents.md"
SECTION = PAGE.read_text().split("## Your agent, language by language")[1].split("\n## ")[0]
NAMES = {"lisp": "mine.lisp", "cpp": "mine.cpp", "c": "mine.c", "java": "Mine.java"}
NAMES |= {"javascript": "mine.js", "python": "mine.py"}
SNIPPETS = dict(re.findall(r"```(\w+)\n(.*?)```", SECTION, re.DOTALL))
LINES = {"": "4", "44": "4", "444444": "3", "444444333333": "5"}
"""What is asked, and what they answer."""


def play_itself(command: list[str], columns: int, rows: int, seed: int) -> str:
    """A game of a program against itself, one line at a time; every move must be legal."""
    environment = os.environ | {
        "ENRAYA_COLUMNS": str(columns), "ENRAYA_ROWS": str(rows), "ENRAYA_SEED": str(seed),
    }  # fmt: skip
    position = Position.start(f"classic(columns={columns}, rows={rows})")
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=environment, text=True, **pipes) as program:  # type: ignore[call-overload]
        while not position.is_over:
            program.stdin.write(f"{position.moves}\n")
            program.stdin.flush()
            position = position.play(parse_move(program.stdout.readline().rstrip("\n"), columns))
        program.stdin.close()
        assert program.wait() == 0
    return position.moves


@pytest.mark.slow
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_random_program_plays_legal_games_that_its_seed_decides(
    name: str, tmp_path: Path
) -> None:
    command = command_of(AGENTS / name, tmp_path)
    for columns, rows in BOARDS:
        games = [play_itself(command, columns, rows, seed) for seed in (5, 5, 2**63 - 1)]
        assert games[0] == games[1] != games[2]


def test_the_random_agent_in_python_plays_every_move_of_a_position() -> None:
    agent = load_agent(str(AGENTS / "random_agent.py"), "random_agent")
    position = Position.parse("444444", "boom")
    found = {agent.choose(position, Limit()).move for _ in range(500)}
    assert found == set(position.legal_moves)


def test_every_example_has_its_tests_and_every_language_its_agent() -> None:
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    files = [path.name for path in AGENTS.iterdir() if path.is_file()]
    assert [name for name in files if name not in tests] == []
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
